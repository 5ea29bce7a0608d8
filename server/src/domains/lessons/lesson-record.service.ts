import { can } from 'staffroom-contract/domains/identity/permissions.ts';
import type {
  CreateLesson,
  Lesson,
  updateLesson as updateOperation,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import {
  hostingPlatforms,
  lessonTimesProblem,
} from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import {
  rosterGroups,
  type RosterGroup,
} from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { announce } from '../../platform/events.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { changeRecordIn, createRecord, defineRecord, getRecord } from '../../platform/record.ts';
import * as classQueries from '../classes/classes.queries.ts';
import { lockTeachers, requireTeachers } from '../users/teachers.service.ts';
import { studentScope } from '../users/users.policy.ts';
import { refuseDoubleBooking } from './bookings.service.ts';
import { toColumns } from './lesson-columns.ts';
import * as lessonQueries from './lesson-record.queries.ts';
import { lessonMoved } from './lessons.events.ts';
import { lessonScope } from './lessons.policy.ts';
import { presentLesson, recordedLesson } from './lessons.presenter.ts';
import { lessons } from './lessons.schema.ts';
import { replaceRoster } from './rosters.service.ts';
import { refuseHostBooking } from './zoom/host-bookings.ts';
import { refuseUnusual } from './unusual-lessons.service.ts';
import { followRooms } from './zoom/zoom-rooms.service.ts';

/** A lesson with its teachers and places, for its reads, updates and audit trail. */
export const lessonRecord = defineRecord({
  entity: 'lesson',
  table: lessons,
  scope: lessonScope,
  read: async (db, row: lessonQueries.LessonRow, context) => ({
    row,
    tuitionClass: await classQueries.requireById(db, row.classId),
    teachers: await lessonQueries.teachers.find(db, row.id),
    places: await lessonQueries.listPlaces(db, row.id, studentScope(context.actor)),
  }),
  record: recordedLesson,
  present: (details, { actor }) =>
    presentLesson(details, {
      manage: can(actor, 'lesson.canManage'),
      send_notification: can(actor, 'lesson.canSendNotification'),
    }),
  follow: async (tx, context, { id, before, after }) => {
    if (before.scheduled_on === after.scheduled_on && before.is_active === after.is_active) return;
    await announce(tx, context, lessonMoved, { lessonId: id, classId: after.class });
  },
});

/**
 * Creates a lesson of a class, at most once per Idempotency-Key. Throws invalid_value (field named), and tutor_booked,
 * host_booked and lesson_unusual unless `allow_overlap`, `allow_host_overlap` and `allow_unusual` confirm them.
 */
export const createLesson = (context: Context, jobs: Jobs, body: CreateLesson) =>
  createRecord(context, lessonRecord, async (tx, insert) => {
    if (!(await classQueries.findById(tx, body.class)))
      throw refusal('invalid_value', { field: 'class', message: 'This class does not exist.' });
    requirePlatform(context, body.hosting_platform);
    await requireTeachers(tx, body);
    await lockTeachers(tx, body.tutor);
    if (!body.allow_unusual) await refuseUnusual(tx, context, { after: body, changes: true });
    if (body.is_active && !body.allow_overlap) await refuseDoubleBooking(tx, context, body);
    const platform = body.hosting_platform ?? hostingPlatforms(context.settings.productName)[0];
    if (body.is_active && !body.allow_host_overlap)
      await refuseHostBooking(tx, context, { ...body, hosting_platform: platform });
    const id = await insert({
      ...toColumns(body),
      classId: body.class,
      name: body.name,
      scheduledAt: new Date(body.scheduled_on),
      endedAt: new Date(body.ended_on),
      hostingPlatform: platform,
    });
    await lessonQueries.teachers.replace(tx, id, body);
    await followRooms(tx, context, jobs, [id]);
  });

type Changes = Omit<BodyOf<typeof updateOperation>, 'version' | RosterGroup | 'allow_overbook'>;

/**
 * Changes the given fields and student lists of a lesson, once per Idempotency-Key. Throws not_found, stale,
 * invalid_value, tutor_booked, host_booked, lesson_unusual, class_full, class_sold_out, place_of_order.
 */
export const updateLesson = (
  context: Context,
  jobs: Jobs,
  id: string,
  body: BodyOf<typeof updateOperation>,
): Promise<{ data: Lesson }> =>
  inTransactionOnce(context, async (tx) => {
    const { version, student, trial_student, video_student, allow_overbook, ...fields } = body;
    const wanted = { student, trial_student, video_student };
    const hasLists = rosterGroups.some((group) => wanted[group] !== undefined);
    const saved = await changeRecordIn(
      tx,
      context,
      lessonRecord,
      { id, version, action: 'updated' },
      (_tx, { shown }) => changeFields(tx, context, shown, fields, hasLists),
    );
    await followRooms(tx, context, jobs, [id]);
    if (!hasLists) return { data: saved };
    await replaceRoster(
      tx,
      context,
      { id, classId: saved.class },
      { wanted, allowOverbook: allow_overbook },
    );
    return getRecord({ ...context, db: tx }, lessonRecord, id);
  });

const changeFields = async (
  tx: Db,
  context: Context,
  shown: Lesson,
  body: Changes,
  hasLists: boolean,
) => {
  await requireTeachers(tx, body);
  requirePlatform(context, body.hosting_platform);
  const after = { ...shown, ...body };
  const problem = lessonTimesProblem(after);
  if (problem) throw refusal('invalid_value', { field: 'ended_on', message: problem });
  if (!body.allow_unusual)
    await refuseUnusual(tx, context, {
      before: shown,
      after,
      changes: hasLists || changesMoreThanRelease(body),
    });
  // The lesson is locked, so its tutors cannot change.
  const tutor = body.tutor ?? shown.tutor.map((person) => person._id);
  await lockTeachers(tx, tutor);
  if (!body.allow_overlap && takesTimeAnew(shown, body))
    await refuseDoubleBooking(tx, context, { ...after, tutor });
  if (!body.allow_host_overlap && takesHostAnew(shown, body))
    await refuseHostBooking(tx, context, after);
  await lessonQueries.teachers.replace(tx, shown._id, body);
  return toColumns(body);
};

/** Releasing a past lesson, its recording and its material is normal work after a lesson. */
const changesMoreThanRelease = ({
  is_released: _released,
  allow_overlap: _overlap,
  allow_host_overlap: _hostOverlap,
  allow_unusual: _unusual,
  ...rest
}: Changes) => Object.values(rest).some((value) => value !== undefined);

/** Returns whether a save takes new time of a Zoom host. */
const takesHostAnew = (before: Lesson, body: Changes) =>
  (body.is_active ?? before.is_active) &&
  ((body.scheduled_on !== undefined && !isSameTime(body.scheduled_on, before.scheduled_on)) ||
    (body.ended_on !== undefined && !isSameTime(body.ended_on, before.ended_on)) ||
    (body.hosting_platform !== undefined && body.hosting_platform !== before.hosting_platform) ||
    (body.is_active === true && !before.is_active));

const isSameTime = (one: string, other: string) => Date.parse(one) === Date.parse(other);

/** Returns whether a save takes new time of a tutor; an overlap that was accepted is not checked again. */
const takesTimeAnew = (before: Lesson, body: Changes) =>
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
