import { expect, test } from 'vitest';
import { installJobTables } from '../jobs.ts';
import { migrate } from '../migrate.ts';
import { ensureDatabase, ensureOwnDatabase } from './ensure-database.ts';
import { ask, start, useUsedFolders } from './test-helpers.ts';

const usedFolder = useUsedFolders();

const rights = `select json_build_object('user', current_user, 'super', rolsuper, 'create', rolcreatedb or rolcreaterole)
  from pg_roles where rolname = current_user`;
const asApplication = { user: 'staffroom', super: false, create: false };

const foreignObjects = `select count(*)::int from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname in ('public', 'pgboss') and relowner <> 'staffroom'::regrole`;

test('the application is not a superuser of its own server', async () => {
  const server = await start(usedFolder());
  const url = await ensureOwnDatabase(server.url, 'staffroom');
  expect(await ask(url, rights)).toEqual(asApplication);
  await migrate(url);
  await installJobTables(url);
  expect(await ask(url, foreignObjects)).toBe(0);
  await expect(ask(url, "copy users to program 'cat'")).rejects.toThrow('permission denied');
  expect(await ensureOwnDatabase(server.url, 'staffroom')).toBe(url);
}, 120_000);

test('objects of an older version, created as superuser, get the new owner once', async () => {
  const server = await start(usedFolder());
  const old = await ensureDatabase(server.url, 'staffroom');
  await migrate(old);
  await installJobTables(old);
  const url = await ensureOwnDatabase(server.url, 'staffroom');
  expect(await ask(url, foreignObjects)).toBe(0);
  await ask(url, 'alter table users add column another text');
  await migrate(url);
  await installJobTables(url);
}, 120_000);
