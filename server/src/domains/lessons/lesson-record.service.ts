import { can } from '@staffroom/contract/domains/identity/permissions.ts';
import type {
  CreateLesson,
  Lesson,
  updateLesson as updateOperation,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import {
  hostingPlatforms,
  lessonTimesProblem,
} from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import type { BodyOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { refusal } from '../../platform/errors.ts';
import { changeRecord, createRecord, defineRecord } from '../../platform/record.ts';
import * as classQueries from '../classes/classes.queries.ts';
import { lockTeachers, requireTeachers } from '../users/teachers.service.ts';
import { refuseDoubleBooking } from './bookings.service.ts';
import { toColumns } from './lesson-columns.ts';
import * as lessonQueries from './lesson-record.queries.ts';
import { lessonScope } from './lessons.policy.ts';
import { presentLesson, recordedLesson } from './lessons.presenter.ts';
import { lessons } from './lessons.schema.ts';

export const lessonRecord = defineRecord({
  entity: 'lesson',
  table: lessons,
  scope: lessonScope,
  read: async (db, row: lessonQueries.LessonRow) => ({
    row,
    tuitionClass: await classQueries.requireById(db, row.classId),
    teachers: await lessonQueries.teachers.find(db, row.id),
    places: await lessonQueries.countPlaces(db, row.id),
  }),
  record: recordedLesson,
  present: (details, { actor }) =>
    presentLesson(details, {
      manage: can(actor, 'lesson.canManage'),
      send_notification: can(actor, 'lesson.canSendNotification'),
    }),
});

/**
 * Creates a lesson of a class, at most once per Idempotency-Key. Throws invalid_value (field named), and
 * tutor_booked unless `allow_overlap` says that somebody has seen it.
 */
export const createLesson = (context: Context, body: CreateLesson) =>
  createRecord(context, lessonRecord, async (tx, base) => {
    if (!(await classQueries.findById(tx, body.class)))
      throw refusal('invalid_value', { field: 'class', message: 'This class does not exist.' });
    requirePlatform(context, body.hosting_platform);
    await requireTeachers(tx, body);
    await lockTeachers(tx, body.tutor);
    if (body.is_active && !body.allow_overlap) await refuseDoubleBooking(tx, context, body);
    await lessonQueries.insert(tx, {
      ...toColumns(body),
      ...base,
      classId: body.class,
      name: body.name,
      scheduledOn: new Date(body.scheduled_on),
      endedOn: new Date(body.ended_on),
      hostingPlatform: body.hosting_platform ?? hostingPlatforms(context.settings.productName)[0],
    });
    await lessonQueries.teachers.replace(tx, base.id, body);
  });

/** Changes the given fields of a lesson. Throws not_found, stale, invalid_value, tutor_booked. */
export const updateLesson = (
  context: Context,
  id: string,
  { version, ...body }: BodyOf<typeof updateOperation>,
) =>
  changeRecord(context, lessonRecord, { id, version, action: 'updated' }, async (tx, { shown }) => {
    await requireTeachers(tx, body);
    requirePlatform(context, body.hosting_platform);
    const times = { ...shown, ...body };
    const problem = lessonTimesProblem(times);
    if (problem) throw refusal('invalid_value', { field: 'ended_on', message: problem });
    // The lesson is locked, so who its tutors are stands still.
    const tutor = body.tutor ?? shown.tutor.map((person) => person._id);
    await lockTeachers(tx, tutor);
    if (!body.allow_overlap && takesTimeAnew(shown, body))
      await refuseDoubleBooking(tx, context, { ...times, _id: id, tutor });
    await lessonQueries.teachers.replace(tx, id, body);
    return toColumns(body);
  });

/** Only a save that takes a tutor's time anew asks: an overlap that was accepted is not asked about again. */
const takesTimeAnew = (before: Lesson, body: Omit<BodyOf<typeof updateOperation>, 'version'>) =>
  (body.is_active ?? before.is_active) &&
  (body.tutor !== undefined ||
    body.scheduled_on !== undefined ||
    body.ended_on !== undefined ||
    (body.is_active === true && !before.is_active));

const requirePlatform = (context: Context, platform: string | undefined) => {
  const platforms: readonly string[] = hostingPlatforms(context.settings.productName);
  if (platform !== undefined && !platforms.includes(platform))
    throw refusal('invalid_value', {
      field: 'hosting_platform',
      message: `One of ${platforms.join(', ')}`,
    });
};
