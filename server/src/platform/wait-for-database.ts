import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionOf } from './database-hosts.ts';
import {
  isDatabaseAway,
  noConnectionLeft,
  poolTimeouts,
  UnusableDatabaseError,
  type Warn,
} from './database.ts';

/** Milliseconds between two tries while the database is not reachable. */
const tryAgainAfter = 1000;

export type WaitOptions = {
  logger: Warn;
  pause?: number;
  /** Aborts the wait; its reason is thrown. */
  stop?: AbortSignal | undefined;
};

/**
 * Runs `act` once the database accepts writes, and again if it is lost meanwhile; a standby or a full server waits with
 * a warning. Throws what waiting does not fix: a wrong password or name, a pooler without sessions, `stop`.
 */
export const whenDatabaseAnswers = async <T>(
  url: string,
  act: () => Promise<T>,
  { logger, pause = tryAgainAfter, stop }: WaitOptions,
): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    stop?.throwIfAborted();
    try {
      await checkDatabase(url);
      return await act();
    } catch (error) {
      const state = error instanceof StandbyError ? error.message : stateOf(error);
      if (state === undefined) throw error;
      if (tries % 10 === 0)
        logger.warn({ err: error }, `The database of DATABASE_URL (${hostsOf(url)}) ${state}`);
    }
    await delay(pause, undefined, { signal: stop });
  }
};

const stateOf = (error: unknown) => {
  if (noConnectionLeft(error)) return 'has no free connection. Waiting for one.';
  return isDatabaseAway(error) ? 'is away. Waiting for it.' : undefined;
};

/** Hosts and ports of a URL, without account and password. */
export const hostsOf = (url: string) => /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url)?.[1] ?? '';

class StandbyError extends Error {}

const checkDatabase = async (url: string) => {
  const one = await connect(url);
  try {
    const { rows } = await one.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    if (rows[0]?.standby)
      throw new StandbyError('is a standby and accepts no writes. Waiting for its promotion.');
    const other = await connect(url);
    try {
      if (await shareSessions(one, other)) throw new UnusableDatabaseError(transactionPooler);
    } finally {
      await other.end().catch(() => undefined);
    }
  } catch (error) {
    throw refusalOfPooler(error) ?? error;
  } finally {
    await one.end().catch(() => undefined);
  }
};

const connect = async (url: string) => {
  const client = new pg.Client({
    ...connectionOf(url),
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
    application_name: 'staffroom start',
    ...poolTimeouts,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw refusalOfPooler(error) ?? error;
  }
};

/**
 * Detects a pooler that shares server connections: while `other` is in a transaction, `one` must keep its process,
 * which such a pooler gives to `other`. Several tries, because other clients may use it too.
 */
const shareSessions = async (one: pg.Client, other: pg.Client) => {
  const first = await processOf(one);
  for (let tries = 0; tries < 3; tries += 1) {
    await other.query('begin');
    if ((await processOf(other)) === first) return true;
    if ((await processOf(one)) !== first) return true;
    await other.query('commit');
  }
  return false;
};

const processOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
};

/** Recognises messages of pgbouncer. Their code is that of a broken connection, for which the start would wait. */
const refusalOfPooler = (error: unknown) => {
  const message = error instanceof Error ? error.message : '';
  if (/unsupported startup parameter/.test(message))
    return new UnusableDatabaseError(poolerOptions);
  if (/pooling mode/.test(message)) return new UnusableDatabaseError(transactionPooler);
  return undefined;
};

const transactionPooler =
  'DATABASE_URL names a pooler that reassigns connections after each transaction. Staffroom needs its connections for locks and ' +
  'live updates: name PostgreSQL itself, or a database of the pooler with pool_mode = session.';

const poolerOptions =
  'DATABASE_URL names a pooler that refuses the time limits which Staffroom sets. Name PostgreSQL itself, or let the pooler ' +
  `accept them, in pgbouncer with pool_mode = session and ignore_startup_parameters = ${Object.keys(poolTimeouts).join(', ')}.`;
