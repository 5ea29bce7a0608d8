import { eq } from 'drizzle-orm';
import type { getLessonRoom } from '@staffroom/contract/domains/lessons/lesson-room.contract.ts';
import type { ResponseOf } from '@staffroom/contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { lessonScope } from './lessons.policy.ts';
import * as lessonQueries from './lessons.queries.ts';
import { lessonRooms } from './lessons.schema.ts';
import { askForRoom, readMaking } from './zoom/zoom-rooms.service.ts';

/** The room of a lesson; undefined where none was made. */
export const findRoom = async (db: Db, lessonId: string) =>
  (await db.select().from(lessonRooms).where(eq(lessonRooms.lessonId, lessonId)))[0];

/**
 * The room of a lesson as the specification names its parts, null where there is none, and what is done about it. Throws
 * not_found.
 */
export const readRoom = async (
  context: Context,
  lessonId: string,
): Promise<ResponseOf<typeof getLessonRoom>> => {
  if (!(await lessonQueries.findById(context.db, lessonId, lessonScope(context.actor))))
    throw notFound('id');
  // Before the room: one that is made meanwhile is there with what was still to do, never missing with nothing to do.
  const making = await readMaking(context, lessonId);
  const room = await findRoom(context.db, lessonId);
  return {
    data: room
      ? {
          id: room.roomId,
          password: room.password,
          registration_url: room.registrationUrl,
          host_email: room.hostEmail,
          settings: { alternative_hosts: room.alternativeHosts },
        }
      : null,
    making,
  };
};

/** Has the room of a lesson made, or tried again at once, where it is not as the lesson is. Throws not_found. */
export const requestRoom = (context: Context, jobs: Jobs, lessonId: string) =>
  inTransaction(context, async (tx) => {
    const inTx = { ...context, db: tx };
    await lessonQueries.lockByIds(tx, [lessonId]);
    const { making } = await readRoom(inTx, lessonId);
    if (making?.may_try) {
      await askForRoom(tx, context, jobs, lessonId);
      await recordAudit(tx, context, {
        action: 'lesson.roomRequested',
        entity: 'lesson',
        entityId: lessonId,
      });
    }
    return readRoom(inTx, lessonId);
  });
