import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { getHome } from 'staffroom-contract/domains/home/home.contract.ts';
import { createOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { getSystem } from 'staffroom-contract/domains/system/system.contract.ts';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { anOrderBody } from '../../../test/factories/order.factory.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { ensureOwnDatabase } from '../embedded-postgres/ensure-database.ts';
import {
  aFolder,
  anArchive,
  ask,
  postmasterPid,
  start,
} from '../embedded-postgres/test-helpers.ts';
import { installJobTables } from '../jobs.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { quickLoading } from '../../quick-loading.ts';
import { writeBackup, writeCounted } from './backup-folder.ts';
import { makeBackup, restoreBackup } from './backup.ts';
import { checkBackup } from './check-backup.ts';

const home = mkdtempSync(join(tmpdir(), 'staffroom-backup-'));
const dataDir = join(home, 'data');
const embedded = (directory: string) => ({ dataDir: directory, databaseUrl: undefined });

/** The tests share one Staffroom: creating its database takes longer than the tests. */
beforeAll(async () => {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    settings: { fsync: 'off' },
  });
  const database = await ensureOwnDatabase(server.url, 'staffroom');
  await migrate(database);
  await installJobTables(database);
  await server.stop();
}, 60_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const slow = 60_000;

test(
  'orders created during a backup: the restored copy has all earlier orders, and no incomplete one',
  { timeout: slow },
  async () => {
    const { server, app } = await aStaffroom();
    const desk = await takeOrders(app);
    const before = [...desk.taken];

    const [folder] = await Promise.all([backUpAsOperator(), endSegmentsMeanwhile(server.url)]);
    await desk.close();
    expect(desk.taken.length).toBeGreaterThan(before.length);

    const restored = aFolder();
    await restoreBackup(embedded(restored), { from: folder });
    const copy = await start(restored);
    const database = await ensureOwnDatabase(copy.url, 'staffroom');
    expect(await ask(database, 'select array_agg(id::text) from orders')).toEqual(
      expect.arrayContaining(before),
    );
    expect(await ask(database, ordersByHalves)).toBe('0');
  },
);

test(
  'a stopped Staffroom is backed up and checked too, and restored over another one, which is kept',
  { timeout: slow },
  async () => {
    const { folder } = await makeBackup(embedded(dataDir), { to: aFolder() });
    const scratch = aFolder();
    const { tables, rows, manifest } = await checkBackup(folder, { scratch });
    expect(tables).toBeGreaterThan(40);
    expect(rows).toBeGreaterThanOrEqual(manifest.migrations.length);
    expect(readdirSync(scratch)).toEqual([]);
    const other = anotherDataDir();
    await expect(restoreBackup(embedded(other), { from: folder })).rejects.toThrow(
      `${other} is not empty.`,
    );

    const { replaced = '' } = await restoreBackup(embedded(other), { from: folder, replace: true });

    expect(readFileSync(join(replaced, 'password'), 'utf8')).toBe('another');
    expect(readdirSync(join(replaced, 'cluster'))).toEqual(['PG_VERSION']);
    const copy = await start(other);
    const database = await ensureOwnDatabase(copy.url, 'staffroom');
    expect(await ask(database, 'select min(name) from applied_migrations')).toBe(
      '0001-people-and-sessions.sql',
    );
    const openToOthers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => (statSync(join(folder, path)).mode & 0o077) !== 0,
    );
    expect(openToOthers).toEqual([]);
    expect(statSync(folder).mode & 0o077).toBe(0);
  },
);

test('a running Staffroom is not overwritten by a restore; a stopped backup leaves nothing', async () => {
  const { url } = await start(dataDir);
  const pid = postmasterPid(dataDir);
  const { folder } = await aSmallBackup();

  await expect(restoreBackup(embedded(dataDir), { from: folder, replace: true })).rejects.toThrow(
    'uses the data directory',
  );
  const to = aFolder();
  await expect(makeBackup(embedded(dataDir), { to, stop: AbortSignal.abort() })).rejects.toThrow(
    'aborted',
  );

  expect(readdirSync(to)).toEqual([]);
  expect(postmasterPid(dataDir)).toBe(pid);
  expect(await ask(url, 'select 1')).toBe(1);
});

test('a backup that was changed is refused, and nothing is restored', async () => {
  const { folder } = await aSmallBackup();
  const manifestFile = join(folder, 'manifest.json');
  const manifest = readFileSync(manifestFile, 'utf8');
  const restored = aFolder();
  const refusal = async () => {
    const outcome = restoreBackup(embedded(restored), { from: folder });
    return outcome.then(String, (error: Error) => error.message);
  };

  writeFileSync(manifestFile, manifest.slice(0, -20));
  expect(await refusal()).toBe(`${folder} is damaged: its manifest.json cannot be read.`);

  writeFileSync(manifestFile, manifest.replace('0001-people', '9999-newer'));
  expect(await refusal()).toContain('this one does not know its migration 9999-newer');

  writeFileSync(manifestFile, manifest.replace('"postgres/password"', '"../password"'));
  expect(await refusal()).toBe(`${folder} is damaged: its manifest.json cannot be read.`);

  writeFileSync(manifestFile, manifest.replace('18.4', '17.2'));
  expect(await refusal()).toContain('The backup is of PostgreSQL 17.2');

  writeFileSync(manifestFile, manifest);
  const password = join(folder, 'postgres/password');
  writeFileSync(password, 'Secret');
  expect(await refusal()).toContain(`${folder} is damaged: postgres/password`);

  writeFileSync(password, 'secrets');
  expect(await refusal()).toContain(`${folder} is damaged: postgres/password`);

  rmSync(password);
  expect(await refusal()).toContain(`${folder} is damaged: postgres/password`);

  writeFileSync(password, 'secret');
  appendFileSync(join(folder, 'postgres/cluster/another'), '');
  expect(await refusal()).toContain(`${folder} is damaged: postgres/cluster/another`);
  expect(existsSync(join(restored, 'postgres/cluster'))).toBe(false);
});

