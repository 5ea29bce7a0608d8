import type { Socket } from 'node:net';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { connectionOf } from './database-hosts.ts';
import { refusal } from './errors.ts';
import { createSlots, type Slots } from './slots.ts';
import type { WatchConnection } from './slow-queries.ts';

/** The pool, or the transaction in hand; queries take it first, so that one outside is easy to see. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export type Database = {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
};

type PoolOptions = {
  poolSize: number;
  answerTimeout?: number;
  /** Called with each new connection. */
  watch?: WatchConnection | undefined;
};

/**
 * Opens a pool with bounded waits: for a connection 5 s, a statement 15 s, a lock 10 s; a server that
 * has not answered within `answerTimeout` milliseconds (20 s) counts as away.
 */
export const openDatabase = (url: string, options: PoolOptions): Database => {
  const pool = openPool(url, options);
  const downloads = openPool(url, { ...options, poolSize: downloadsAtOnce });
  const db: Db = drizzle(pool, { casing: 'snake_case' });
  db.transaction = transactionsOf(pool);
  downloadPools.set(db, { pool: downloads, slots: createSlots(downloadSlots) });
  return {
    db,
    pool,
    close: () => Promise.all([pool.end(), downloads.end()]).then(() => undefined),
  };
};

/** Milliseconds after which the server ends a statement, a wait for a lock and an idle transaction. */
export const poolTimeouts = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};

const openPool = (url: string, options: PoolOptions) => {
  const pool = new pg.Pool({
    ...connectionOf(url),
    max: options.poolSize,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    ...poolTimeouts,
    keepAlive: true,
    application_name: 'staffroom',
  });
  // An idle connection that breaks is dropped by the pool; the next request opens another.
  pool.on('error', () => undefined);
  // One that breaks within a transaction, between two statements, would end the process: nobody else
  // listens then. The next statement of the transaction fails, which is how it is told.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    endWhenSilent(client as ConnectedClient, options.answerTimeout ?? 20_000);
    options.watch?.(client);
  });
  return pool;
};

type ConnectedClient = pg.PoolClient & Pick<pg.Client, 'connection'> & { readyForQuery: boolean };

/**
 * Ends a connection over which nothing has come for so many milliseconds while an answer is waited for. The socket's own
 * timer tells: the driver's `query_timeout` makes one for every statement, and under load what these hold on to (whole
 * answers) grows old before it is given up, for four times as many full collections.
 */
const endWhenSilent = (client: ConnectedClient, milliseconds: number) => {
  const socket = client.connection.stream as Socket;
  socket.setTimeout(milliseconds);
  socket.on('timeout', () => {
    if (!client.readyForQuery)
      socket.destroy(Object.assign(new Error('The database is silent.'), { code: 'ETIMEDOUT' }));
  });
};

/** Part of a logger that waits need. */
export type Warn = { warn(about: object, message: string): void };

/** The database cannot be used, and waiting does not help. The message is for the operator. */
export class UnusableDatabaseError extends Error {}

/**
 * A download holds its connection as long as its reader takes, so downloads have connections of their own, and one
 * account gets half of them at most. A download that finds no slot waits 3 s.
 */
const downloadsAtOnce = 4;
const downloadSlots = {
  total: downloadsAtOnce,
  perAccount: downloadsAtOnce / 2,
  waiting: 20,
  waitingPerAccount: 5,
  longestWait: 3000,
  refuse: () => refusal('downloads_busy', { retryAfterSeconds: 5 }),
};
const downloadPools = new WeakMap<Db, { pool: pg.Pool; slots: Slots }>();

/**
 * Reads row by row in one snapshot of the whole database: what others save meanwhile is not seen. The slot is given back
 * when the reader stops, and at once when PostgreSQL ends the connection, which it does after 30 s without a statement.
 * Throws downloads_busy when no slot of the account gets free.
 */
export const readSnapshot = async function* <Row>(
  { db, actor }: { db: Db; actor: { id: string } },
  read: (snapshot: Db) => AsyncIterable<Row>,
): AsyncGenerator<Row> {
  const downloads = downloadPools.get(db);
  if (!downloads)
    throw new Error('A snapshot is read from the database itself, not within a transaction.');
  const giveSlotBack = await downloads.slots.take(actor.id);
  const client = await downloads.pool.connect().catch((error: unknown) => {
    giveSlotBack();
    throw error;
  });
  let isReleased = false;
  const release = (isBroken: boolean) => {
    if (isReleased) return;
    isReleased = true;
    client.off('end', ended);
    client.release(isBroken);
    giveSlotBack();
  };
  // A generator whose reader has stalled runs no code that could notice it.
  const ended = () => release(true);
  client.once('end', ended);
  let isWhole = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    yield* read(drizzle(client, { casing: 'snake_case' }));
    await client.query('commit');
    isWhole = true;
  } finally {
    release(!isWhole);
  }
};

/**
 * Drizzle's own transaction keeps the connection for ever when it breaks at `begin`, and gives a broken
 * one back to the pool as if it were whole; here it always goes back, and a broken one is thrown away.
 */
const transactionsOf = (pool: pg.Pool): Db['transaction'] => {
  const known = new WeakMap<pg.PoolClient, Db>();
  return async (act, config) => {
    const client = await pool.connect();
    const db = known.get(client) ?? drizzle(client, { casing: 'snake_case' });
    known.set(client, db);
    let isBroken = false;
    try {
      return await db.transaction(act, config);
    } catch (error) {
      isBroken = isDatabaseAway(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
};

const sqlState = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
};

/** 25006: a standby, after a failover, refuses writes. */
const awayCodes = /^(08|25006|57P0|53|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|EAI_AGAIN)/;
const awayMessages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

const everyMessage = (error: unknown): string =>
  error instanceof Error ? `${error.message}\n${everyMessage(error.cause)}` : '';

/** Is the database away, rather than unwilling? Then the answer is 503 and the caller may try again. */
export const isDatabaseAway = (error: unknown) => {
  const state = sqlState(error);
  if (state !== undefined && awayCodes.test(state)) return true;
  return awayMessages.test(everyMessage(error));
};

/** The server, the database or the account has as many connections as it may have. */
export const noConnectionLeft = (error: unknown) => sqlState(error) === '53300';

/** The statement or the wait for a lock took too long: busy, not broken. */
export const isDatabaseBusy = (error: unknown) =>
  ['57014', '55P03'].includes(sqlState(error) ?? '');

/** A statement waited longer for a lock than `lock_timeout` allows. */
export const isLockTimeout = (error: unknown) => sqlState(error) === '55P03';

/** PostgreSQL gave up this transaction in favour of another; it can simply run again. */
export const isRetriable = (error: unknown) => ['40001', '40P01'].includes(sqlState(error) ?? '');

/** The name of the unique or check constraint that refused a write, if that is what happened. */
export const brokenConstraint = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint;
  }
  return undefined;
};
