import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase, createEmptyDatabase } from '../../test/test-database.ts';
import { UnusableDatabaseError } from './database.ts';
import { migrate, readMigrations, type Migration } from './migrate.ts';

/** A database without any table, dropped afterwards. */
const anEmptyDatabase = async () => {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  return database.url;
};

const ask = async (url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
};

const appliedNames = async (url: string) =>
  (await ask(url, 'select name from applied_migrations order by name')).map((row) => row['name']);

test('an empty database gets all files in order', async () => {
  const url = await anEmptyDatabase();
  await migrate(url);
  const names = (await readMigrations()).map((migration) => migration.name);
  expect(names).toEqual(names.toSorted());
  expect(names[0]).toMatch(/^0001-/);
  expect(await appliedNames(url)).toEqual(names);
});

test('a second run changes nothing', async () => {
  const url = await anEmptyDatabase();
  await migrate(url);
  const before = await ask(url, 'select * from applied_migrations order by name');
  await migrate(url);
  expect(await ask(url, 'select * from applied_migrations order by name')).toEqual(before);
});

test('several processes that start concurrently migrate once', async () => {
  const url = await anEmptyDatabase();
  await Promise.all(Array.from({ length: 6 }, () => migrate(url)));
  expect(await appliedNames(url)).toEqual(
    (await readMigrations()).map((migration) => migration.name),
  );
});

/** A connection that a test keeps open. */
const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
};

const aMigratedDatabase = async (statement = 'select 1') => {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  await ask(database.url, statement);
  return database.url;
};

/** The migrations of this build and one more. */
const withOneMore = async (sql: string): Promise<Migration[]> => [
  ...(await readMigrations()),
  { name: '9999-one-more.sql', sql, checksum: 'one more' },
];

const aLog = () => {
  const lines: string[] = [];
  return { lines, warn: (_about: object, message: string) => void lines.push(message) };
};

describe('a database that this build cannot upgrade', () => {
  test('refuses a migration that was changed after it was applied, and says what to do', async () => {
    const [first] = await readMigrations();
    const url = await aMigratedDatabase(
      `update applied_migrations set checksum = 'another' where name = '${first?.name}'`,
    );
    const refused = migrate(url, { migrations: await withOneMore('create table one_more ()') });
    await expect(refused).rejects.toThrow(UnusableDatabaseError);
    await expect(refused).rejects.toThrow(
      `Migration ${first?.name} was changed after it was applied. Nothing was changed.`,
    );
    await expect(refused).rejects.toThrow(/start the version that ran before/);
    expect(await appliedNames(url)).not.toContain('9999-one-more.sql');
  });

  test('refuses a database of a newer version, with its newer migrations and what to do', async () => {
    const url = await aMigratedDatabase(
      `insert into applied_migrations (name, checksum) values ('9998-newer.sql', 'newer')`,
    );
    const refused = migrate(url, { migrations: await withOneMore('create table one_more ()') });
    await expect(refused).rejects.toThrow(UnusableDatabaseError);
    await expect(refused).rejects.toThrow(
      /was upgraded by a newer version of Staffroom: it has 9998-newer\.sql, .* Nothing was changed\. Start the newer version; to go back, restore the backup/,
    );
    expect(await appliedNames(url)).not.toContain('9999-one-more.sql');
  });

  test('rolls back a failed migration, releases its lock and says what to do', async () => {
    const [first] = await readMigrations();
    // The tables of the first file exist although it was not applied.
    const url = await aMigratedDatabase(
      `delete from applied_migrations where name = '${first?.name}'`,
    );
    const failed = new RegExp(`Migration ${first?.name} failed\\. It was rolled back; .*restore`);
    await expect(migrate(url)).rejects.toThrow(failed);
    await expect(migrate(url)).rejects.toThrow(failed);
    expect(await appliedNames(url)).not.toContain(first?.name);
  });
});

describe('a migration that has to wait', () => {
  test('stops waiting for another process as soon as the start is stopped', async () => {
    const url = await aMigratedDatabase();
    const other = await connect(url);
    await other.query('select pg_advisory_lock(7236001)');
    const log = aLog();
    const stop = new AbortController();
    const waiting = migrate(url, { stop: stop.signal, logger: log, pause: 10 });
    await expect.poll(() => log.lines).toHaveLength(1);
    expect(log.lines[0]).toMatch(/Another process is migrating the database/);
    stop.abort();
    await expect(waiting).rejects.toThrow(/abort/);
  });

  test('does not block other queries while a long transaction uses its table, and tries again', async () => {
    const url = await aMigratedDatabase();
    const reader = await connect(url);
    await reader.query('begin');
    await reader.query('select count(*) from users');
    const log = aLog();
    const migrating = migrate(url, {
      migrations: await withOneMore('alter table users add column one_more text'),
      logger: log,
      pause: 100,
    });
    const lockWaits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table users%'`;
    await expect.poll(async () => (await ask(url, lockWaits)).length).toBe(1);
    const started = performance.now();
    // The migration gives up after 2 s; without that, this would wait for the transaction below.
    await ask(url, 'select count(*) from users');
    expect(performance.now() - started).toBeLessThan(10_000);
    await expect.poll(() => log.lines.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(log.lines[0]).toMatch(/9999-one-more\.sql cannot lock a table/);
    await reader.query('commit');
    await migrating;
    expect(await appliedNames(url)).toContain('9999-one-more.sql');
  });
});
