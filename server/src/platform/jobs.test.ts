import { sql } from 'drizzle-orm';
import pino, { type Logger } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createEmptyDatabase } from '../../test/test-database.ts';
import { systemClock } from './clock.ts';
import { openDatabase } from './database.ts';
import { defineJob, installJobTables, startJobs, type JobDefinition } from './jobs.ts';
import { readSettings } from './settings.ts';

vi.setConfig({ testTimeout: 60_000 });

type Handler = JobDefinition<z.ZodObject<{ note: z.ZodString }>>['handler'];

/** A job that records its payloads, in an empty database. */
const aPlace = async (logger: Logger = pino({ level: 'silent' })) => {
  const test = await createEmptyDatabase();
  const database = openDatabase(test.url, { poolSize: 5 });
  const stops: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    for (const stop of stops.toReversed()) await stop();
    await database.close();
    await test.drop();
  });
  const start = async (job?: JobDefinition) => {
    const jobs = await startJobs({
      database,
      databaseUrl: test.url,
      settings: {
        ...readSettings({ DEMO: 'off', DATABASE_URL: test.url }),
        queueLookSeconds: 1,
      },
      clock: systemClock,
      logger,
      work: job ? [job] : [],
      listeners: [],
    });
    stops.push(() => jobs.stop());
    return jobs;
  };
  const jobWith = (handler: Handler, retry = { limit: 3, delaySeconds: 0 }) =>
    defineJob({ name: 'note-it', payload: z.object({ note: z.string() }), retry, handler });
  return { database, url: test.url, start, jobWith };
};

const actor = { id: '01900000-0000-7000-8000-000000000001' } as never;
const person = { actor, requestId: 'request-1' };
const asWork = (job: unknown) => job as JobDefinition;

describe('a job', () => {
  test('runs once after the commit, in the name of the person who queued it', async () => {
    const { database, start, jobWith } = await aPlace();
    const done: unknown[] = [];
    const job = jobWith(async (context, payload) => {
      done.push({ ...payload, actorId: context.actorId, requestId: context.requestId });
      return Promise.resolve();
    });
    const queueing = await start();
    await start(asWork(job));

    await database.db
      .transaction(async (tx) => {
        await queueing.enqueue(tx, person, job, { note: 'taken back' });
        throw new Error('The order was refused.');
      })
      .catch(() => undefined);
    await database.db.transaction((tx) => queueing.enqueue(tx, person, job, { note: 'kept' }));

    await expect.poll(() => done.length, { timeout: 10_000 }).toBe(1);
    expect(done).toEqual([
      { note: 'kept', actorId: '01900000-0000-7000-8000-000000000001', requestId: 'request-1' },
    ]);
  });

  test('is not queued with an invalid payload', async () => {
    const { database, start, jobWith } = await aPlace();
    const jobs = await start();
    const job = jobWith(() => Promise.resolve());
    await expect(
      database.db.transaction((tx) => jobs.enqueue(tx, person, job, { note: 5 } as never)),
    ).rejects.toThrow('expected string');
  });

  test('waits once for each key: a later request replaces it and makes it due', async () => {
    const { database, start, jobWith } = await aPlace();
    const done: string[] = [];
    const plain = jobWith((_context, { note }) => {
      done.push(note);
      return Promise.resolve();
    });
    const job = { ...plain, keyOf: ({ note }: { note: string }) => note.slice(0, 1) };
    const jobs = await start();
    const ask = (note: string) =>
      database.db.transaction((tx) => jobs.enqueue(tx, person, job, { note }));
    for (const note of ['a1', 'b1', 'a2']) await ask(note);
    await database.db.execute(
      sql`update pgboss.job set start_after = now() + interval '1 hour' where name = 'note-it'`,
    );
    await ask('a3');
    await start(asWork(job));
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(['a3']);
    const { rows } = await database.db.execute<{ note: string }>(
      sql`select data -> 'payload' ->> 'note' as note from pgboss.job
        where name = 'note-it' and state = 'created'`,
    );
    expect(rows).toEqual([{ note: 'b1' }]);
  });

  test('that is postponed runs again with its new payload, unless the same key was requested meanwhile', async () => {
    const { database, start, jobWith } = await aPlace();
    const done: string[] = [];
    const place: { jobs?: Awaited<ReturnType<typeof start>> } = {};
    const ask = (note: string) =>
      database.db.transaction(async (tx) => place.jobs?.enqueue(tx, person, job, { note }));
    const plain = jobWith(async (_context, { note }) => {
      done.push(note);
      if (note === 'a1') return { again: systemClock.now(), payload: { note: 'a2' } };
      if (note !== 'b1') return undefined;
      await ask('b3');
      return { again: systemClock.now(), payload: { note: 'b2' } };
    });
    const job = { ...plain, workers: 1, keyOf: ({ note }: { note: string }) => note.slice(0, 1) };
    place.jobs = await start(asWork(job));
    await ask('a1');
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(['a1', 'a2']);
    await ask('b1');
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(['a1', 'a2', 'b1', 'b3']);
    const open = sql`select from pgboss.job where name = 'note-it' and state <> 'completed'`;
    await expect.poll(async () => (await database.db.execute(open)).rowCount).toBe(0);
    expect(done).toHaveLength(4);
  });

  test('that fails is retried by its policy, and then given up', async () => {
    const { database, start, jobWith } = await aPlace();
    let tries = 0;
    const job = jobWith(
      () => {
        tries += 1;
        return Promise.reject(new Error('Not today.'));
      },
      { limit: 2, delaySeconds: 0 },
    );
    const jobs = await start(asWork(job));
    await database.db.transaction((tx) => jobs.enqueue(tx, person, job, { note: 'x' }));
    const state = async () =>
      (
        await database.db.execute<{ state: string }>(
          sql`select state from pgboss.job where name = 'note-it'`,
        )
      ).rows[0]?.state;
    await expect.poll(state, { timeout: 30_000 }).toBe('failed');
    expect(tries).toBe(3);
  });

  test('starts directly after another, with any number of waiting jobs', async () => {
    const { database, start, jobWith } = await aPlace();
    let done = 0;
    const job = jobWith(() => {
      done += 1;
      return Promise.resolve();
    });
    const jobs = await start();
    await database.db.transaction(async (tx) => {
      for (let index = 0; index < 100; index += 1)
        await jobs.enqueue(tx, person, job, { note: String(index) });
    });
    await start(asWork(job));
    // If each of the two workers waited a second before each job, this would take 50 s.
    await expect.poll(() => done, { timeout: 25_000 }).toBe(100);
  });

  test('in progress when the process stops is handed back, and does not count as failed', async () => {
    const { database, start, jobWith } = await aPlace();
    const begun = vi.fn<() => void>();
    const waits = jobWith(
      async (_context, _payload, signal) => {
        begun();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        signal.throwIfAborted();
      },
      { limit: 0, delaySeconds: 0 },
    );
    const first = await start(asWork(waits));
    await database.db.transaction((tx) => first.enqueue(tx, person, waits, { note: 'again' }));
    await expect.poll(() => begun.mock.calls.length, { timeout: 10_000 }).toBe(1);
    await first.stop();

    const notes: string[] = [];
    const works = jobWith(
      (_context, payload) => {
        notes.push(payload.note);
        return Promise.resolve();
      },
      { limit: 0, delaySeconds: 0 },
    );
    await start(asWork(works));
    await expect.poll(() => notes, { timeout: 10_000 }).toEqual(['again']);
  });
});

