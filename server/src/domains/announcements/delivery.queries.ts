import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { mostTries as retriesOfAll, pauseAfter } from 'staffroom-contract/shared/retries.ts';
import type { MessageWay, Outcome } from '../../platform/carriers/message.ts';
import type { Db } from '../../platform/database.ts';
import { preparedByShape } from '../../platform/prepared.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { classes } from '../classes/classes.schema.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { announcements, deliveries } from './announcements.schema.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;

/** Returns an announcement with its lesson. Throws if it does not exist. */
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
  if (!found) throw new Error('The announcement of a job does not exist.');
  return found;
};
export type Message = Awaited<ReturnType<typeof findMessage>>;

/**
 * Resets the messages that a crashed worker of this job was sending: an e-mail is sent again, with the same Message-ID,
 * which prevents duplicates; the outcome of a text message is unknown.
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

/** A message with its address. */
export type Due = Pick<DeliveryRow, 'id' | 'address'>;

/** Returns those of these messages that are due now, in the order of creation. */
export const listDue = (db: Db, ids: string[], now: Date): Promise<Due[]> =>
  db
    .select({ id: deliveries.id, address: deliveries.address })
    .from(deliveries)
    .where(and(anyOfList(deliveries.id, ids, 'uuid'), isDue(now)))
    .orderBy(deliveries.id);

/** Returns when the next of these messages is due; undefined if no message is queued. */
export const findNextTry = async (db: Db, ids: string[]) => {
  const [found] = await db
    .select({ at: sql<Date | null>`min(coalesce(${deliveries.nextTry}, ${deliveries.updated}))` })
    .from(deliveries)
    .where(and(anyOfList(deliveries.id, ids, 'uuid'), eq(deliveries.state, 'queued')));
  return found?.at ? new Date(found.at) : undefined;
};

type Taking = { ids: readonly string[]; jobId: string; now: Date };

/**
 * Takes the due messages, so that no other job sends them; undefined for each one that another job has. This counts as
 * an attempt. Safe to repeat: messages that this job already has are returned again without counting.
 */
export const take = async (db: Db, { ids, jobId, now }: Taking) => {
  const taken = await preparedByShape(db, 'take deliveries', (name) =>
    db
      .update(deliveries)
      .set({
        state: 'sending',
        tries: sql`${deliveries.tries} + case when ${deliveries.state} = 'queued' then 1 else 0 end`,
        takenBy: sql`${sql.placeholder('jobId')}`,
        nextTry: null,
        updated: sql`${sql.placeholder('now')}`,
      })
      .where(
        and(
          sql`${deliveries.id} = any(${sql.placeholder('ids')}::uuid[])`,
          sql`(${deliveries.state} = 'queued'
              and (${deliveries.nextTry} is null or ${deliveries.nextTry} <= ${sql.placeholder('now')})
            or ${deliveries.state} = 'sending' and ${deliveries.takenBy} = ${sql.placeholder('jobId')})`,
        ),
      )
      .returning()
      .prepare(name),
  ).execute({ ids, jobId, now });
  const byId = new Map(taken.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
};

/** An attempt with its outcome. */
export type Tried = { delivery: DeliveryRow; outcome: Outcome };
type Recording = {
  tried: readonly Tried[];
  way: MessageWay;
  now: Date;
  firstPauseSeconds: number;
  mostTries?: number | undefined;
};

/** Records the outcomes of attempts. A success replaces any other state and is final. */
export const record = async (db: Db, recording: Recording) => {
  const { tried, way, now } = recording;
  const noted = tried.map((one) => standingAfter(one, recording));
  const list = <Key extends keyof Standing>(key: Key) => noted.map((one) => one[key]);
  await preparedByShape(db, 'record deliveries', (name) =>
    db
      .update(deliveries)
      .set({
        state: sql`noted.state`,
        via: sql`${sql.placeholder('way')}`,
        error: sql`noted.error`,
        nextTry: sql`noted.next_try`,
        updated: sql`${sql.placeholder('now')}`,
      })
      .from(
        sql`unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('states')}::text[],
          ${sql.placeholder('errors')}::text[], ${sql.placeholder('nextTries')}::timestamptz[])
          as noted (id, state, error, next_try)`,
      )
      .where(
        and(
          sql`${deliveries.id} = noted.id`,
          sql`case when noted.state = 'sent' then ${deliveries.state} <> 'sent' else ${deliveries.state} = 'sending' end`,
        ),
      )
      .prepare(name),
  ).execute({
    way,
    now,
    ids: list('id'),
    states: list('state'),
    errors: list('error'),
    nextTries: list('nextTry'),
  });
};

type Standing = Pick<DeliveryRow, 'id' | 'state' | 'error' | 'nextTry'>;

const standingAfter = (
  { delivery: { id, tries }, outcome }: Tried,
  { now, firstPauseSeconds, mostTries = retriesOfAll }: Recording,
): Standing => {
  if (outcome.is === 'sent') return { id, state: 'sent', error: null, nextTry: null };
  const { error } = outcome;
  if (outcome.is === 'postponed' && tries < mostTries) {
    const pause = pauseAfter(tries, firstPauseSeconds) * 1000;
    return { id, state: 'queued', error, nextTry: new Date(now.getTime() + pause) };
  }
  return { id, state: outcome.is === 'unknown' ? 'unknown' : 'failed', error, nextTry: null };
};
