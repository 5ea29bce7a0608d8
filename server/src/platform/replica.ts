import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import type { Context } from './context.ts';
import { isDatabaseAway, isDatabaseBusy, isRetriable, openDatabase, type Db } from './database.ts';
import type { WatchConnection } from './slow-queries.ts';

/** Milliseconds that a read waits for the replica to catch up, and between two looks. */
const longestWait = 1000;
const pause = 20;
/** Milliseconds without a look at a replica that is away or behind. */
const usualRest = 5000;

/** A streaming replica of the database, for reports and downloads (ADR 101). */
export type Replica = {
  /** The replica, with everything that was saved before this call; undefined if it is away, behind or no replica. */
  upToDate(primary: Db): Promise<Db | undefined>;
  close(): Promise<void>;
};

type Options = {
  poolSize: number;
  logger: Pick<Logger, 'info' | 'warn'>;
  watch?: WatchConnection | undefined;
  rest?: number;
};

/** Opens the replica of DATABASE_REPLICA_URL. It may be away: reads then use the primary. */
export const openReplica = (
  url: string,
  { logger, rest = usualRest, ...options }: Options,
): Replica => {
  const replica = openDatabase(url, { ...options, connectTimeout: 1000 });
  let state = 'in use';
  let restUntil = 0;
  const note = (next: string) => {
    if (next === state) return;
    state = next;
    if (next === 'in use') logger.info('The replica of DATABASE_REPLICA_URL is in use again.');
    else
      logger.warn(`The replica of DATABASE_REPLICA_URL is ${next}. The primary is read instead.`);
  };
  return {
    upToDate: async (primary) => {
      if (performance.now() < restUntil) return undefined;
      const [saved] = (
        await primary.execute<{ at: string }>(sql`select pg_current_wal_flush_lsn()::text as at`)
      ).rows;
      const until = performance.now() + longestWait;
      try {
        for (;;) {
          const { isReplica, hasAll } = await positionOf(replica.db, saved?.at ?? '');
          note(isReplica ? (hasAll ? 'in use' : state) : 'no replica');
          if (!isReplica) return undefined;
          if (hasAll) return replica.db;
          if (performance.now() > until) break;
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
        note('behind');
      } catch (error) {
        if (!isFailing(error)) throw error;
        note('away');
      }
      restUntil = performance.now() + rest;
      return undefined;
    },
    close: () => replica.close(),
  };
};

/** A promoted replica, or the primary itself, is no replica: it may have other data. */
const positionOf = async (db: Db, saved: string) => {
  const { rows } = await db.execute<{ isReplica: boolean; hasAll: boolean | null }>(sql`
    select pg_is_in_recovery() as "isReplica",
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= ${saved}::pg_lsn end as "hasAll"`);
  return { isReplica: rows[0]?.isReplica === true, hasAll: rows[0]?.hasAll === true };
};

/** The replica is away or busy, or aborted the read for a change that it had to apply. */
const isFailing = (error: unknown) =>
  isDatabaseAway(error) || isDatabaseBusy(error) || isRetriable(error);

/**
 * Runs a read on the replica, if the operation may use it; on the primary without one, and if the replica fails before
 * it answers.
 */
export const readFrom = async <T>(
  replica: Replica | undefined,
  context: Context,
  read: (context: Context) => Promise<T>,
): Promise<T> => {
  const db = await replica?.upToDate(context.db);
  if (!db) return read(context);
  try {
    return await read({ ...context, db });
  } catch (error) {
    if (!isFailing(error)) throw error;
    return read(context);
  }
};

/** Reports and downloads, except of pay, which always read the primary (decisions: Money). */
export const mayUseReplica = ({ domain, path }: AnyOperation, isDownload: boolean) =>
  domain !== 'tutor-payments' && (isDownload || path.startsWith('/admin/report/'));