test('each end of a job is logged at info with its attempt, outcome and duration, and without its payload', async () => {
  const lines: Record<string, unknown>[] = [];
  const logger = pino(
    { level: 'info' },
    { write: (line) => lines.push(JSON.parse(line) as never) },
  );
  const { database, start, jobWith } = await aPlace(logger);
  let tries = 0;
  const job = jobWith(async () => {
    tries += 1;
    if (tries === 1) throw new Error('Not yet.');
    return Promise.resolve(tries === 2 ? { again: new Date() } : undefined);
  });
  const jobs = await start(asWork(job));
  await database.db.transaction((tx) => jobs.enqueue(tx, person, job, { note: 'secret' }));

  const ends = () => lines.filter((line) => line['msg'] === 'job ended');
  await expect.poll(() => ends().length, { timeout: 20_000 }).toBe(3);
  const common = { level: 30, job: 'note-it', requestId: 'request-1' };
  expect(ends()).toMatchObject([
    { ...common, attempt: 1, outcome: 'failed' },
    { ...common, attempt: 2, outcome: 'postponed' },
    { ...common, attempt: 1, outcome: 'done' },
  ]);
  for (const line of ends()) {
    expect(line['jobId']).toMatch(/^[0-9a-f-]{36}$/);
    expect(line['ms']).toBeTypeOf('number');
  }
  expect(ends()[1]?.['jobId']).toBe(ends()[0]?.['jobId']);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

test('several processes can start concurrently on a database without a queue', async () => {
  const { database, url, start, jobWith } = await aPlace();
  await database.db.execute(sql`drop schema pgboss cascade`);
  const job = asWork(jobWith(() => Promise.resolve()));
  await Promise.all([installJobTables(url), start(job), start(job), start(), start()]);
  const version = await database.db.execute(sql`select count(*)::int as count from pgboss.version`);
  expect(version.rows[0]).toEqual({ count: 1 });
});
