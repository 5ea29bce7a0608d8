import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ensureOwnDatabase } from '../embedded-postgres/ensure-database.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { chooseServerAccount } from '../embedded-postgres/server-account.ts';
import {
  aFolder,
  anArchive,
  ask,
  askUntilAnswered,
  postmasterPid,
  start,
} from '../embedded-postgres/test-helpers.ts';
import { writeBackup } from './backup-folder.ts';
import { makeBackup, restoreBackup } from './backup.ts';
import { businessTime, parseUntil } from './point-in-time.ts';

const zone = 'Asia/Singapore';
const slow = 60_000;

describe('the time of a restore', () => {
  const read = (text: string, of = zone) => {
    const { at } = parseUntil(text, of);
    return at instanceof Date ? at.toISOString() : at;
  };

  test('is business time, or an instant with its zone, or the end of the archive', () => {
    expect(read('2026-11-27 14:30')).toBe('2026-11-27T06:30:00.000Z');
    expect(read('2026-11-27T14:30:05')).toBe('2026-11-27T06:30:05.000Z');
    expect(read('2026-11-27T14:30:00+01:00')).toBe('2026-11-27T13:30:00.000Z');
    expect(read('2026-11-27T14:30:00.250Z', 'America/New_York')).toBe('2026-11-27T14:30:00.250Z');
    expect(read('latest')).toBe('latest');
    expect(businessTime(new Date('2026-11-27T06:30:05Z'), zone)).toBe('2026-11-27 14:30:05');
  });

  test.each(['2026-11-27', '14:30', '2026-02-30 10:00', '2026-11-27 24:00', '2:30pm', ''])(
    'is refused as %s',
    (text) => {
      expect(() => read(text)).toThrow('--until must be a time in Asia/Singapore as');
    },
  );

  test.each(['2026-03-29 02:30', '2026-10-25 02:30'])(
    'is refused if the clock changes: %s',
    (text) => {
      expect(() => read(text, 'Europe/Berlin')).toThrow(
        `The clock of Europe/Berlin changes at ${text}. Write the time with its zone: ${text.replace(' ', 'T')}:00+0`,
      );
    },
  );
});

const home = mkdtempSync(join(tmpdir(), 'staffroom-wal-'));
const dataDir = join(home, 'data');
const history = { archive: '', backup: '', beforeLoss: new Date(), beforeCrash: new Date() };

const note = (url: string, text: string) => ask(url, `insert into notes values ('${text}')`);
const notesOf = (url: string) => ask(url, 'select array_agg(text order by id) from notes');

/** An instant after everything saved until now, and before everything saved later. */
const instantOf = async (url: string): Promise<Date> => {
  const now = (await ask(
    url,
    `select date_trunc('milliseconds', clock_timestamp()) + '1 ms'`,
  )) as Date;
  await vi.waitUntil(() => ask(url, `select clock_timestamp() > '${now.toISOString()}'`));
  return now;
};

/** A server whose archive has a backup, a note before and after an instant, a crash, and another note. */
beforeAll(async () => {
  const settings = { fsync: 'off' };
  const quiet = { dataDir, log: () => undefined, settings };
  await (await startEmbeddedPostgres(quiet)).stop();
  execFileSync('chmod', ['755', home]);
  const walArchive = join(home, 'archive');
  mkdirSync(walArchive);
  const account = chooseServerAccount(join(dataDir, 'postgres/cluster'));
  if (account) execFileSync('chown', [`${account.uid}:${account.gid}`, walArchive]);
  const server = await startEmbeddedPostgres({ ...quiet, walArchive });
  const url = await ensureOwnDatabase(server.url, 'staffroom');
  await ask(url, 'create table notes (text text, id int generated always as identity)');
  await note(url, 'in the backup');
  const cluster = { dataDir, databaseUrl: undefined, walArchive };
  const { folder } = await makeBackup(cluster, { to: join(home, 'backups') });
  await note(url, 'before the loss');
  const beforeLoss = await instantOf(url);
  await note(url, 'the loss');
  await ask(server.url, 'select pg_switch_wal()');
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await askUntilAnswered(url, 'select 1');
  const beforeCrash = await instantOf(url);
  await note(url, 'after the crash');
  await ask(server.url, 'select pg_switch_wal()');
  await note(url, 'at last');
  await server.stop();
  Object.assign(history, { archive: walArchive, backup: folder, beforeLoss, beforeCrash });
}, slow);
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A copy of the archive that the test may change. */
const ownArchive = () => {
  const archive = anArchive(dataDir);
  execFileSync('cp', ['-a', `${history.archive}/.`, archive]);
  return archive;
};