test(
  'an archive of the log that fails is a problem on System health and Home until it works again',
  { timeout: slow },
  async () => {
    const walArchive = anArchive(dataDir);
    const { server, app } = await aStaffroom({ walArchive });
    const admin = await app.as('Admin');
    const problems = async () => {
      const { parts } = (await admin.call(getSystem)).data;
      const { state, problem } = parts.find(({ name }) => name === 'backup') ?? {};
      return { state, problem, home: (await admin.call(getHome, {})).data.backup };
    };
    const endSegment = () => ask(server.url, 'select pg_switch_wal()');
    expect(await problems()).toMatchObject({ problem: null, home: null });

    chmodSync(walArchive, 0o500);
    await endSegment();
    await expect.poll(problems, { timeout: 20_000 }).toEqual({
      state: 'failing',
      problem: expect.stringMatching(
        /^PostgreSQL cannot archive its log, \d segments? of 16 MB/,
      ) as unknown,
      home: { last: null, archive_fails: true },
    });

    chmodSync(walArchive, 0o700);
    await endSegment();
    await expect.poll(problems, { timeout: 20_000 }).toMatchObject({ problem: null, home: null });
  },
);

/** A backup with everything that is checked, but without a database. */
const aSmallBackup = async () => {
  const [migration] = await readMigrations();
  return writeBackup(aFolder(), async (folder) => {
    mkdirSync(join(folder, 'postgres/cluster'), { recursive: true });
    const password = Readable.from([Buffer.from('secret')]);
    const written = await writeCounted(password, join(folder, 'postgres/password'));
    return {
      kind: 'base backup',
      postgres: '18.4',
      migrations: [{ name: migration!.name, checksum: migration!.checksum }],
      folders: [],
      files: [{ path: 'postgres/password', ...written }],
    };
  });
};

/** A folder that a restore accepts as the database of another Staffroom. */
const anotherDataDir = () => {
  const dir = aFolder();
  mkdirSync(join(dir, 'postgres/cluster'), { recursive: true });
  writeFileSync(join(dir, 'postgres/cluster/PG_VERSION'), '18\n');
  writeFileSync(join(dir, 'postgres/password'), 'another');
  return dir;
};

/** A running Staffroom. */
const aStaffroom = async ({ walArchive }: { walArchive?: string } = {}) => {
  const server = await start(dataDir, { walArchive });
  const url = await ensureOwnDatabase(server.url, 'staffroom');
  const database = { url, drop: async () => undefined };
  const app = await startTestApp({ database, settings: { walArchive } });
  onTestFinished(() => app.close());
  return { server, app };
};

/** Runs the command in a separate process: in this one, file operations would wait for the orders. */
const backUpAsOperator = async () => {
  const to = aFolder();
  const command = join(import.meta.dirname, '../../../../tools/backup.ts');
  await promisify(execFile)(process.execPath, [...quickLoading, command, '--to', to], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
    },
  });
  return join(to, readdirSync(to)[0] ?? '');
};

/** Two sellers who create one order after another; resolves once each has created the first. */
const takeOrders = async (app: TestApp) => {
  const admin = await app.as('Admin');
  const { tuitionClass, lessons } = await aClassWithLessons(app, 3, { maxCap: 100_000 });
  const taken: string[] = [];
  let isOpen = true;
  const takeOne = async () => {
    const body = anOrderBody(tuitionClass.id, lessons);
    taken.push((await admin.call(createOrder, { body })).data._id);
  };
  const sellers = [1, 2];
  await Promise.all(sellers.map(takeOne));
  const work = Promise.all(
    sellers.map(async () => {
      while (isOpen) await takeOne();
    }),
  );
  const close = async () => {
    isOpen = false;
    await work;
  };
  onTestFinished(close);
  return { taken, close };
};

/** Writes enough to make PostgreSQL recycle its oldest log segments, once the backup has begun. */
const endSegmentsMeanwhile = async (url: string) => {
  const hasBegun = `select 1 from pg_stat_activity where application_name = 'staffroom backup' and query like '%pg_backup_start%'`;
  await vi.waitUntil(() => ask(url, hasBegun), { timeout: 20_000, interval: 50 });
  for (let segments = 0; segments < 3; segments += 1) {
    await ask(url, 'select pg_switch_wal()');
    await ask(url, 'checkpoint');
  }
};

/** Number of incomplete orders, without all rows of their act. */
const ordersByHalves = `
  select count(*) from orders
  where cardinality(lesson_ids) <> 3 or actual_price <> 3 * 3000
    or (select count(*) from roster_sources where order_id = orders.id) <> 3
    or not exists (select from order_history where order_id = orders.id)`;
