import { can } from '@staffroom/contract/domains/identity/permissions.ts';
import type {
  CreateLesson,
  Lesson,
  listLessonChanges as changesOperation,
  updateLesson as updateOperation,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import {
  hostingPlatforms,
  lessonTimesProblem,
} from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import type { BodyOf, QueryOf } from '@staffroom/contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Actor, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import { listRecordChanges } from '../../platform/record-changes.ts';
import { cleanRichText } from '../../platform/rich-text.ts';
import * as classQueries from '../classes/classes.queries.ts';
import { lockTeachers, requireTeachers } from '../users/teachers.service.ts';
import { refuseDoubleBooking } from './bookings.service.ts';
import { toColumns } from './lesson-columns.ts';
import * as lessonQueries from './lesson-record.queries.ts';
import { lessonScope } from './lessons.policy.ts';
import { presentLesson } from './lessons.presenter.ts';

/** One lesson. Throws not_found, also for lessons out of the actor's scope. */
export const getLesson = async (context: Context, id: string) => ({
  data: await presentOne(context.db, id, context.actor),
});

/** A lesson's timeline. Throws not_found. */
export const listLessonChanges = async (
  context: Context,
  id: string,
  page: QueryOf<typeof changesOperation>,
) => {
  await presentOne(context.db, id, context.actor);
  return listRecordChanges(context.db, { entity: 'lesson', entityId: id, ...page });
};

/**
 * Creates a lesson of a class, at most once per Idempotency-Key. Throws invalid_value (field named), and
 * tutor_booked unless `allow_overlap` says that somebody has seen it.
 */
export const createLesson = (context: Context, body: CreateLesson) =>
  inTransactionOnce(context, async (tx) => {
    if (!(await classQueries.findById(tx, body.class)))
      throw refusal('invalid_value', { field: 'class', message: 'This class does not exist.' });
    requirePlatform(context, body.hosting_platform);
    await requireTeachers(tx, body);
    await lockTeachers(tx, body.tutor);
    if (body.is_active && !body.allow_overlap) await refuseDoubleBooking(tx, context, body);
    const now = context.clock.now();
    const id = newId(now);
    await lessonQueries.insert(tx, {
      ...toColumns({ ...body, desc: cleanRichText(body.desc) }),
      id,
      classId: body.class,
      name: body.name,
      scheduledOn: new Date(body.scheduled_on),
      endedOn: new Date(body.ended_on),
      hostingPlatform: body.hosting_platform ?? hostingPlatforms(context.settings.productName)[0],
      created: now,
      updated: now,
    });
    await lessonQueries.replaceStaff(tx, id, 'tutor', body.tutor);
    await lessonQueries.replaceStaff(tx, id, 'ta', body.ta);
    const created = await presentOne(tx, id, context.actor);
    await recordAudit(tx, context, {
      action: 'lesson.created',
      entity: 'lesson',
      entityId: id,
      after: created,
    });
    return { data: created };
  });

/** Changes the given fields of a lesson. Throws not_found, stale, invalid_value, tutor_booked. */
export const updateLesson = (context: Context, id: string, body: BodyOf<typeof updateOperation>) =>
  inTransaction(context, async (tx) => {
    await requireTeachers(tx, body);
    if (!(await lessonQueries.findWhole(tx, id, lessonScope(context.actor), 'lock')))
      throw notFound('id');
    // The lesson before its tutors: who they are stands still only once the lesson is locked.
    const before = await presentOne(tx, id, context.actor);
    const tutor = body.tutor ?? before.tutor.map((person) => person._id);
    await lockTeachers(tx, tutor);
    if (body.version !== undefined && body.version !== before.version)
      throw refusal('stale', { current: before });
    requirePlatform(context, body.hosting_platform);
    const times = { ...before, ...body };
    const problem = lessonTimesProblem(times);
    if (problem) throw refusal('invalid_value', { field: 'ended_on', message: problem });
    if (!body.allow_overlap && takesTimeAnew(before, body))
      await refuseDoubleBooking(tx, context, { ...times, _id: id, tutor });
    const { version: _version, allow_overlap: _overlap, ta, tutor: _tutor, ...fields } = body;
    await lessonQueries.update(tx, id, {
      ...toColumns(
        fields.desc === undefined ? fields : { ...fields, desc: cleanRichText(fields.desc) },
      ),
      updated: context.clock.now(),
    });
    if (body.tutor) await lessonQueries.replaceStaff(tx, id, 'tutor', body.tutor);
    if (ta) await lessonQueries.replaceStaff(tx, id, 'ta', ta);
    const after = await presentOne(tx, id, context.actor);
    await recordAudit(tx, context, {
      action: 'lesson.updated',
      entity: 'lesson',
      entityId: id,
      before,
      after,
    });
    return { data: after };
  });

/** Only a save that takes a tutor's time anew asks: an overlap that was accepted is not asked about again. */
const takesTimeAnew = (before: Lesson, body: BodyOf<typeof updateOperation>) =>
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

const presentOne = async (db: Db, id: string, actor: Actor): Promise<Lesson> => {
  const found = await lessonQueries.findWhole(db, id, lessonScope(actor));
  if (!found) throw notFound('id');
  return presentLesson(found, {
    staff: await lessonQueries.listStaff(db, id),
    places: await lessonQueries.countPlaces(db, id),
    abilities: {
      manage: can(actor, 'lesson.canManage'),
      send_notification: can(actor, 'lesson.canSendNotification'),
    },
  });
};
