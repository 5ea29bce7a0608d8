import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { installedBinaries } from './binaries.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded-postgres.ts';
import { chooseServerAccount } from './server-account.ts';

type Application = ChildProcessByStdio<null, Readable, null>;

/** A folder that is removed when the test has finished. */
export const aFolder = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'staffroom postgres-'));
  onTestFinished(() =>
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  );
  return dir;
};

/** Data directories with a stopped server's data and the result of `prepare`: copies, since creating one takes long. */
export const useUsedFolders = (
  prepare: (url: string) => Promise<unknown> = async () => undefined,
): (() => string) => {
  const original = mkdtempSync(join(tmpdir(), 'staffroom-used-'));
  beforeAll(async () => {
    const server = await startEmbeddedPostgres({
      dataDir: original,
      log: () => undefined,
      settings: { fsync: 'off' },
    });
    await prepare(server.url);
    await server.stop();
  }, 60_000);
  afterAll(() => rmSync(original, { recursive: true, force: true }));
  return () => {
    const dir = aFolder();
    // The data must keep the server's account as owner.
    execFileSync('cp', ['-a', join(original, 'postgres'), dir]);
    return dir;
  };
};

/** An empty folder in which the server of this data directory may archive its log. */
export const anArchive = (dataDir: string): string => {
  const parent = aFolder();
  chmodSync(parent, 0o755);
  const archive = join(parent, `the log's 100% "archive"`);
  mkdirSync(archive);
  const account = chooseServerAccount(join(dataDir, 'postgres/cluster'));
  if (account) chownSync(archive, account.uid, account.gid);
  return archive;
};

/** A copy of the installed binaries in this folder, with links. */
export const copyOfBinaries = (dir: string): string => {
  const copy = join(dir, 'native');
  cpSync(installedBinaries(), copy, { recursive: true, verbatimSymlinks: true });
  return copy;
};

/** Starts a server that is stopped when the test has finished. */
export const start = async (
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres & { lines: string[] }> => {
  const lines: string[] = [];
  const server = await startEmbeddedPostgres({
    dataDir,
    log: (line) => lines.push(line),
    settings: { fsync: 'off' },
    ...options,
  });
  onTestFinished(() => server.stop());
  return { ...server, lines };
};

/** Starts a server from another process, which the test may kill. */
export const startInOwnProcess = async (
  dataDir: string,
): Promise<{ url: string; application: Application }> => {
  const application = spawnApplication(dataDir);
  for await (const url of createInterface({ input: application.stdout }))
    return { url, application };
  throw new Error('The application ended before its server was up.');
};

/** Starts the process that starts a server, without waiting for it. */
export const spawnApplication = (dataDir: string): Application => {
  const script = join(import.meta.dirname, 'test-application.ts');
  const application = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void application.kill('SIGKILL'));
  return application;
};

/** The first column of a statement's result. */
export const ask = async (url: string, sql: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString: url });
  // A lost connection also fails the statement; an unhandled event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
};

/** PostgreSQL's file with the process that serves this data directory. */
export const postmasterFile = (dataDir: string): string =>
  join(dataDir, 'postgres/cluster/postmaster.pid');

export const postmasterPid = (dataDir: string): number =>
  Number(readFileSync(postmasterFile(dataDir), 'utf8').split('\n')[0]);

/** Repeats the query until it succeeds, like an application with a pool while the database is away. */
export const askUntilAnswered = async (url: string, sql: string): Promise<unknown> => {
  for (;;) {
    try {
      return await ask(url, sql);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
};
