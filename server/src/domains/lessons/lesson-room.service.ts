import { eq } from 'drizzle-orm';
import type { getLessonRoom } from '@staffroom/contract/domains/lessons/lesson-room.contract.ts';
import type { ResponseOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { lessonScope } from './lessons.policy.ts';
import * as lessonQueries from './lessons.queries.ts';
import { lessonRooms } from './lessons.schema.ts';

/** The room of a lesson; undefined where none was made. */
export const findRoom = async (db: Db, lessonId: string) =>
  (await db.select().from(lessonRooms).where(eq(lessonRooms.lessonId, lessonId)))[0];

/** The room of a lesson as the specification names its parts; null where none was made. Throws not_found. */
export const readRoom = async (
  context: Context,
  lessonId: string,
): Promise<ResponseOf<typeof getLessonRoom>> => {
  if (!(await lessonQueries.findById(context.db, lessonId, lessonScope(context.actor))))
    throw notFound('id');
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
  };
};