const restoreInto = async (
  dir: string,
  walArchive: string | undefined,
  at: Date | 'latest' | undefined,
  from = history.backup,
) => {
  const until = at && { at, zone };
  await restoreBackup({ dataDir: dir, databaseUrl: undefined, walArchive }, { from, until });
  return dir;
};

const startRestored = async (dir: string, walArchive?: string) => {
  const server = await start(dir, { walArchive });
  return {
    ...server,
    superuser: server.url,
    url: await ensureOwnDatabase(server.url, 'staffroom'),
  };
};

const refusalOf = async (archive: string, at: Date | 'latest') => {
  const dir = aFolder();
  const said = await restoreInto(dir, archive, at).then(String, (error: Error) => error.message);
  expect(existsSync(join(dir, 'postgres/cluster'))).toBe(false);
  expect(
    readdirSync(join(dir, 'postgres')).filter((name) => name.startsWith('unfinished')),
  ).toEqual([]);
  return said;
};

/** No setting or file of the recovery is left in the cluster. */
const expectNoRecovery = (cluster: string) => {
  const names = readdirSync(cluster);
  for (const name of ['recovery.signal', 'standby.signal', 'postmaster.opts', 'postmaster.pid'])
    expect(names).not.toContain(name);
  for (const name of ['postgresql.conf', 'postgresql.auto.conf'])
    expect(readFileSync(join(cluster, name), 'utf8')).not.toMatch(/^\s*(restore|recovery)_/m);
};

const inZone = (at: Date) => businessTime(at, zone);
const segmentsIn = (archive: string) =>
  readdirSync(archive)
    .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
    .toSorted();

describe('a restore to a point in time', () => {
  test(
    'has exactly what was saved before it, and can be repeated for times before and after it',
    { timeout: slow },
    async () => {
      const archive = ownArchive();
      const before = new Map(
        readdirSync(archive).map((name) => [name, readFileSync(join(archive, name))]),
      );

      const firstDir = await restoreInto(aFolder(), archive, history.beforeLoss);
      expectNoRecovery(join(firstDir, 'postgres/cluster'));
      const first = await startRestored(firstDir, archive);
      expect(await ask(first.superuser, `select current_setting('restore_command')`)).toBe('');
      expect(await notesOf(first.url)).toEqual(['in the backup', 'before the loss']);
      await note(first.url, 'in the second life');
      const { folder: later } = await makeBackup(
        { dataDir: firstDir, databaseUrl: undefined, walArchive: archive },
        { to: aFolder() },
      );
      await note(first.url, 'late in the second life');
      await first.stop();

      // Its log has names of its own.
      for (const [name, content] of before)
        expect(readFileSync(join(archive, name)).equals(content)).toBe(true);
      expect(readdirSync(archive)).toContain('00000002.history.gz');

      const rowsAt = async (at: Date | 'latest') => {
        const restored = await startRestored(await restoreInto(aFolder(), archive, at));
        const rows = await notesOf(restored.url);
        await restored.stop();
        return rows;
      };
      // A time of the first life, after the time of the first restore.
      const firstLife = ['in the backup', 'before the loss', 'the loss'];
      expect(await rowsAt(history.beforeCrash)).toEqual(firstLife);
      const secondLife = ['in the backup', 'before the loss', 'in the second life'];
      expect(await rowsAt('latest')).toEqual([...secondLife, 'late in the second life']);

      // A backup alone goes on beside the log of the server that it is of.
      const third = await startRestored(
        await restoreInto(aFolder(), archive, undefined, later),
        archive,
      );
      expect(await notesOf(third.url)).toEqual(secondLife);
      await third.stop();
      expect(segmentsIn(archive).some((name) => name.startsWith('00000003'))).toBe(true);
    },
  );
});

