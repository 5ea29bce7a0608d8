import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { mostTries, pauseAfter } from 'staffroom-contract/shared/retries.ts';
import { idSchema } from 'staffroom-contract/shared/text.ts';
import { recordAudit } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/database.ts';
import { defineJob, type JobContext } from '../../../platform/jobs.ts';
import { ZoomRefusal, type Zoom } from '../../../platform/zoom.ts';
import { planOf } from './room-plan.ts';
import * as meetings from './zoom-meetings.ts';
import * as queries from './zoom-rooms.queries.ts';

/** The delay before a room that another job has taken is checked again. */
const lookAgainMs = 5000;
/** Calls per host and day (UTC) that create or change meetings. */
const callsADay = 100;

/** Creates, changes or deletes a lesson's Zoom room (ADR 23), one job at a time. Failures are stored and retried. */
export const keepZoomRoomJob = defineJob({
  name: 'keep-zoom-room',
  payload: z.strictObject({ lesson: idSchema }),
  // The job must survive any number of crashed workers and long database outages.
  retry: { limit: 1000, delaySeconds: 2 },
  handler: async (job, { lesson: lessonId }, signal) => {
    const { db, clock, jobId } = job;
    const room = await queries.take(db, { lessonId, jobId, now: clock.now() });
    if (room)
      try {
        await keepInStep(job, room, signal);
      } catch (error) {
        if (!(error instanceof ZoomRefusal)) throw error;
        await noteFailure(job, room, error);
      } finally {
        await queries.release(db, { lessonId, jobId });
      }
    signal.throwIfAborted();
    const due = await queries.findDue(db, lessonId);
    const soon = clock.now().getTime() + lookAgainMs;
    return due && { again: new Date(Math.max(due.nextTry?.getTime() ?? 0, soon)) };
  },
});

/** Takes one step at a time and stores each before the next, until the room agrees with the lesson. */
const keepInStep = async (job: JobContext, room: queries.ZoomRoom, signal: AbortSignal) => {
  const { db, clock, zoom } = job;
  if (!zoom) throw new ZoomRefusal('postponed', 'this worker has no ZOOM settings');
  const [found] = await queries.listLessons(db, [room.lessonId]);
  if (!found) return;
  const { lesson, roomId } = found;
  if (lesson.endedAt <= clock.now()) {
    if (roomId === null)
      throw new ZoomRefusal('refused', 'the lesson ended before its room was created');
    return queries.settle(db, room, { state: 'ready', error: null, nextTry: null });
  }
  const plan = planOf(found);
  const again = async (values: Partial<queries.ZoomRoom> = {}) => {
    signal.throwIfAborted();
    await keepInStep(job, { ...room, ...values }, signal);
  };

  if (roomId === null && room.creating && room.host !== null && room.kind !== null) {
    await adopt(job, zoom, { ...room, host: room.host, kind: room.kind });
    return again({ creating: false });
  }
  const kind = room.kind ?? plan?.kind ?? 'meeting';
  if (roomId !== null && plan?.kind !== kind) {
    await meetings.deleteMeeting(zoom, kind, roomId);
    await noteGone(job, room, roomId);
    return again({ syncedPlan: null, kind: null });
  }
  if (!plan) return queries.forget(db, room);
  if (roomId === null) return create(job, zoom, { room, lesson, plan });
  if (isDeepStrictEqual(plan, room.syncedPlan))
    return queries.markSynced(db, room, { kind, plan, now: clock.now() });
  try {
    const host = room.host ?? hostsOf(zoom)[0] ?? 'me';
    await takeCall(job, host);
    const meeting = await meetings.updateMeeting(zoom, roomId, { lessonId: lesson.id, host, plan });
    await db.transaction(async (tx) => {
      await queries.keepRoom(tx, lesson.id, meeting);
      await queries.markSynced(tx, room, { kind, plan, now: clock.now() });
    });
  } catch (error) {
    if (!(error instanceof ZoomRefusal && error.is === 'missing')) throw error;
    // The meeting was deleted at Zoom.
    await noteGone(job, room, roomId);
    return again({ syncedPlan: null, kind: null });
  }
};

type Creating = {
  room: queries.ZoomRoom;
  lesson: { id: string; scheduledAt: Date; endedAt: Date };
  plan: meetings.RoomPlan;
};

