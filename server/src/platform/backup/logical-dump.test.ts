import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import pg from 'pg';
import { getMe } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { createOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { startTestApp } from '../../../test/build-test-app.ts';
import {
  aLessonWith,
  anAnnouncement,
  pupils,
} from '../../../test/factories/announcement.factory.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { anOrderBody } from '../../../test/factories/order.factory.ts';
import { createEmptyDatabase } from '../../../test/test-database.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { ensureOwnDatabase } from '../embedded-postgres/ensure-database.ts';
import { aFolder, ask, start } from '../embedded-postgres/test-helpers.ts';
import { installJobTables } from '../jobs.ts';
import { migrate } from '../migrate.ts';
import { makeBackup, restoreBackup } from './backup.ts';

const home = mkdtempSync(join(tmpdir(), 'staffroom-dump-'));
const dataDir = join(home, 'data');
const embedded = { dataDir, databaseUrl: undefined };

beforeAll(async () => {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    settings: { fsync: 'off' },
  });
  const url = await ensureOwnDatabase(server.url, 'staffroom');
  await migrate(url);
  await installJobTables(url);
  const app = await startTestApp({ database: { url, drop: async () => undefined } });
  const admin = await app.as('Admin');
  const { tuitionClass, lessons } = await aClassWithLessons(app, 3);
  await admin.call(createOrder, { body: anOrderBody(tuitionClass.id, lessons) });
  const { lesson } = await aLessonWith(app, pupils(20));
  // Leaves a job that no worker has taken yet.
  await anAnnouncement(app, lesson.id, {
    content: '<p>Tabs\t, "quotes", back\\slash, 你好 and a line\nbreak</p>',
  });
  await app.close();
  await server.stop();
}, 90_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const slow = 60_000;

test(
  'moves the embedded database to an empty one of another server: every row, constraint and trigger',
  { timeout: slow },
  async () => {
    const { folder, manifest } = await makeBackup(embedded, { to: aFolder(), logical: true });
    expect(manifest).toMatchObject({ kind: 'logical dump', postgres: '18.4' });

    const external = await start(aFolder());
    // An account that owns its database and is not a superuser, as an operator creates it.
    const target = await ensureOwnDatabase(external.url, 'restored');
    await restoreBackup({ dataDir: '/nowhere', databaseUrl: target }, { from: folder });

    const original = await start(dataDir);
    const source = new URL(original.url);
    source.pathname = '/staffroom';
    const [before, after] = [await contentOf(source.href), await contentOf(target)];
    expect(after).toEqual(before);
    expect(before.tables.length).toBeGreaterThan(40);
    for (const name of ['users', 'orders', 'announcement_deliveries', 'audit_log', 'pgboss.job'])
      expect(before.tables.find(({ table }) => table === name)?.rows).toBeGreaterThan(0);
    expect(before.constraints.length).toBeGreaterThan(50);
    expect(before.triggers.length).toBeGreaterThan(5);

    // Staffroom starts on it and works.
    await migrate(target);
    const app = await startTestApp({ database: { url: target, drop: async () => undefined } });
    onTestFinished(() => app.close());
    const admin = await app.as('Admin');
    expect((await admin.call(getMe)).data._id).toBe(admin.id);
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
    await admin.call(createOrder, { body: anOrderBody(tuitionClass.id, lessons) });
  },
);

test(
  'a dump that is damaged or does not fit leaves the database empty',
  { timeout: slow },
  async () => {
    const { folder } = await makeBackup(embedded, { to: aFolder(), logical: true });
    const server = await start(aFolder());
    const databaseUrl = await ensureOwnDatabase(server.url, 'restored');
    const restore = () => restoreBackup({ dataDir: '/nowhere', databaseUrl }, { from: folder });
    const relations = `select count(*)::int from pg_class where relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))`;
    const manifestFile = join(folder, 'manifest.json');
    const manifest = readFileSync(manifestFile, 'utf8');

    const wrong = JSON.parse(manifest) as { tables: { name: string; rows: number }[] };
    for (const table of wrong.tables) if (table.name === 'public.users') table.rows += 1;
    writeFileSync(manifestFile, JSON.stringify(wrong));
    await expect(restore()).rejects.toThrow(/is damaged: public\.users has \d+ rows/);
    expect(await ask(databaseUrl, relations)).toBe(0);

    writeFileSync(manifestFile, manifest.replace(/"jobTables": \d+/, '"jobTables": 3'));
    await expect(restore()).rejects.toThrow('The dump has jobs of version 3 of the job queue');
    expect(await ask(databaseUrl, relations)).toBe(0);

    writeFileSync(manifestFile, manifest);
    const users = join(folder, 'tables/public.users.copy.gz');
    const content = readFileSync(users);
    content[20]! ^= 1;
    writeFileSync(users, content);
    await expect(restore()).rejects.toThrow('is damaged: tables/public.users.copy.gz');
    expect(await ask(databaseUrl, relations)).toBe(0);
  },
);

test('a logical dump is not restored over data or into the embedded server', async () => {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  const where = { dataDir: aFolder(), databaseUrl: database.url };
  const { folder } = await makeBackup(where, { to: aFolder(), logical: true });

  await expect(restoreBackup(where, { from: folder, replace: true })).rejects.toThrow(
    'is not empty. Make a new one with createdb and name it in DATABASE_URL.',
  );
  await expect(
    restoreBackup({ dataDir: aFolder(), databaseUrl: undefined }, { from: folder }),
  ).rejects.toThrow('The backup is a logical dump. Name an empty database for it in DATABASE_URL.');
});

test('a logical dump covers everything in our schema', async () => {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  const leftOut = await ask(
    database.url,
    `select string_agg(relname, ', ') from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname !~ '^(pg_|pgboss$|information_schema$)' and relkind in ('S', 'm', 'f')`,
  );
  // A sequence or a materialized view would need support in logical-dump.ts.
  expect(leftOut).toBe(null);
});

/** Number of rows and a hash of the content of each table, and the definitions of its constraints and triggers. */
const contentOf = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: names } = await client.query<{ table: string }>(`
      select oid::regclass::text as table from pg_class
      where relkind in ('r', 'p') and not relispartition
        and (relnamespace = 'public'::regnamespace or oid::regclass::text in ('pgboss.queue', 'pgboss.job'))
      order by 1`);
    const tables = [];
    for (const { table } of names) {
      const { rows } = await client.query<{ rows: number; hash: string }>(
        `select count(*)::int as rows, md5(string_agg(t::text, chr(10) order by t::text)) as hash from ${table} t`,
      );
      tables.push({ table, ...rows[0] });
    }
    const constraints = await client.query(`
      select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition, convalidated
      from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`);
    const triggers = await client.query(`
      select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger
      where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace) order by 1, 2`);
    return { tables, constraints: constraints.rows, triggers: triggers.rows };
  } finally {
    await client.end();
  }
};
