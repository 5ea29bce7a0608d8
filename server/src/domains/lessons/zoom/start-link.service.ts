import type { getStartLink } from 'staffroom-contract/domains/lessons/lesson-room.contract.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction, type Context } from '../../../platform/context.ts';
import { notFound, refusal } from '../../../platform/errors.ts';
import { ZoomRefusal, type Zoom } from '../../../platform/zoom.ts';
import { lessonScope } from '../lessons.policy.ts';
import * as lessonQueries from '../lessons.queries.ts';
import { readStartUrl } from './zoom-meetings.ts';
import { findRoom } from './zoom-rooms.queries.ts';

/**
 * Returns the link that starts the room of a lesson as its host, read from Zoom and not stored. An audit row without
 * the link records that it was shown. Throws not_found out of the actor's scope, and live_link_missing with the reason.
 */
export const readStartLink = async (
  context: Context,
  zoom: Zoom | undefined,
  lessonId: string,
): Promise<ResponseOf<typeof getStartLink>> => {
  const lesson = await lessonQueries.findById(context.db, lessonId, lessonScope(context.actor));
  if (!lesson) throw notFound('id');
  if (!lesson.isActive) throw missing('This lesson is not active.');
  if (lesson.endedAt <= context.clock.now()) throw missing('This lesson is over.');
  const room = await findRoom(context.db, lessonId);
  if (!room) throw missing('No zoom room created');
  if (!zoom) throw missing('The ZOOM settings are missing on the server.');
  const url = await readStartUrl(zoom, room.kind, room.id).catch((error: unknown) => {
    if (!(error instanceof ZoomRefusal)) throw error;
    throw missing(`Zoom gives no link: ${error.message}.`);
  });
  return inTransaction(context, async (tx) => {
    await recordAudit(tx, context, {
      action: 'lesson.startLinkShown',
      entity: 'lesson',
      entityId: lessonId,
    });
    return { data: { url } };
  });
};

const missing = (message: string) => refusal('live_link_missing', { message });
