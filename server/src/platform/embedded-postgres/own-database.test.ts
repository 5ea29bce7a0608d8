import { expect, test } from 'vitest';
import { fillDemoData } from '../../demo/fill-demo-data.ts';
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

test('the application is no superuser of its own server, and needs to be none', async () => {
  const server = await start(usedFolder());
  const url = await ensureOwnDatabase(server.url, 'staffroom');
  expect(await ask(url, rights)).toEqual(asApplication);
  await migrate(url);
  await installJobTables(url);
  await fillDemoData(url, { now: new Date('2026-11-20T02:00:00Z'), log: () => undefined });
  expect(await ask(url, foreignObjects)).toBe(0);
  await expect(ask(url, "copy users to program 'cat'")).rejects.toThrow('permission denied');
  expect(await ensureOwnDatabase(server.url, 'staffroom')).toBe(url);
}, 120_000);

test('what an older version made as superuser is handed over, once', async () => {
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