/** Creates a room. Stores that it has begun first, so that a room whose response is lost is searched for. */
const create = async (job: JobContext, zoom: Zoom, { room, lesson, plan }: Creating) => {
  const { db, clock } = job;
  const { lessonId } = room;
  const { kind } = plan;
  const host = await db.transaction(async (tx) => {
    // Serializes concurrent lessons, so that the second sees which host the first has.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('zoom hosts'))`);
    const free = await queries.findFreestHost(tx, hostsOf(zoom), lesson);
    await queries.set(tx, lessonId, { host: free, kind, creating: true });
    return free;
  });
  try {
    await takeCall(job, host);
    const meeting = await meetings.createMeeting(zoom, { lessonId, host, plan });
    await noteRoom(job, lessonId, meeting, (tx) =>
      queries.markSynced(tx, room, { kind, plan, now: clock.now() }),
    );
  } catch (error) {
    // Zoom refused the call or never received it, so no room exists.
    if (error instanceof ZoomRefusal && error.is !== 'unknown')
      await queries.set(db, lessonId, { host: null, kind: null, creating: false });
    throw error;
  }
};

const hostsOf = (zoom: Zoom) => zoom.settings.hosts;

/** Keeps a room that was created although the response was lost, and deletes duplicates. */
const adopt = async (
  job: JobContext,
  zoom: Zoom,
  { lessonId, host, kind }: { lessonId: string; host: string; kind: meetings.RoomKind },
) => {
  const [own, ...doubles] = await meetings.findMeetings(zoom, { host, kind, lessonId });
  for (const id of doubles) await meetings.deleteMeeting(zoom, kind, id);
  if (own === undefined) return queries.set(job.db, lessonId, { creating: false });
  const meeting = await meetings.getMeeting(zoom, kind, own);
  return noteRoom(job, lessonId, meeting, (tx) => queries.set(tx, lessonId, { creating: false }));
};

const noteRoom = (
  { db, ...job }: JobContext,
  lessonId: string,
  meeting: meetings.Meeting,
  also: (tx: Db) => Promise<unknown>,
) =>
  db.transaction(async (tx) => {
    await queries.keepRoom(tx, lessonId, meeting);
    await also(tx);
    await recordAudit(tx, byZoom(job), {
      action: 'zoom.roomCreated',
      entity: 'lesson',
      entityId: lessonId,
      after: { zoom_meeting: meeting.id },
    });
  });

const noteGone = ({ db, ...job }: JobContext, { lessonId }: { lessonId: string }, roomId: string) =>
  db.transaction(async (tx) => {
    await queries.dropRoom(tx, lessonId);
    await queries.set(tx, lessonId, { syncedPlan: null, kind: null, host: null, creating: false });
    await recordAudit(tx, byZoom(job), {
      action: 'zoom.roomRemoved',
      entity: 'lesson',
      entityId: lessonId,
      before: { zoom_meeting: roomId },
    });
  });

/** The user's action has its own audit row; this one records the result at Zoom. */
const byZoom = <Job extends object>(job: Job) => ({ ...job, actor: { id: null, name: 'Zoom' } });

const takeCall = async ({ db, clock }: JobContext, host: string) => {
  const now = clock.now();
  const day = now.toISOString().slice(0, 10);
  if (await queries.takeCall(db, host, { day, most: callsADay })) return;
  const tomorrow = new Date(Date.parse(day) + 24 * 60 * 60_000);
  throw new ZoomRefusal(
    'postponed',
    `Zoom takes ${callsADay} new or changed rooms per host and day, and today’s are used up`,
    tomorrow,
  );
};

/** A pause that Zoom requests does not count as an attempt. */
const noteFailure = (
  { db, clock, settings }: JobContext,
  room: queries.ZoomRoom,
  { is, message, until }: ZoomRefusal,
) => {
  const now = clock.now();
  const tries = until ? room.tries : room.tries + 1;
  const isForGood = is === 'refused' || tries >= mostTries;
  const pause = pauseAfter(tries, settings.firstPauseSeconds) * 1000;
  return queries.settle(db, room, {
    state: isForGood ? 'failed' : 'waiting',
    tries,
    error: message,
    nextTry: isForGood ? null : (until ?? new Date(now.getTime() + pause)),
    updated: now,
  });
};
