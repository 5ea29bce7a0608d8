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
import type { FetchFile } from '../src/platform/fetch-file.ts';
import { startJobs, type Jobs } from '../src/platform/jobs.ts';
import type { Replica } from '../src/platform/replica.ts';
import { readSettings, type Settings } from '../src/platform/settings.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { fetchFromStandIn } from './picture-website.ts';
import { createEmptyDatabase, type TestDatabase } from './test-database.ts';
import { signInAs } from './sign-in-as.ts';
import type { AccountOptions, Api } from './stage.ts';
import type { StaffRole } from 'staffroom-contract/domains/identity/permissions.ts';

/** A clock that only moves when a test sets it. */
type TestClock = { now(): Date; setTo(time: string | Date): void };

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
  fetchFile: FetchFile;
  /** Returns a signed-in staff member of this role; cached per role unless options are given. */
  as(role: StaffRole, options?: AccountOptions): Promise<Api>;
  /** Clears the cache of `as`. */
  forgetSessions(): void;
  close(): Promise<void>;
};

/** Friday 20 November 2026, 10:00 in Singapore: the default time of the test clock. */
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

/** Every successful response of a test must match the contract exactly. */
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
    fetchFile?: FetchFile;
    replica?: Replica;
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
  const fetchFile = options.fetchFile ?? fetchFromStandIn;
  const jobs = await startJobs({
    database,
    settings,
    clock,
    logger,
    databaseUrl: test.url,
    work: options.work ? allJobs : [],
    listeners: allListeners,
    fetchFile,
  });
  const http = await buildApp({
    settings,
    database,
    databaseUrl: test.url,
    clock,
    jobs,
    listeners: allListeners,
    logger,
    fetchFile,
    replica: options.replica,
    inspectAnswer: (request, answer) =>
      checkAgainstContract(request.routeOptions.config.operation, answer),
  });
  const known = new Map<StaffRole, Promise<Api>>();
  // Several files of a worker share this app and may need connections.
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
    fetchFile,
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

/** An app that is opened before the tests of a file and released after them. */
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

/** A separate app for a test file: with its own settings, a moving clock, or an initially empty database. */
export const useOwnTestApp = (options: Parameters<typeof startTestApp>[0] = {}) =>
  standing(
    () => startTestApp(options),
    (app) => app.close(),
  );

let shared: Promise<TestApp> | undefined;

/**
 * The app and database that the test files of a worker share until the worker ends. Tests separate their data by unique
 * names. The clock does not move by itself and is reset after each file; every file has new sessions.
 */
export const useTestApp = () =>
  standing(
    () => (shared ??= startTestApp()),
    async (app) => {
      app.forgetSessions();
      app.clock.setTo(testNow);
    },
  );
