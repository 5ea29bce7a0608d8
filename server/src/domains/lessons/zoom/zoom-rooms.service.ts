import { isDeepStrictEqual } from 'node:util';
import type { RoomMaking } from 'staffroom-contract/domains/lessons/lesson-room.contract.ts';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { keepZoomRoomJob } from './keep-zoom-room.job.ts';
import { planOf } from './room-plan.ts';
import * as queries from './zoom-rooms.queries.ts';

/** Queues work on changed lessons' rooms, unless up to date or over; creates no room without a Zoom account. */
export const followRooms = async (
  tx: Db,
  context: Context,
  jobs: Jobs,
  lessonIds: readonly string[],
) => {
  if (!context.settings.zoom || lessonIds.length === 0) return;
  const now = context.clock.now();
  for (const found of await queries.listLessons(tx, lessonIds))
    if (isOutOfStep(found, now)) await askForRoom(tx, context, jobs, found.lesson.id);
};

/** Queues the update of a room, with no attempts counted. */
export const askForRoom = async (tx: Db, context: Context, jobs: Jobs, lessonId: string) => {
  await queries.ask(tx, lessonId, context.clock.now());
  await jobs.enqueue(tx, context, keepZoomRoomJob, { lesson: lessonId });
};

const isOutOfStep = (found: queries.LessonWithRoom, now: Date) => {
  if (found.lesson.endedAt <= now) return false;
  const plan = planOf(found);
  if (!plan) return found.room !== null || found.roomId !== null;
  return !isDeepStrictEqual(plan, found.room?.syncedPlan);
};

/** Returns the state of a lesson's room; null if nothing is pending and nothing can be requested. */
export const readMaking = async (
  { db, settings, clock }: Pick<Context, 'db' | 'settings' | 'clock'>,
  lessonId: string,
): Promise<RoomMaking | null> => {
  const [found] = await queries.listLessons(db, [lessonId]);
  if (!found) return null;
  const { room, roomId } = found;
  const couldBeTried = settings.zoom !== undefined && isOutOfStep(found, clock.now());
  if (!room)
    return couldBeTried && roomId === null
      ? { state: 'none', error: null, next_try: null, may_try: true }
      : null;
  return {
    state: room.error === null ? room.state : 'failed',
    error: room.error,
    next_try: room.nextTry?.toISOString() ?? null,
    may_try: couldBeTried && room.error !== null,
  };
};