describe('a restore to a point in time is refused', () => {
  test('before the end of the backup and after the last change, with the range', async () => {
    const { archive } = history;
    expect(await refusalOf(archive, new Date('2026-01-01T00:00:00Z'))).toMatch(
      /^--until 2026-01-01 08:00:00 is before the end of this backup: choose an earlier one\. This backup can be restored to any time from .* to about .* \(Asia\/Singapore\)\. Nothing was restored\.$/,
    );
    const tomorrow = new Date(Date.now() + 86_400_000);
    expect(await refusalOf(archive, tomorrow)).toMatch(
      `--until ${inZone(tomorrow)} is after the last change in the archive, which --until latest restores. This backup can be restored`,
    );
  });

  test(
    'if a segment is missing or damaged, and not for a time before it',
    { timeout: slow },
    async () => {
      const archive = ownArchive();
      const last = segmentsIn(archive).at(-1) ?? '';
      const [lost = ''] = segmentsIn(archive).slice(-2);
      rmSync(join(archive, lost));
      const name = lost.replace('.gz', '');
      expect(await refusalOf(archive, 'latest')).toContain(
        `--until latest needs ${name}, which the archive does not have or has of another server. This backup can be restored to any time from `,
      );
      writeFileSync(join(archive, lost), readFileSync(join(archive, last)).subarray(0, 1000));
      expect(await refusalOf(archive, 'latest')).toContain(
        `--until latest needs ${name}.gz of the archive, which is damaged or cannot be read.`,
      );
      const lines: string[] = [];
      const crashed = aFolder();
      mkdirSync(join(crashed, 'postgres/cluster'), { recursive: true });
      writeFileSync(join(crashed, 'postgres/password'), 'another');
      writeFileSync(join(crashed, 'postgres/cluster/postmaster.pid'), `${process.pid}\n`);
      const { replaced } = await restoreBackup(
        { dataDir: crashed, databaseUrl: undefined, walArchive: archive },
        {
          from: history.backup,
          until: { at: history.beforeLoss, zone },
          replace: true,
          log: (line) => lines.push(line),
        },
      );
      expect(existsSync(join(replaced ?? '', 'cluster/postmaster.pid'))).toBe(true);
      expect(lines.join('\n')).toMatch(/did not stop cleanly[^]*Replaying[^]*The last change/);
    },
  );

  test('without the log of the backup, and for another database', async () => {
    const until = { at: 'latest', zone } as const;
    const restored = (
      options: { databaseUrl?: string; walArchive?: string },
      from = history.backup,
    ) => restoreBackup({ dataDir: aFolder(), databaseUrl: undefined, ...options }, { from, until });
    await expect(restored({})).rejects.toThrow('--until needs the archive');
    await expect(restored({ walArchive: aFolder() })).rejects.toThrow('has no log of this backup');
    const { folder } = await writeBackup(aFolder(), async () => ({
      kind: 'logical dump',
      postgres: '18.4',
      migrations: [],
      folders: [],
      files: [],
    }));
    await expect(restored({ walArchive: aFolder() }, folder)).rejects.toThrow(
      '--until needs a backup of the embedded PostgreSQL, and this is a logical dump.',
    );
    await expect(restored({ databaseUrl: 'postgres://db/staffroom' })).rejects.toThrow(
      '--until is for the embedded PostgreSQL.',
    );
  });
});
