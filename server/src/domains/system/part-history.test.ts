import { hostname } from 'node:os';
import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { getSystem } from 'staffroom-contract/domains/system/system.contract.ts';
import type { PartName } from 'staffroom-contract/domains/system/system.rules.ts';
import { testNow, useOwnTestApp } from '../../../test/build-test-app.ts';
import { newId } from '../../platform/ids.ts';
import { installedVersions, partProblems, processes } from '../../platform/platform.schema.ts';
import { pruneProcesses, startReporting } from '../../platform/processes.ts';
import { createRequestMeter } from '../../platform/request-meter.ts';
import { version } from '../../platform/version.ts';
import { lookAtParts, noteProblems } from './part-history.ts';
import { openChecks } from './system-parts.ts';

const app = useOwnTestApp();
beforeEach(async () => {
  app.clock.setTo(testNow);
  await app.database.db.delete(partProblems);
  await app.database.db.delete(processes);
});

const minute = 60_000;
const later = (minutes: number) =>
  app.clock.setTo(new Date(app.clock.now().getTime() + minutes * minute));
const at = (minutes: number) => new Date(testNow.getTime() + minutes * minute).toISOString();

const systemOf = async () => (await (await app.as('Admin')).call(getSystem)).data;
const partOf = async (name: PartName) =>
  (await systemOf()).parts.find((part) => part.name === name);
const problems = () => app.database.db.select().from(partProblems);

const note = (problem: string | null, state: 'fine' | 'failing' | 'unknown') =>
  noteProblems(app.database.db, app.clock.now(), [{ name: 'zoom', state, problem }]);
const fails = () => note('Zoom does not answer.', 'failing');

describe('the last problem of a part', () => {
  test('lasts from the look that finds it until the one that finds it fine', async () => {
    expect((await partOf('zoom'))?.last_problem).toBeNull();
    await fails();
    later(2);
    await fails();
    expect((await partOf('zoom'))?.last_problem).toEqual({ began_on: at(0), ended_on: null });
    later(4);
    await note(null, 'fine');
    later(1);
    await note(null, 'fine');
    expect((await partOf('zoom'))?.last_problem).toEqual({ began_on: at(0), ended_on: at(6) });
    expect((await partOf('disk'))?.last_problem).toBeNull();
    later(60);
    await fails();
    expect((await partOf('zoom'))?.last_problem).toEqual({ began_on: at(67), ended_on: null });
    expect(await problems()).toHaveLength(2);
  });

  test('goes on while the part gives no answer, and is one for concurrent looks', async () => {
    await Promise.all([fails(), fails(), fails()]);
    later(1);
    await note(null, 'unknown');
    expect(await problems()).toEqual([expect.objectContaining({ ended: null })]);
  });

  test('never ends before it began, when the clock was set back', async () => {
    await fails();
    later(-10);
    await note(null, 'fine');
    expect((await partOf('zoom'))?.last_problem).toEqual({ began_on: at(0), ended_on: at(0) });
  });

  test('is kept for 90 days', async () => {
    await fails();
    later(1);
    await note(null, 'fine');
    later(90 * 24 * 60);
    await pruneProcesses(app.database.db, app.clock.now());
    expect(await problems()).toHaveLength(1);
    later(1);
    await pruneProcesses(app.database.db, app.clock.now());
    expect(await problems()).toEqual([]);
  });
});

describe('the process that looks', () => {
  const look = (own: { machine: string; pid: number }) => {
    const { database, clock, settings } = app;
    return lookAtParts({ db: database.db, clock, settings }, openChecks(settings), own);
  };
  const aProcess = async (role: 'api' | 'worker', pid: number, started: number) => {
    const values = { version, memoryBytes: 1, cpuPercent: 0, seen: app.clock.now() };
    await app.database.db.insert(processes).values({
      ...values,
      id: newId(app.clock.now()),
      role,
      machine: 'one',
      pid,
      started: new Date(testNow.getTime() + started * minute),
    });
  };

  test('is the oldest worker, which sees that no API runs', async () => {
    await aProcess('worker', 1, -5);
    await aProcess('worker', 2, -3);
    await look({ machine: 'one', pid: 2 });
    await look({ machine: 'another', pid: 1 });
    expect(await problems()).toEqual([]);
    await look({ machine: 'one', pid: 1 });
    expect((await problems()).map(({ part }) => part)).toContain('api');
  });

  test('is the oldest API while no worker runs', async () => {
    await aProcess('api', 3, -5);
    await aProcess('api', 4, -3);
    await look({ machine: 'one', pid: 4 });
    expect(await problems()).toEqual([]);
    await look({ machine: 'one', pid: 3 });
    const parts = (await problems()).map(({ part }) => part);
    expect(parts).toContain('workers');
    expect(parts).not.toContain('api');
  });
});

test('the API reports its requests of the last minute, and the version its first start', async () => {
  let now = 0;
  const meter = createRequestMeter(() => now);
  const report = async (given: typeof meter) => {
    const { db } = app.database;
    const logger = pino({ level: 'silent' });
    const stop = startReporting({ db, clock: app.clock, role: 'api', logger, meter: given });
    await expect.poll(async () => (await systemOf()).processes).toHaveLength(1);
    return stop;
  };
  await app.database.db.delete(installedVersions);
  expect((await systemOf()).installed_on).toBeNull();
  Array.from({ length: 25 }).forEach(() => meter.observe(40));
  now = 10_000;
  const stop = await report(meter);
  expect((await systemOf()).processes[0]?.machine).toBe(hostname());
  expect((await partOf('api'))?.now).toBe('1 process, 2.5 requests a second, 95% within 44 ms');
  await stop();
  later(60);
  const again = await report(createRequestMeter());
  expect((await partOf('api'))?.now).toBe('1 process, no requests in the last minute');
  expect((await systemOf()).installed_on).toBe(testNow.toISOString());
  await again();
});
