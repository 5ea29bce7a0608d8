import type { QueryConfig } from 'pg';
import pino from 'pino';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import {
  listClassEnrolment,
  type EnrolmentFilter,
} from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import { allOperations } from 'staffroom-contract/operations.ts';
import { startTestApp } from '../../test/build-test-app.ts';
import { aClass } from '../../test/factories/class.factory.ts';
import { aReplicaOf, aServer } from '../../test/standby-server.ts';
import { unique } from '../../test/unique.ts';
import type { Context } from './context.ts';
import { openDatabase, type Db } from './database.ts';
import { ensureDatabase } from './embedded-postgres/ensure-database.ts';
import { useUsedFolders } from './embedded-postgres/test-helpers.ts';
import { refusal } from './errors.ts';
import { installJobTables } from './jobs.ts';
import { migrate } from './migrate.ts';
import { mayUseReplica, openReplica, readFrom } from './replica.ts';

const aUsedDataDir = useUsedFolders(async (url) => {
  const database = await ensureDatabase(url, 'staffroom');
  await migrate(database);
  await installJobTables(database);
});

/** A running app whose reports read a streaming replica. */
const anAppWithReplica = async () => {
  const primary = await aServer(aUsedDataDir());
  const replica = await aReplicaOf(primary, aUsedDataDir());
  const lines: string[] = [];
  const note = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg);
  const statements: string[] = [];
  const opened = openReplica(replica.url, {
    poolSize: 2,
    watch: (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) => {
        const [statement] = args;
        statements.push(
          typeof statement === 'string' ? statement : (statement as QueryConfig).text,
        );
        return query(...args);
      }) as typeof client.query;
    },
    logger: pino({ level: 'info' }, { write: note }),
    rest: 0,
  });
  const app = await startTestApp({
    database: { url: primary.url, drop: async () => undefined },
    replica: opened,
  });
  onTestFinished(async () => {
    await app.close();
    await opened.close();
  });
  const admin = await app.as('Admin');
  const report = async (name: string) => {
    const body: EnrolmentFilter = { name: { regex: name } };
    return (await admin.call(listClassEnrolment, { body })).data.map((row) => row.class.name);
  };
  const download = async (name: string) => {
    const query = { filter: { name: { regex: name } } };
    const answer = await admin.send(listClasses, { query, headers: { accept: 'text/csv' } });
    return String(answer.body);
  };
  const aNewClass = () => aClass(app, { name: unique('Maths') });
  return { app, replica, lines, report, download, statements, aNewClass };
};

test('reports and downloads read the replica, and show everything saved before', async () => {
  const { report, download, statements, aNewClass } = await anAppWithReplica();
  for (let round = 0; round < 10; round += 1) {
    const { name } = await aNewClass();
    expect(await report(name)).toEqual([name]);
    expect(await download(name)).toContain(name);
  }
  const ofClasses = statements.filter((text) => text.includes('"classes"'));
  expect(ofClasses.length).toBeGreaterThanOrEqual(20);
});

test('the primary is read while the replica is behind, away or promoted', async () => {
  const { replica, lines, report, aNewClass } = await anAppWithReplica();
  const shows = async () => {
    const { name } = await aNewClass();
    expect(await report(name)).toEqual([name]);
  };
  await shows();
  expect(lines).toEqual([]);

  await replica.ask('select pg_wal_replay_pause()');
  await shows();
  await replica.ask('select pg_wal_replay_resume()');
  await shows();
  await replica.ask('select pg_promote()');
  await shows();
  await replica.stop();
  await shows();

  const of = 'The replica of DATABASE_REPLICA_URL is';
  expect(lines).toEqual([
    `${of} behind. The primary is read instead.`,
    `${of} in use again.`,
    `${of} no replica. The primary is read instead.`,
    `${of} away. The primary is read instead.`,
  ]);
});

describe('a read that fails on the replica', () => {
  const primary = {} as Db;
  const broken = openDatabase('postgres://staffroom@127.0.0.1:1/none', { poolSize: 1 });
  const replica = { upToDate: async () => broken.db, close: () => broken.close() };
  const context = { db: primary } as Context;
  afterAll(() => broken.close());

  test('is repeated on the primary', async () => {
    const read = async ({ db }: Context) => {
      if (db === primary) return 'primary';
      return db.execute(sql`select 1`);
    };
    expect(await readFrom(replica, context, read)).toBe('primary');
  });

  test('is refused as usual if its input is wrong', async () => {
    const asked: Db[] = [];
    const read = async ({ db }: Context) => {
      asked.push(db);
      throw refusal('not_found');
    };
    await expect(readFrom(replica, context, read)).rejects.toMatchObject({ status: 404 });
    expect(asked).toEqual([broken.db]);
  });
});

test('pay is always read from the primary', () => {
  const chosen = allOperations.filter((operation) => mayUseReplica(operation, false));
  expect(chosen.length).toBeGreaterThan(8);
  expect(chosen.every(({ path }) => path.startsWith('/admin/report/'))).toBe(true);
  const pay = allOperations.filter(({ domain }) => domain === 'tutor-payments');
  expect(pay.some((operation) => mayUseReplica(operation, true))).toBe(false);
});
