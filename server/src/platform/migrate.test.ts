import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '../../test/test-database.ts';
import { migrate, readMigrations } from './migrate.ts';

/** A database without any table, dropped afterwards. */
const anEmptyDatabase = async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  const name = `migrate_${Math.random().toString(16).slice(2)}`;
  await admin.query(`create database ${name} template template0`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return url.toString();
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

test('an empty database gets every file, in the order of their numbers', async () => {
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

test('several processes that start at once do it once', async () => {
  const url = await anEmptyDatabase();
  await Promise.all(Array.from({ length: 6 }, () => migrate(url)));
  expect(await appliedNames(url)).toEqual(
    (await readMigrations()).map((migration) => migration.name),
  );
});

describe('a database that is not ours to change', () => {
  const prepared = async (statement: string) => {
    const database = await createEmptyDatabase();
    onTestFinished(() => database.drop());
    await ask(database.url, statement);
    return database.url;
  };

  test('a file that was changed after it was applied is refused by name', async () => {
    const [first] = await readMigrations();
    const url = await prepared(
      `update applied_migrations set checksum = 'another' where name = '${first?.name}'`,
    );
    await expect(migrate(url)).rejects.toThrow(
      `Migration ${first?.name} was changed after it was applied.`,
    );
  });

  test('a file that fails leaves nothing half done, and its lock is let go', async () => {
    const [first] = await readMigrations();
    // The tables of the first file are there although it was never applied.
    const url = await prepared(`delete from applied_migrations where name = '${first?.name}'`);
    await expect(migrate(url)).rejects.toThrow(`Migration ${first?.name} failed.`);
    await expect(migrate(url)).rejects.toThrow(`Migration ${first?.name} failed.`);
    expect(await appliedNames(url)).not.toContain(first?.name);
  });
});
