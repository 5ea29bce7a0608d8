import type { Socket } from 'node:net';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { connectionOf } from './database-hosts.ts';
import { refusal } from './errors.ts';
import { namingRepeated } from './name-repeated.ts';
import { createSlots, type Slots } from './slots.ts';
import type { WatchConnection } from './slow-queries.ts';

/** The pool or the current transaction; the first argument of queries, so that one outside is easy to see. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

const clientsOfTransactions = new WeakMap<Db, pg.PoolClient>();

/** The executor of the statements of a database or transaction: the pool, or the connection of the transaction. */
export const clientOf = (db: Db): Pick<pg.ClientBase, 'query'> => {
  const client =
    clientsOfTransactions.get(db) ?? (db as Db & { $client?: pg.Pool | pg.PoolClient }).$client;
  if (!client) throw new Error('The database was not opened by openDatabase.');
  return client;
};

/** True for a transaction or savepoint, false for the pool. */
export const isTransaction = (db: Db) => clientsOfTransactions.has(db);

export type Database = {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
};

type PoolOptions = {
  poolSize: number;
  answerTimeout?: number;
  /** Milliseconds to wait for a connection (5 s). */
  connectTimeout?: number;
  /** Called with each new connection. */
  watch?: WatchConnection | undefined;
};

/**
 * Opens a pool with bounded waits: 5 s for a connection, 15 s for a statement, 10 s for a lock. A server that has not
 * answered within `answerTimeout` milliseconds (20 s) counts as away.
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

/** Milliseconds after which the server aborts a statement, a wait for a lock and an idle transaction. */
export const poolTimeouts = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};

const openPool = (url: string, options: PoolOptions) => {
  const pool = new pg.Pool({
    ...connectionOf(url),
    max: options.poolSize,
    connectionTimeoutMillis: options.connectTimeout ?? 5000,
    idleTimeoutMillis: 30_000,
    ...poolTimeouts,
    keepAlive: true,
    application_name: 'staffroom',
  });
  // An idle connection that breaks is dropped by the pool; the next request opens another.
  pool.on('error', () => undefined);
  // Without a listener, a connection that breaks within a transaction would end the process; its next statement fails.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    endWhenSilent(client as ConnectedClient, options.answerTimeout ?? 20_000);
    options.watch?.(client);
  });
  return pool;
};

type ConnectedClient = pg.PoolClient & Pick<pg.Client, 'connection'> & { readyForQuery: boolean };

/**
 * Ends a connection that is silent for `milliseconds` during a statement. The driver's `query_timeout` has a timer per
 * statement, which keeps whole results in memory and quadrupled full garbage collections. Counts in quarters: in a busy
 * process a timer expires before an answer that has arrived is read, and a successful statement would count as failed.
 */
const endWhenSilent = (client: ConnectedClient, milliseconds: number) => {
  const socket = client.connection.stream as Socket;
  const quarter = milliseconds / 4;
  const moved = () => socket.bytesRead + socket.bytesWritten;
  let silent = { since: moved(), quarters: 0 };
  socket.setTimeout(quarter);
  socket.on('timeout', () => {
    if (client.readyForQuery) return;
    if (silent.since !== moved()) silent = { since: moved(), quarters: 0 };
    silent.quarters += 1;
    if (silent.quarters < 4) socket.setTimeout(quarter);
    else socket.destroy(Object.assign(new Error('The database is silent.'), { code: 'ETIMEDOUT' }));
  });
};

/** The part of a logger that waiting needs. */
export type Warn = { warn(about: object, message: string): void };

/** The database cannot be used, and waiting does not help. The message is for the operator. */
export class UnusableDatabaseError extends Error {}

/**
 * A download keeps its connection as long as its reader takes, so downloads have separate connections, and one account
 * gets at most half of them. A download waits at most 3 s for a slot.
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
 * Reads row by row from one snapshot. The slot is released when the reader stops, or PostgreSQL ends the connection
 * after 30 s without a statement. Throws downloads_busy.
 */
export const readSnapshot = async function* <Row>(
  { db, actor }: { db: Db; actor: { id: string } },
  read: (snapshot: Db) => AsyncIterable<Row>,
): AsyncGenerator<Row> {
  const downloads = downloadPools.get(db);
  if (!downloads) throw new Error('A snapshot cannot be read within a transaction.');
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
  // A generator whose reader has stalled cannot run code of its own.
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

/** Drizzle's own transaction never releases a connection that breaks at `begin`, and reuses one that is broken. */
const transactionsOf = (pool: pg.Pool): Db['transaction'] => {
  const known = new WeakMap<pg.PoolClient, Db>();
  return async (act, config) => {
    const client = await pool.connect();
    const db = known.get(client) ?? drizzle(namingRepeated(client), { casing: 'snake_case' });
    known.set(client, db);
    let isBroken = false;
    try {
      return await db.transaction((tx) => act(withClient(tx, client)), config);
    } catch (error) {
      isBroken = isDatabaseAway(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
};

/** Notes the connection of a transaction, and of the savepoints within it. */
const withClient = <Tx extends Db>(tx: Tx, client: pg.PoolClient): Tx => {
  const savepoint = tx.transaction.bind(tx);
  tx.transaction = (act, config) => savepoint((inner) => act(withClient(inner, client)), config);
  clientsOfTransactions.set(tx, client);
  return tx;
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

/** Returns true if the database is not reachable: the response is 503, and the caller may retry. */
export const isDatabaseAway = (error: unknown) => {
  const state = sqlState(error);
  if (state !== undefined && awayCodes.test(state)) return true;
  return awayMessages.test(everyMessage(error));
};

/** The server, the database or the account has no free connection. */
export const noConnectionLeft = (error: unknown) => sqlState(error) === '53300';

/** The statement or the wait for a lock timed out: busy, not broken. */
export const isDatabaseBusy = (error: unknown) =>
  ['57014', '55P03'].includes(sqlState(error) ?? '');

/** A statement waited longer for a lock than `lock_timeout` allows. */
export const isLockTimeout = (error: unknown) => sqlState(error) === '55P03';

/** PostgreSQL aborted this transaction in favour of another one; it can be retried. */
export const isRetriable = (error: unknown) => ['40001', '40P01'].includes(sqlState(error) ?? '');

/** Name of the violated unique or check constraint, if that is the cause. */
export const brokenConstraint = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint;
  }
  return undefined;
};
