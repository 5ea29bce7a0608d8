import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from './database.ts';

/** Milliseconds that readiness waits for the database: its own answer comes within 3 s (quality.md). */
const patience = 2500;

/**
 * Asks, and gives up waiting in time: throws then. While a question is unanswered no second one is asked, so that a
 * database that hangs takes one connection, however often a load balancer looks.
 */
export const askInTime = <T>(ask: () => Promise<T>, milliseconds = patience) => {
  let running: Promise<T> | undefined;
  return async (): Promise<T> => {
    running ??= ask().finally(() => {
      running = undefined;
    });
    const answered = new AbortController();
    const late = delay(milliseconds, undefined, { signal: answered.signal, ref: false }).then(
      () => {
        throw new Error('No answer in time.');
      },
    );
    try {
      return await Promise.race([running, late]);
    } finally {
      answered.abort();
      late.catch(() => undefined);
    }
  };
};

/** Is there no space left, for PostgreSQL (`disk_full`) or for this process? */
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === '53100' || error.code === 'ENOSPC')) ||
    isDiskFull(error.cause));

/**
 * Notices a full disk by the requests that fail for it: reading goes on there, and nothing else tells. From then on each
 * look writes a temporary table of 1 MB, until that succeeds.
 */
export const watchDisk = (app: FastifyInstance, { pool }: Database) => {
  let isFull = false;
  app.addHook('onError', async (_request, _reply, error) => {
    if (isDiskFull(error)) isFull = true;
  });
  return {
    isFull: async (): Promise<boolean> => {
      if (isFull) isFull = await pool.query(writeSome).then(() => false, isDiskFull);
      return isFull;
    },
  };
};

/** One message, and so one transaction: nothing of it stays. */
const writeSome = `create temporary table space_probe on commit drop as
  select md5(n::text) as filler from generate_series(1, 15000) n`;
