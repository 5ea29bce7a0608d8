import { sql, type SQL } from 'drizzle-orm';
import { saysWhoIsThere } from '@staffroom/contract/shared/live.ts';
import type { Db } from './database.ts';
import { liveChannel } from './live-listener.ts';

/**
 * For how long a stream's viewer counts without a word of its process, which has one three times as often: one that died
 * says no goodbye. The database's own clock, since several processes write.
 */
const until = sql`now() + interval '45 seconds'`;

/** Those who have the records of these topics open hear that somebody came or went. */
const telling = (change: SQL) => sql`
  with changed as (${change} returning topic)
  select pg_notify(${liveChannel}, topic) from (select distinct topic from changed) told`;

/** A stream of these topics has begun: its person has their records open. */
export const enterLive = async (
  db: Db,
  stream: { id: string; userId: string },
  topics: Iterable<string>,
): Promise<void> => {
  const open = [...topics].filter(saysWhoIsThere);
  if (open.length === 0) return;
  await db.execute(
    telling(sql`
    insert into live_viewers (stream_id, topic, user_id, until)
    select ${stream.id}, topic, ${stream.userId}, ${until} from unnest(${sql.param(open)}::text[]) topic`),
  );
};

/** A stream has ended. */
export const leaveLive = async (db: Db, streamId: string): Promise<void> => {
  await db.execute(telling(sql`delete from live_viewers where stream_id = ${streamId}`));
};

/** These streams go on; whoever's process has not said so for too long is gone, and others hear of it. */
export const stayLive = async (db: Db, streamIds: readonly string[]): Promise<void> => {
  await db.execute(sql`
    update live_viewers set until = ${until} where stream_id = any(${sql.param(streamIds)}::uuid[])`);
  await db.execute(telling(sql`delete from live_viewers where until < now()`));
};

/** The accounts that have a topic's record open, whatever the number of their screens. */
export const viewersOf = (topic: string): SQL =>
  sql`select user_id from live_viewers where topic = ${topic} and until >= now()`;
