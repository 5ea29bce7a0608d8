import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { runServer, type RunningServer } from 'staffroom-server/src/main.ts';
import { systemClock } from 'staffroom-server/src/platform/clock.ts';
import { openDatabase } from 'staffroom-server/src/platform/database.ts';
import { readSettings, type Settings } from 'staffroom-server/src/platform/settings.ts';
import { fetchFromStandIn } from 'staffroom-server/test/picture-website.ts';
import { signInAs } from 'staffroom-server/test/sign-in-as.ts';
import type { Api, Carrier, Stage } from 'staffroom-server/test/stage.ts';
import type { StaffRole } from 'staffroom-contract/domains/identity/permissions.ts';
import { layPostgresLine, type PostgresLine } from './postgres-line.ts';
import { createWorkerDatabase } from './worker-database.ts';

/** The whole product as `npm start` runs it, on a free loopback port with its own database. */
export type Running = Stage & {
  settings: Settings;
  address: string;
  /** Proxy between this server and its database; a test may cut it. */
  line: PostgresLine;
  /** Stops the server, as for an update; `start` restarts it on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
};

const carryTo = (address: string): Carrier => ({
  inject: async ({ method, url, query, headers, payload }) => {
    const target = new URL(url, address);
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
    const answer = await fetch(
      target,
      payload
        ? {
            method,
            headers: { 'content-type': 'application/json', ...headers },
            // FormData needs no conversion.
            body: Buffer.isBuffer(payload)
              ? new Blob([new Uint8Array(payload)])
              : JSON.stringify(payload),
          }
        : { method, headers },
    );
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    };
  },
});

/** Starts the API and the worker in this process, with the real clock and these settings besides the usual ones. */
export const startRunning = async (
  environment: Readonly<Record<string, string>> = {},
): Promise<Running> => {
  const data = await createWorkerDatabase();
  const line = await layPostgresLine(data.url);
  const settings = {
    ...readSettings({
      DEMO: 'off',
      DATABASE_URL: line.url,
      PORT: '0',
      SIGNUP_URL: 'https://www.staffroom.example/signup',
      CLASSROOM_URL: 'https://room.example/join',
      LIVE_LINK_KEY: 'a-key-of-tests-that-opens-nothing-at-all',
      ...environment,
    }),
    databaseUrl: line.url,
    materials: { folder: await mkdtemp(join(tmpdir(), 'staffroom-materials-')) },
  };
  const logger = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const options = { logger, fetchFile: fetchFromStandIn };
  let server: RunningServer | undefined = await runServer(settings, options);
  const { address } = server;
  const port = Number(new URL(address).port);
  const database = openDatabase(data.url, { poolSize: 4 });
  const known = new Map<StaffRole, Promise<Api>>();

  const stop = async () => {
    await server?.stop();
    server = undefined;
  };
  const running: Running = {
    settings,
    address,
    line,
    database,
    clock: systemClock,
    http: carryTo(address),
    as: (role, account) => {
      if (account) return signInAs(running, role, account);
      const session = known.get(role) ?? signInAs(running, role, {});
      known.set(role, session);
      return session;
    },
    stop,
    start: async () => {
      server ??= await runServer({ ...settings, port }, options);
    },
    end: async () => {
      await stop();
      await line.cut();
      await database.close();
      await data.drop();
      await rm(settings.materials.folder, { recursive: true, force: true });
    },
  };
  return running;
};
