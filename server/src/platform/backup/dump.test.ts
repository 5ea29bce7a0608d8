import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '../../../test/test-database.ts';
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
