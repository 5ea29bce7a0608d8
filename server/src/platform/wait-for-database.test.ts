import pg from 'pg';
import pino from 'pino';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '../../test/test-database.ts';
import { startTransactionPooler } from '../../test/transaction-pooler.ts';
import { runServer } from '../main.ts';
import { UnusableDatabaseError } from './database.ts';
import { readSettings } from './settings.ts';
import { hostsOf, whenDatabaseAnswers } from './wait-for-database.ts';

const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
};

const aDatabase = async () => {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  return database.url;
};

/** A logger and its messages. */
const aLog = () => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg);
  return { lines, logger: pino({ level: 'warn' }, { write }) };
};

/** Starts an API on this database. */
const startServer = (databaseUrl: string, stop?: AbortSignal) => {
  const log = aLog();
  const settings = readSettings({ DATABASE_URL: databaseUrl, PORT: '0', ROLE: 'api' });
  const running = runServer({ ...settings, databaseUrl }, { logger: log.logger, stop });
  running.catch(() => undefined);
  onTestFinished(async () => (await running.catch(() => undefined))?.stop());
  return { running, lines: log.lines };
};

/** The database for an account with at most `limit` connections. */
const withConnectionLimit = async (url: string, limit: number) => {
  const admin = await connect(inject('postgresUrl'));
  const role = `limited_${process.pid}_${limit}`;
  await admin.query(`create role ${role} login password 'limited' connection limit ${limit}`);
  await admin.query(`grant postgres to ${role}`);
  onTestFinished(() => admin.query(`drop role ${role}`).then(() => undefined));
  const limited = new URL(url);
  limited.username = role;
  limited.password = 'limited';
  return limited.href;
};

test('a start waits while the account has no free connection', async () => {
  const url = await withConnectionLimit(await aDatabase(), 2);
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  const { running, lines } = startServer(url);
  await expect.poll(() => lines, { timeout: 10_000 }).toHaveLength(1);
  expect(lines[0]).toBe(
    `The database of DATABASE_URL (${new URL(url).host}) has no free connection. Waiting for one.`,
  );
  await holder.end();
  const { address } = await running;
  expect((await fetch(`${address}/api/readyz`)).status).toBe(200);
});

test('repeats a step of the start that found no free connection', async () => {
  const url = await aDatabase();
  const { lines, logger } = aLog();
  const failures = [Object.assign(new Error('too many clients'), { code: '53300' })];
  const act = async () => {
    const failure = failures.pop();
    if (failure) throw failure;
    return 'started';
  };
  await expect(whenDatabaseAnswers(url, act, { logger, pause: 1 })).resolves.toBe('started');
  expect(lines).toHaveLength(1);
});

test('a signal ends the wait of a start for the migration of another process', async () => {
  const url = await aDatabase();
  const other = await connect(url);
  await other.query('select pg_advisory_lock(7236001)');
  const stop = new AbortController();
  const { running, lines } = startServer(url, stop.signal);
  await expect.poll(() => lines, { timeout: 10_000 }).toHaveLength(1);
  stop.abort();
  await expect(running).rejects.toThrow(/abort/);
});

describe('a pooler in transaction mode', () => {
  test.each([1, 4])('is refused with a message, with %s connections', async (poolSize) => {
    const pooler = await startTransactionPooler(await aDatabase(), { poolSize });
    onTestFinished(() => pooler.close());
    const { running } = startServer(pooler.url);
    await expect(running).rejects.toThrow(UnusableDatabaseError);
    await expect(running).rejects.toThrow(
      /^DATABASE_URL names a pooler that reassigns connections after each transaction\..*name PostgreSQL itself/,
    );
  });

  test.each([
    ['unsupported startup parameter: statement_timeout', /refuses the time limits/],
    ['transaction blocks not allowed in statement pooling mode', /after each transaction/],
  ])('is recognised by its refusal "%s"', async (refusal, message) => {
    const pooler = await startTransactionPooler(await aDatabase(), { refusal });
    onTestFinished(() => pooler.close());
    await expect(startServer(pooler.url).running).rejects.toThrow(message);
  });

  test('is not detected if each client keeps its connection', async () => {
    const url = await aDatabase();
    const { lines, logger } = aLog();
    await Promise.all(
      Array.from({ length: 8 }, () =>
        whenDatabaseAnswers(url, async () => undefined, { logger, pause: 1 }),
      ),
    );
    expect(lines).toEqual([]);
  });
});

test('the hosts of a URL are shown without account and password', () => {
  expect(hostsOf('postgres://staffroom:secret@db:5432/staffroom')).toBe('db:5432');
  expect(hostsOf('postgres://db/staffroom?application_name=a@b')).toBe('db');
});
