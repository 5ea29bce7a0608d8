import { createServer } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { staffRoles } from 'staffroom-contract/domains/identity/permissions.ts';
import { listAuditTrail } from 'staffroom-contract/domains/system/audit-trail.contract.ts';
import { getSystem, retryJob } from 'staffroom-contract/domains/system/system.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { aFailedJob, aQuarantinedJob } from '../../../test/factories/job.factory.ts';
import { recordAudit } from '../../platform/audit.ts';
import { newId } from '../../platform/ids.ts';
import { jobStarts, processes, queueHours } from '../../platform/platform.schema.ts';
import { pruneProcesses, startReporting } from '../../platform/processes.ts';
import { isReachable, serverOf } from '../../platform/reachable.ts';

const secrets = {
  smtp: 'a-secret-of-mail',
  zoom: 'a-secret-of-zoom',
  key: 'a-key-of-tests-that-opens-nothing-at-all',
};

// A separate app: it fails jobs, and its settings have secrets.
const app = useOwnTestApp({
  settings: {
    // Nothing listens there.
    smtpUrl: `smtp://office:${secrets.smtp}@127.0.0.1:9`,
    given: ['SMTP_URL', 'PORT'],
    metricsToken: 'a-token-of-metrics',
  },
});

const systemOf = async () => (await (await app.as('Admin')).call(getSystem)).data;
const jobOf = async (id: string) => (await systemOf()).jobs.find(({ _id }) => _id === id);
const partOf = async (name: string) => (await systemOf()).parts.find((part) => part.name === name);

const reporting = (role: 'api' | 'worker') =>
  startReporting({
    db: app.database.db,
    clock: app.clock,
    role,
    logger: pino({ level: 'silent' }),
  });

describe('system health', () => {
  test('is available only to Admins', async () => {
    for (const role of staffRoles.filter((one) => one !== 'Admin')) {
      const api = await app.as(role);
      expect(await api.refused(getSystem)).toMatchObject({ status: 403 });
      const params = { id: newId(app.clock.now()) };
      expect(await api.refused(retryJob, { params })).toMatchObject({ status: 403 });
    }
  });

  test('lists the processes that report themselves, and a lost one for an hour', async () => {
    const stops = [reporting('api'), reporting('worker')];
    await expect
      .poll(async () => (await systemOf()).processes.map(({ role }) => role))
      .toEqual(['api', 'worker']);
    expect((await systemOf()).processes[0]).toMatchObject({ pid: process.pid, is_lost: false });
    expect(await partOf('workers')).toMatchObject({ state: 'fine', problem: null });
    expect((await systemOf()).queue.hours.at(-1)?.most_waiting).not.toBeNull();

    await stops[0]?.();
    const seen = new Date(app.clock.now().getTime() - 60_000);
    await app.database.db.update(processes).set({ seen });
    const lost = await systemOf();
    expect(lost.processes.map(({ role, is_lost: isLost }) => [role, isLost])).toEqual([
      ['worker', true],
    ]);
    expect(lost.parts.find(({ name }) => name === 'workers')).toMatchObject({ state: 'failing' });

    await stops[1]?.();
    expect((await systemOf()).processes).toEqual([]);
  });

  test('forgets lost processes and old hours of the queue', async () => {
    const now = app.clock.now();
    const old = new Date(now.getTime() - 8 * 24 * 3_600_000);
    const row = { machine: 'm', pid: 1, version: '1', started: old, memoryBytes: 1, cpuPercent: 1 };
    await app.database.db
      .insert(processes)
      .values({ ...row, id: newId(now), role: 'worker', seen: old });
    await app.database.db.insert(queueHours).values({ hour: old, mostWaiting: 3 });
    await pruneProcesses(app.database.db, now);
    expect(await app.database.db.$count(processes)).toBe(0);
    expect(await app.database.db.$count(queueHours, eq(queueHours.hour, old))).toBe(0);
  });

  test('names a mail server that does not answer, and no secret', async () => {
    const system = await systemOf();
    expect(system.parts.find(({ name }) => name === 'email')).toMatchObject({ state: 'failing' });
    const setting = (name: string) => system.settings.find((one) => one.name === name);
    expect(setting('SMTP_URL')).toEqual({
      name: 'SMTP_URL',
      value: 'set',
      source: 'environment',
      is_secret: true,
    });
    expect(setting('BUSINESS_TIME_ZONE')).toMatchObject({
      value: 'Asia/Singapore',
      source: 'default',
    });
    expect(setting('ZOOM_CLIENT_SECRET')).toMatchObject({ value: null });
    const text = JSON.stringify(system);
    for (const secret of [...Object.values(secrets), 'a-token-of-metrics', app.databaseUrl])
      expect(text).not.toContain(secret);
  });

  test('knows the last backup, and warns of one that is older than a day', async () => {
    expect(await partOf('backup')).toMatchObject({ state: 'unknown', last: null });
    const at = new Date(app.clock.now().getTime() - 25 * 3_600_000);
    await recordAudit(
      app.database.db,
      {
        clock: { now: () => at },
        address: 'npm run backup',
        requestId: '',
        actor: { id: null, name: 'Staffroom' },
      },
      {
        action: 'backup.made',
        entity: 'backup',
        entityId: newId(at),
        after: { bytes: 6_100_000_000 },
        isUncounted: true,
      },
    );
    expect(await partOf('backup')).toMatchObject({
      state: 'late',
      now: '6.1 GB',
      last: at.toISOString(),
    });
  });
});

