import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase, createEmptyDatabase } from '../../../test/test-database.ts';
import { aFolder } from '../embedded-postgres/test-helpers.ts';
import { makeBackup, restoreBackup } from './backup.ts';

test('a missing pg_dump is reported with the version of the server', async () => {
  const where = await anExternalDatabase();

  const backup = makeBackup(where, { to: aFolder(), programDirs: [aFolder()] });

  await expect(backup).rejects.toThrow(
    'The server is PostgreSQL 18, which needs pg_dump of PostgreSQL 18; this machine has no such program. ' +
      "Install PostgreSQL's client programs, for example apt install postgresql-client-18.",
  );
});

test('a pg_dump of another version is not used', async () => {
  const where = await anExternalDatabase();
  const programDirs = [aFolderWith('pg_dump', '15.3', 'exit 1')];

  const backup = makeBackup(where, { to: aFolder(), programDirs });

  await expect(backup).rejects.toThrow(
    'needs pg_dump of PostgreSQL 18; this machine has only version 15.3.',
  );
});

test('the password is not an argument of pg_dump, and the first matching version is used', async () => {
  const where = await anExternalDatabase();
  const programDirs = [
    aFolderWith('pg_dump', '17.2', 'exit 1'),
    aFolderWith('pg_dump', '18.1', 'echo "$@"; echo "$PGPASSWORD"'),
  ];

  const { folder, manifest } = await makeBackup(where, { to: aFolder(), programDirs });

  const [args = '', password] = readFileSync(join(folder, 'database.dump'), 'utf8').split('\n');
  expect(password).toBe(new URL(where.databaseUrl).password);
  expect(args).toContain('--dbname=postgres://postgres@127.0.0.1:');
  expect(args).not.toContain(password);
  expect(manifest.kind).toBe('dump');
});

test('a failed pg_dump leaves no backup and is reported', async () => {
  const where = await anExternalDatabase();
  const programDirs = [aFolderWith('pg_dump', '18.4', 'echo "no such table" >&2; exit 1')];

  const backup = makeBackup(where, { to: aFolder(), programDirs });

  await expect(backup).rejects.toThrow('pg_dump failed. It reported:\nno such table');
});

test('a dump is not restored over data or into the embedded server', async () => {
  const where = await anExternalDatabase();
  const programDirs = [aFolderWith('pg_dump', '18.4', 'echo dump')];
  const { folder } = await makeBackup(where, { to: aFolder(), programDirs });

  await expect(restoreBackup(where, { from: folder, replace: true })).rejects.toThrow(
    'is not empty. Make a new one with createdb and name it in DATABASE_URL.',
  );
  const embedded = { dataDir: aFolder(), databaseUrl: undefined };
  await expect(restoreBackup(embedded, { from: folder })).rejects.toThrow(
    'The backup is a dump. Name an empty database for it in DATABASE_URL.',
  );
});

test.each([
  ['15.18', 'without an error'],
  ['17.2', 'without an error'],
  ['14.9', 'needs pg_restore of PostgreSQL 15 to 18; this machine has only version 14.9.'],
  ['19.0', 'needs pg_restore of PostgreSQL 15 to 18; this machine has only version 19.0.'],
])('a dump of PostgreSQL 15 is restored into 18 by pg_restore %s %s', async (version, outcome) => {
  const where = await anExternalDatabase();
  const programDirs = [
    aFolderWith('pg_dump', '18.4', 'echo dump'),
    aFolderWith('pg_restore', version, 'exit 0'),
  ];
  const { folder, manifest } = await makeBackup(where, { to: aFolder(), programDirs });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, postgres: '15.18' }));
  const empty = await createDatabase();
  onTestFinished(() => empty.drop());

  const restored = restoreBackup(
    { dataDir: '/nowhere', databaseUrl: empty.url },
    { from: folder, programDirs },
  ).then(
    () => 'without an error',
    ({ message }: Error) => message,
  );
  expect(await restored).toContain(outcome);
});

const anExternalDatabase = async () => {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  return { dataDir: '/nowhere', databaseUrl: database.url };
};

/** A program that reports this version, and otherwise runs the script. */
const aFolderWith = (name: string, version: string, script: string) => {
  const dir = aFolder();
  const lines = [
    '#!/bin/sh',
    `[ "$1" = --version ] && echo "${name} (PostgreSQL) ${version}" && exit`,
    script,
  ];
  writeFileSync(join(dir, name), lines.join('\n'));
  chmodSync(join(dir, name), 0o755);
  return dir;
};
