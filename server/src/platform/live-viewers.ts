import { sql, type SQL } from 'drizzle-orm';
import { saysWhoIsThere } from 'staffroom-contract/shared/live.ts';
import type { Db } from './database.ts';
import { liveChannel } from './live-listener.ts';

/** A viewer counts this long without its process's heartbeat (three in this time), by the database's clock. */
const until = sql`now() + interval '45 seconds'`;

/** Notifies those who have the records of these topics open of a change of viewers. */
const telling = (change: SQL) => sql`
  with changed as (${change} returning topic)
  select pg_notify(${liveChannel}, topic) from (select distinct topic from changed) announced`;

/** Records the viewer of a new stream on the records of its topics. */
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

/** Removes the viewer of an ended stream. */
export const leaveLive = async (db: Db, streamId: string): Promise<void> => {
  await db.execute(telling(sql`delete from live_viewers where stream_id = ${streamId}`));
};

/** Extends these streams; removes those of processes without a heartbeat, and notifies their topics. */
export const stayLive = async (db: Db, streamIds: readonly string[]): Promise<void> => {
  await db.execute(sql`
    update live_viewers set until = ${until} where stream_id = any(${sql.param(streamIds)}::uuid[])`);
  await db.execute(telling(sql`delete from live_viewers where until < now()`));
};

/** The accounts that have a topic's record open, each once. */
export const viewersOf = (topic: string): SQL =>
  sql`select user_id from live_viewers where topic = ${topic} and until >= now()`;