describe('a failed job', () => {
  test('is listed with its cause, next try and record, without the values of a statement', async () => {
    const name = 'P6 Maths';
    const { lessons } = await aClassWithLessons(app, 1, { name });
    const lesson = lessons[0]!;
    const id = await aFailedJob(app, { state: 'retry', lesson: lesson.id });
    expect(await jobOf(id)).toMatchObject({
      name: 'keep-zoom-room',
      state: 'waiting',
      cause: 'Zoom cannot be reached',
      tries: 3,
      record: { name: `${name}, ${lesson.name}`, page: 'lesson', page_id: lesson.id },
    });
    expect((await jobOf(id))?.next_try).not.toBeNull();
    const message = 'Failed query: update users\nparams: mother@example.com';
    const other = await aFailedJob(app, { message });
    expect(await jobOf(other)).toMatchObject({
      state: 'failed',
      cause: 'A statement of the database failed',
      next_try: null,
    });
  });

  test('goes to the front of the queue, once however often it is asked for, and is in the audit trail', async () => {
    const admin = await app.as('Admin', { name: 'Nadia Tan' });
    const id = await aFailedJob(app);
    const { data } = await admin.call(retryJob, { params: { id } });
    expect(data).toEqual({ _id: id, state: 'waiting' });
    expect(await jobOf(id)).toMatchObject({ state: 'waiting' });
    await admin.call(retryJob, { params: { id } });
    const { rows } = await app.database.db.execute(sql`
      select priority > 0 as "isFirst", start_after <= now() as "isDue", retry_limit > retry_count as "mayRun"
      from pgboss.job where id = ${id}`);
    expect(rows).toEqual([{ isFirst: true, isDue: true, mayRun: true }]);
    const trail = await admin.call(listAuditTrail, { query: { filter: { entity_id: id } } });
    expect(trail.data.map(({ action, actor }) => [action, actor.name])).toEqual([
      ['job.retried', 'Nadia Tan'],
    ]);
  });

  test('leaves quarantine, also after the queue has deleted it', async () => {
    const admin = await app.as('Admin');
    for (const isDeleted of [false, true]) {
      const id = await aQuarantinedJob(app);
      expect(await jobOf(id)).toMatchObject({ state: 'quarantined' });
      if (isDeleted) await app.database.db.execute(sql`delete from pgboss.job where id = ${id}`);
      await admin.call(retryJob, { params: { id } });
      expect(await app.database.db.$count(jobStarts, eq(jobStarts.jobId, id))).toBe(0);
      const { rows } = await app.database.db.execute<{ waits: boolean }>(
        sql`select state in ('created', 'retry') as waits from pgboss.job where id = ${id}`,
      );
      expect(rows).toEqual([{ waits: true }]);
    }
  });

  test('of another version, without a known payload, is listed without its record', async () => {
    const jobId = newId(app.clock.now());
    const now = app.clock.now();
    const start = { jobId, processId: jobId, started: now, crashes: 3, blamed: false };
    await app.database.db
      .insert(jobStarts)
      .values({ ...start, name: 'keep-zoom-room', data: {}, quarantinedAt: now });
    expect(await jobOf(jobId)).toMatchObject({ record: null, state: 'quarantined' });
  });

  test('is not found if it does not exist or is done', async () => {
    const admin = await app.as('Admin');
    for (const id of [newId(app.clock.now()), await aFailedJob(app, { state: 'completed' })])
      expect(await admin.refused(retryJob, { params: { id } })).toMatchObject({ status: 404 });
  });
});

describe('a server of another company', () => {
  test('is reachable if it accepts a connection, and not if it refuses one', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    expect(await isReachable({ host: '127.0.0.1', port })).toBe(true);
    expect(await isReachable(serverOf('smtp://127.0.0.1:9'))).toBe(false);
    expect(serverOf('smtps://user:secret@[::1]')).toEqual({ host: '::1', port: 465 });
  });
});
