import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino, { type Logger } from 'pino';
import { afterAll, beforeAll, inject } from 'vitest';
import { buildApp } from '../src/app.ts';
import { allJobs } from '../src/jobs.ts';
import { allListeners } from '../src/listeners.ts';
import { openDatabase, type Database } from '../src/platform/database.ts';
import type { Listener } from '../src/platform/context.ts';
import { startJobs, type Jobs } from '../src/platform/jobs.ts';
import { readSettings, type Settings } from '../src/platform/settings.ts';
import type { AnyOperation } from '@staffroom/contract/shared/operation.ts';
import { createEmptyDatabase, type TestDatabase } from './test-database.ts';
import { signInAs } from './sign-in-as.ts';
import type { AccountOptions, Api } from './stage.ts';
import type { StaffRole } from '@staffroom/contract/domains/identity/permissions.ts';

/** A clock that stands still until a test moves it. */
export type TestClock = { now(): Date; setTo(time: string | Date): void };

export type TestApp = {
  http: FastifyInstance;
  /** Listens on a free loopback port, for tests that need real connections. */
  listen(): Promise<string>;
  database: Database;
  databaseUrl: string;
  clock: TestClock;
  settings: Settings;
  jobs: Jobs;
  listeners: readonly Listener[];
  /** A signed-in staff member of this role; made once per role, or anew with options. */
  as(role: StaffRole, options?: AccountOptions): Promise<Api>;
  /** The next `as` makes everybody anew. */
  forgetSessions(): void;
  close(): Promise<void>;
};

/** Friday 20 November 2026, 10:00 in Singapore: where a test's clock stands unless it moves it. */
export const testNow = new Date('2026-11-20T02:00:00Z');

const createTestClock = (): TestClock => {
  let now = testNow;
  return {
    now: () => now,
    setTo: (time) => {
      now = new Date(time);
    },
  };
};

/** Every success answer of a test must be what the contract promises, and nothing more. */
const checkAgainstContract = (operation: AnyOperation | undefined, answer: unknown) => {
  if (!operation) return;
  const parsed = operation.response.safeParse(answer);
  if (!parsed.success)
    throw new Error(
      `${operation.name} answered what its contract does not promise: ${parsed.error.message}`,
    );
};

export const startTestApp = async (
  options: {
    settings?: Partial<Settings>;
    work?: boolean;
    database?: TestDatabase;
    logger?: Logger;
  } = {},
): Promise<TestApp> => {
  const test = options.database ?? (await createEmptyDatabase());
  const settings: Settings = {
    ...readSettings({
      DEMO: 'off',
      DATABASE_URL: test.url,
      CLASSROOM_URL: 'https://room.example/join',
      LIVE_LINK_KEY: 'a-key-of-tests-that-opens-nothing-at-all',
    }),
    materials: { folder: join(inject('scratch'), randomUUID()) },
    queueLookSeconds: 1,
    ...options.settings,
  };
  const database = openDatabase(test.url, { poolSize: 20 });
  const clock = createTestClock();
  const logger = options.logger ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const jobs = await startJobs({
    database,
    settings,
    clock,
    logger,
    databaseUrl: test.url,
    work: options.work ? allJobs : [],
    listeners: allListeners,
  });
  const http = await buildApp({
    settings,
    database,
    databaseUrl: test.url,
    clock,
    jobs,
    listeners: allListeners,
    logger,
    inspectAnswer: (request, answer) =>
      checkAgainstContract(request.routeOptions.config.operation, answer),
  });
  const known = new Map<StaffRole, Promise<Api>>();
  // Several files of a worker may want connections to the one app that they share.
  let address: Promise<string> | undefined;
  const app: TestApp = {
    http,
    listen: () => (address ??= http.listen({ host: '127.0.0.1', port: 0 })),
    database,
    databaseUrl: test.url,
    clock,
    settings,
    jobs,
    listeners: allListeners,
    as: (role, account) => {
      if (account) return signInAs(app, role, account);
      const session = known.get(role) ?? signInAs(app, role, {});
      known.set(role, session);
      return session;
    },
    forgetSessions: () => known.clear(),
    close: async () => {
      await http.close();
      await jobs.stop();
      await database.close();
      await test.drop();
    },
  };
  return app;
};

/** Something that stands from before the tests of a file until after them. */
const standing = (open: () => Promise<TestApp>, leave: (app: TestApp) => Promise<void>) => {
  const holder: { app?: TestApp } = {};
  beforeAll(async () => {
    holder.app = await open();
  });
  afterAll(async () => {
    if (holder.app) await leave(holder.app);
  });
  return new Proxy({} as TestApp, {
    get: (_target, key) => {
      if (!holder.app) throw new Error('The test app has not started.');
      return holder.app[key as keyof TestApp];
    },
  });
};

/** The app of a test file alone: with settings of its own, a clock that moves, or a database that begins empty. */
export const useOwnTestApp = (options: Parameters<typeof startTestApp>[0] = {}) =>
  standing(
    () => startTestApp(options),
    (app) => app.close(),
  );

let shared: Promise<TestApp> | undefined;

/**
 * The app that the test files of a worker share, and its database: a test's data are its own by their names, and its
 * clock stands still, and again where it stood once a file has ended. Every file signs in anew. It ends with the
 * worker.
 */
export const useTestApp = () =>
  standing(
    () => (shared ??= startTestApp()),
    async (app) => {
      app.forgetSessions();
      app.clock.setTo(testNow);
    },
  );
