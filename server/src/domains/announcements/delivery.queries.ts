import { and, eq, isNull, lte, ne, or, sql } from 'drizzle-orm';
import {
  mostTries,
  pauseAfter,
} from '@staffroom/contract/domains/announcements/announcements.rules.ts';
import type { MessageWay, Outcome } from '../../platform/carriers/message.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { classes } from '../classes/classes.schema.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { announcements, deliveries } from './announcements.schema.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;

/** What is written, and about which lesson. */
export const findMessage = async (db: Db, announcementId: string) => {
  const [found] = await db
    .select({
      announcement: announcements,
      lesson: { term: lessons.term, index: lessons.lessonIndex, className: classes.name },
    })
    .from(announcements)
    .innerJoin(lessons, eq(lessons.id, announcements.lessonId))
    .innerJoin(classes, eq(classes.id, lessons.classId))
    .where(eq(announcements.id, announcementId));
  if (!found) throw new Error('The announcement of a job is not there.');
  return found;
};
export type Message = Awaited<ReturnType<typeof findMessage>>;

/**
 * What a lost worker of this job was sending: an e-mail goes again, which its Message-ID makes harmless; of a text
 * message nobody knows.
 */
export const takeBackInterrupted = (
  db: Db,
  { jobId, ids, now, to }: { jobId: string; ids: string[]; now: Date; to: 'queued' | 'unknown' },
) =>
  db
    .update(deliveries)
    .set({
      state: to,
      updated: now,
      ...(to === 'unknown' && { error: 'no answer recorded' }),
    })
    .where(
      and(
        anyOfList(deliveries.id, ids, 'uuid'),
        eq(deliveries.state, 'sending'),
        eq(deliveries.takenBy, jobId),
      ),
    );

const isDue = (now: Date) =>
  and(eq(deliveries.state, 'queued'), or(isNull(deliveries.nextTry), lte(deliveries.nextTry, now)));

/** Those of these messages that wait for a try now, in the order in which they were written. */
export const listDue = async (db: Db, ids: string[], now: Date) =>
  (
    await db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(anyOfList(deliveries.id, ids, 'uuid'), isDue(now)))
      .orderBy(deliveries.id)
  ).map(({ id }) => id);

/** When the next of these messages is due; undefined when none waits. */
export const findNextTry = async (db: Db, ids: string[]) => {
  const [found] = await db
    .select({ at: sql<Date | null>`min(coalesce(${deliveries.nextTry}, ${deliveries.updated}))` })
    .from(deliveries)
    .where(and(anyOfList(deliveries.id, ids, 'uuid'), eq(deliveries.state, 'queued')));
  return found?.at ? new Date(found.at) : undefined;
};

/** Takes a message that is due, so that nobody else sends it; undefined where somebody has. Its try counts from here. */
export const take = async (
  db: Db,
  { id, jobId, now }: { id: string; jobId: string; now: Date },
): Promise<DeliveryRow | undefined> => {
  const [taken] = await db
    .update(deliveries)
    .set({
      state: 'sending',
      tries: sql`${deliveries.tries} + 1`,
      takenBy: jobId,
      nextTry: null,
      updated: now,
    })
    .where(and(eq(deliveries.id, id), isDue(now)))
    .returning();
  return taken;
};

type Recorded = {
  delivery: DeliveryRow;
  outcome: Outcome;
  way: MessageWay;
  now: Date;
  firstPauseSeconds: number;
};

/** Notes what became of a try. A success counts whatever somebody else has noted meanwhile, and stays. */
export const record = (db: Db, { delivery, outcome, way, now, firstPauseSeconds }: Recorded) => {
  const { id, tries } = delivery;
  if (outcome.is === 'sent')
    return db
      .update(deliveries)
      .set({ state: 'sent', via: way, error: null, nextTry: null, updated: now })
      .where(and(eq(deliveries.id, id), ne(deliveries.state, 'sent')));
  const isAgain = outcome.is === 'postponed' && tries < mostTries;
  const state = outcome.is === 'unknown' ? 'unknown' : 'failed';
  const pause = pauseAfter(tries, firstPauseSeconds) * 1000;
  return db
    .update(deliveries)
    .set({
      state: isAgain ? 'queued' : state,
      via: way,
      error: outcome.error,
      nextTry: isAgain ? new Date(now.getTime() + pause) : null,
      updated: now,
    })
    .where(and(eq(deliveries.id, id), eq(deliveries.state, 'sending')));
};
