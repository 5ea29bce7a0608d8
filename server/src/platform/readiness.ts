import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from './database.ts';

/** Milliseconds that readiness waits for the database, to answer within 3 s (quality.md). */
const patience = 2500;

/** Gives a check a time limit, which throws. No second one starts meanwhile: a hanging database uses one connection. */
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

/** Returns true if PostgreSQL (`disk_full`) or this process has no space left. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === '53100' || error.code === 'ENOSPC')) ||
    isDiskFull(error.cause));

/** Detects a full disk by failed requests, since reads still work; then each check writes 1 MB until that succeeds. */
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

/** One message and so one transaction, which leaves nothing behind. */
const writeSome = `create temporary table space_probe on commit drop as
  select md5(n::text) as filler from generate_series(1, 15000) n`;
