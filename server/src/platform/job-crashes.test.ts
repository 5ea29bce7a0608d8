import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { crash, note } from '../../test/crashing-worker.ts';
import { createEmptyDatabase } from '../../test/test-database.ts';
import { systemClock } from './clock.ts';
import { openDatabase } from './database.ts';
import { listQuarantined, pruneJobStarts, watchCrashes } from './job-crashes.ts';
import { startJobs, type JobDefinition } from './jobs.ts';
import { jobStarts } from './platform.schema.ts';
import { readSettings } from './settings.ts';

vi.setConfig({ testTimeout: 60_000 });

/** An empty database, a queue, and workers that a test can kill. */
const aPlace = async () => {
  const test = await createEmptyDatabase();
  const database = openDatabase(test.url, { poolSize: 4 });
  const jobs = await startJobs({
    database,
    databaseUrl: test.url,
    settings: readSettings({ DEMO: 'off', DATABASE_URL: test.url }),
    clock: systemClock,
    logger: pino({ level: 'silent' }),
    work: [],
    listeners: [],
  });
  onTestFinished(async () => {
    await jobs.stop();
    await database.close();
    await test.drop();
  });
  const starts = join(mkdtempSync(join(inject('scratch'), 'crashes-')), 'starts');
  writeFileSync(starts, '');
  const startWorker = async () => {
    const child = fork(join(import.meta.dirname, '../../test/crashing-worker.ts'), {
      env: { ...process.env, DATABASE_URL: test.url, STARTS: starts },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exit = once(child, 'exit');
    // A worker that crashes at once may exit before it sends a message.
    await Promise.race([once(child, 'message'), exit]);
    return { child, exit };
  };
  return {
    db: database.db,
    startWorker,
    lines: () => readFileSync(starts, 'utf8').split('\n').filter(Boolean),
    enqueue: (job: JobDefinition, text: string) =>
      database.db.transaction((tx) => jobs.enqueue(tx, person, job, { note: text })),
    /** The queue detects a lost worker after 10 s without a heartbeat; in this test, at its next check. */
    forgetHeartbeats: () =>
      database.db.execute(
        sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`,
      ),
  };
};

const actor = { id: '01900000-0000-7000-8000-000000000001' } as never;
const person = { actor, requestId: 'request-1' };
const asWork = (job: unknown) => job as JobDefinition;

test('quarantines a job that ended its worker three times, and continues with every other job', async () => {
  const place = await aPlace();
  await place.enqueue(asWork(crash), 'poison');
  await place.enqueue(asWork(note), 'long');
  for (let start = 1; start <= 3; start += 1) {
    const { exit } = await place.startWorker();
    await exit;
    await place.forgetHeartbeats();
  }
  await place.enqueue(asWork(note), 'later');

  const last = await place.startWorker();

  await expect.poll(() => place.lines(), { timeout: 20_000 }).toContain('done later');
  await expect.poll(() => listQuarantined(place.db), { timeout: 20_000 }).toHaveLength(1);
  expect(await listQuarantined(place.db)).toMatchObject([{ name: 'crash', crashes: 3 }]);
  expect(place.lines().filter((line) => line.startsWith('crash'))).toHaveLength(3);
  // It was running at the first crash too, but is not the cause.
  await expect.poll(() => place.lines(), { timeout: 20_000 }).toContain('done long');
  expect(last.child.exitCode).toBeNull();
  const left = () =>
    place.db.execute(sql`select name, state from pgboss.job where state <> 'completed'`);
  await expect.poll(async () => (await left()).rows, { timeout: 20_000 }).toEqual([]);
});

const aJob = (id: string) => ({ id, name: 'note', data: {} });
const ids = [
  '01900000-0000-7000-8000-00000000000a',
  '01900000-0000-7000-8000-00000000000b',
] as const;
const clock = { now: () => new Date('2026-03-14T06:00:00Z') };
const forever = () => new Promise<void>(() => undefined);
const crashesOf = async (db: Parameters<typeof watchCrashes>[0]) =>
  Object.fromEntries(
    (await db.select().from(jobStarts)).map(({ jobId, crashes, blamed }) => [
      jobId,
      crashes + (blamed ? 1 : 0),
    ]),
  );

test('keeps no record of a job that ended, even if it failed', async () => {
  const { db } = await aPlace();
  const watch = watchCrashes(db, clock);

  await watch.run(aJob(ids[0]), () => Promise.resolve());
  await watch.run(aJob(ids[1]), () => Promise.reject(new Error('no'))).catch(() => undefined);

  expect(await crashesOf(db)).toEqual({});
});

test('blames a crash only on the suspect of the process', async () => {
  const { db } = await aPlace();
  const first = watchCrashes(db, clock);
  void first.run(aJob(ids[0]), forever);
  await expect.poll(() => crashesOf(db)).toEqual({ [ids[0]]: 1 });

  // The first process has crashed. In the second, another job starts before the suspect.
  const second = watchCrashes(db, clock);
  void second.run(aJob(ids[1]), forever);
  await expect.poll(() => crashesOf(db)).toEqual({ [ids[0]]: 1, [ids[1]]: 1 });
  void second.run(aJob(ids[0]), forever);

  await expect.poll(() => crashesOf(db)).toEqual({ [ids[0]]: 2, [ids[1]]: 0 });
});

test('runs one suspect at a time', async () => {
  const { db } = await aPlace();
  const lost = watchCrashes(db, clock);
  for (const id of ids) void lost.run(aJob(id), forever);
  await expect.poll(() => crashesOf(db)).toEqual({ [ids[0]]: 1, [ids[1]]: 1 });
  const watch = watchCrashes(db, clock);
  const { promise, resolve } = Promise.withResolvers<void>();
  const started: string[] = [];

  const runs = ids.map((id) =>
    watch.run(aJob(id), () => {
      started.push(id);
      return promise;
    }),
  );
  await expect.poll(() => started).toHaveLength(1);
  // The other one is not blamed while it waits.
  const [running = ''] = started;
  const waiting = ids.find((id) => id !== running) ?? '';
  await expect.poll(() => crashesOf(db)).toEqual({ [running]: 2, [waiting]: 1 });
  resolve();
  await Promise.all(runs);

  expect(started).toHaveLength(2);
  expect(await crashesOf(db)).toEqual({});
});

test('runs a suspect beside another one that takes too long', async () => {
  const { db } = await aPlace();
  const lost = watchCrashes(db, clock);
  for (const id of ids) void lost.run(aJob(id), forever);
  await expect.poll(() => crashesOf(db)).toEqual({ [ids[0]]: 1, [ids[1]]: 1 });
  const watch = watchCrashes(db, clock, 20);

  for (const id of ids) void watch.run(aJob(id), forever);

  await expect.poll(() => crashesOf(db)).toEqual({ [ids[0]]: 2, [ids[1]]: 2 });
});

test('removes the blame if the process is alive after all', async () => {
  const { db } = await aPlace();
  const slow = watchCrashes(db, clock);
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = slow.run(aJob(ids[0]), () => promise);
  await expect.poll(() => crashesOf(db)).toEqual({ [ids[0]]: 1 });
  void watchCrashes(db, clock).run(aJob(ids[0]), forever);
  await expect.poll(() => crashesOf(db)).toEqual({ [ids[0]]: 2 });

  resolve();
  await run;

  expect(await crashesOf(db)).toEqual({ [ids[0]]: 1 });
});

test('blames no job that a regular stop left behind', async () => {
  const { db } = await aPlace();
  const watch = watchCrashes(db, clock);
  void watch.run(aJob(ids[0]), forever);
  await expect.poll(() => crashesOf(db)).toEqual({ [ids[0]]: 1 });

  await watch.stop();

  expect(await crashesOf(db)).toEqual({ [ids[0]]: 0 });
});

test('deletes starts after 14 days and keeps jobs in quarantine', async () => {
  const { db } = await aPlace();
  const start = { name: 'note', data: {}, processId: ids[0], crashes: 1, blamed: false };
  const old = new Date('2026-02-20T00:00:00Z');
  await db.insert(jobStarts).values([
    { ...start, jobId: ids[0], started: old },
    { ...start, jobId: ids[1], started: old, quarantinedAt: old },
  ]);

  await pruneJobStarts(db, clock.now());

  expect(Object.keys(await crashesOf(db))).toEqual([ids[1]]);
});
