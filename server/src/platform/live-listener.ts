import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { connectionOf } from './database-hosts.ts';

/** The channel of PostgreSQL on which all changes are announced. */
export const liveChannel = 'staffroom_live';

/** Milliseconds between two checks of the connection, and before another one is opened. */
const lookEvery = 5000;
const tryAgainAfter = 500;

type Needs = {
  logger: Logger;
  heard: (payload: string) => void;
  /** Called when it starts to listen, at first and after each interruption. */
  resumed: () => void;
};

export type Listener = { isListening(): boolean; close(): Promise<void> };

/** Listens to the channel on a separate connection, since the pool's are shared; reconnects after a failure. */
export const openListener = (databaseUrl: string, needs: Needs): Listener => {
  const closing = new AbortController();
  let listening = false;
  const ended = listenAgainAndAgain(databaseUrl, needs, {
    closing: closing.signal,
    is: (now) => {
      listening = now;
    },
  });
  return {
    isListening: () => listening,
    close: async () => {
      closing.abort();
      await ended;
    },
  };
};

type State = { closing: AbortSignal; is: (listening: boolean) => void };

const listenAgainAndAgain = async (databaseUrl: string, needs: Needs, state: State) => {
  const { closing } = state;
  while (!closing.aborted) {
    try {
      await listenOnce(databaseUrl, needs, state);
    } catch (error) {
      if (!closing.aborted) needs.logger.warn({ err: error }, 'live updates are interrupted');
    }
    await delay(tryAgainAfter, undefined, { signal: closing }).catch(() => undefined);
  }
};

/** Listens until the connection breaks or `closing` aborts. */
const listenOnce = async (databaseUrl: string, needs: Needs, { closing, is }: State) => {
  const client = new pg.Client({
    ...connectionOf(databaseUrl),
    application_name: 'staffroom live',
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
    keepAlive: true,
  });
  const over = new AbortController();
  const stop = () => over.abort();
  closing.addEventListener('abort', stop);
  client.on('error', stop);
  client.on('end', stop);
  client.on('notification', ({ payload }) => needs.heard(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${liveChannel}`);
    is(true);
    needs.resumed();
    while (!over.signal.aborted) {
      await delay(lookEvery, undefined, { signal: over.signal }).catch(() => undefined);
      // This query fails on a connection that was cut silently.
      if (!over.signal.aborted) await client.query('select 1');
    }
  } finally {
    is(false);
    closing.removeEventListener('abort', stop);
    await Promise.race([
      client.end().catch(() => undefined),
      delay(1000, undefined, { ref: false }),
    ]);
  }
};
