import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../test/build-test-app.ts';
import { aLessonWith, anAnnouncement, pupils } from '../../test/factories/announcement.factory.ts';
import { createEmptyDatabase } from '../../test/test-database.ts';
import { createLogger, runServer } from '../main.ts';
import { SettingsError } from './environment.ts';
import { readSettings } from './settings.ts';
import { version } from './version.ts';

/** An app with jobs and messages in every state that is counted. */
const anApp = async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  await app.database.db.execute(sql`
    insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds, deletion_seconds, partition, table_name)
    select name, 'standard', 2, 0, false, 60, 60, 60, false, 'job_common' from unnest(array['note-it', 'rest']) name`);
  await app.database.db.execute(sql`
    insert into pgboss.job (name, state, start_after)
    select 'note-it', state::pgboss.job_state, now() + make_interval(secs => after)
    from (values ('created', -90), ('retry', -5), ('created', 600), ('retry', 600), ('retry', 600),
      ('active', -200), ('failed', -300), ('completed', -400), ('cancelled', -400)) as job(state, after)`);
  return app;
};

/** E-mails to seven students: some are pending, one since the day before yesterday, others were sent or failed. */
const sevenMessages = async (app: TestApp) => {
  const { lesson } = await aLessonWith(app, pupils(7));
  const { _id } = await anAnnouncement(app, lesson.id);
  const now = app.clock.now().toISOString();
  await app.database.db.execute(sql`
    update announcement_deliveries set state = made.state, updated = ${now}::timestamptz - make_interval(hours => ago)
    from (values (1, 'queued', 50), (2, 'sending', 0), (3, 'sent', 0), (4, 'sent', 1), (5, 'sent', 25), (6, 'failed', 2), (7, 'unknown', 3))
      as made(number, state, ago),
      (select id, row_number() over (order by id) as number from announcement_deliveries where announcement_id = ${_id}) as known
    where known.id = announcement_deliveries.id and known.number = made.number`);
};

const metricsOf = (text: string) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.startsWith('staffroom_'))
      .map((line) => line.split(/ (?=[^ ]+$)/) as [string, string]),
  );

const scrape = async (app: TestApp) => {
  const answer = await app.http.inject({ method: 'GET', url: '/api/metrics' });
  expect(answer.statusCode).toBe(200);
  return metricsOf(answer.body);
};

test('metrics count the jobs of each queue by state, and show how long the oldest has waited', async () => {
  const found = await scrape(await anApp());
  expect(found).toMatchObject({
    'staffroom_jobs{job="note-it",state="waiting"}': '2',
    'staffroom_jobs{job="note-it",state="delayed"}': '3',
    'staffroom_jobs{job="note-it",state="active"}': '1',
    'staffroom_jobs{job="note-it",state="failed"}': '1',
    'staffroom_jobs{job="rest",state="waiting"}': '0',
    'staffroom_jobs_oldest_waiting_seconds{job="rest"}': '0',
    staffroom_jobs_quarantined: '0',
    [`staffroom_build_info{version="${version}"}`]: '1',
  });
  const age = Number(found['staffroom_jobs_oldest_waiting_seconds{job="note-it"}']);
  expect(age).toBeGreaterThanOrEqual(90);
  expect(age).toBeLessThan(150);
  expect(Number(found['staffroom_database_pool{state="total"}'])).toBeGreaterThan(0);
  expect(found).toHaveProperty(['staffroom_database_pool{state="idle"}']);
  expect(found['staffroom_database_pool{state="waiting"}']).toBe('0');
});

test('metrics count pending messages, and those of the last day by result', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  await sevenMessages(app);
  expect(await scrape(app)).toMatchObject({
    'staffroom_messages{kind="email",state="pending"}': '2',
    'staffroom_messages{kind="email",state="sent"}': '2',
    'staffroom_messages{kind="email",state="failed"}': '1',
    'staffroom_messages{kind="email",state="unknown"}': '1',
    'staffroom_messages{kind="sms",state="pending"}': '0',
  });
});

test('metrics query the database at most once in five seconds', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const asked = vi.spyOn(app.database.db, 'execute');
  await Promise.all(Array.from({ length: 20 }, () => scrape(app)));
  const first = asked.mock.calls.length;
  await scrape(app);
  expect(first).toBeLessThanOrEqual(4);
  expect(asked.mock.calls).toHaveLength(first);
});

test('metrics are served without counts while the database is away', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  vi.spyOn(app.database.db, 'execute').mockRejectedValue(new Error('Connection terminated'));
  const found = await scrape(app);
  expect(found).toHaveProperty([`staffroom_build_info{version="${version}"}`], '1');
  expect(Object.keys(found).some((name) => /^staffroom_(jobs\{|messages)/.test(name))).toBe(false);
});

/** Starts a worker in this process, as an operator does. */
const startHealthyWorker = async (environment: Record<string, string> = {}) => {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  const databaseUrl = database.url;
  const settings = readSettings({
    DATABASE_URL: databaseUrl,
    ROLE: 'worker',
    HEALTH_PORT: '0',
    DATA_DIR: inject('scratch'),
    ...environment,
  });
  const logger = createLogger('silent');
  const worker = await runServer({ ...settings, databaseUrl }, { logger });
  onTestFinished(() => worker.stop());
  return worker;
};

const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test('a worker serves only health and metrics on its health port', async () => {
  const worker = await startHealthyWorker();

  expect((await get(`${worker.address}/api/healthz`)).status).toBe(200);
  const ready = await get(`${worker.address}/api/readyz`, { 'x-request-id': 'probe-1' });
  expect(ready.status).toBe(200);
  expect(ready.headers.get('x-request-id')).toBe('probe-1');
  const metrics = await get(`${worker.address}/api/metrics`);
  expect(metrics.status).toBe(200);
  expect(metricsOf(metrics.text)).toMatchObject({
    'staffroom_jobs{job="deliver-announcement",state="waiting"}': '0',
  });
  for (const path of ['/', '/api/me', '/api/docs'])
    expect((await get(`${worker.address}${path}`)).status).toBe(404);
  // Through a proxy or by another name, a worker's metrics need the token too.
  const throughProxy = { 'x-forwarded-for': '10.0.0.1' };
  expect((await get(`${worker.address}/api/metrics`, throughProxy)).status).toBe(403);
});

test("a worker's metrics require METRICS_TOKEN if it is set", async () => {
  const worker = await startHealthyWorker({ METRICS_TOKEN: 'only-for-prometheus' });
  const address = `${worker.address}/api/metrics`;
  expect((await get(address)).status).toBe(403);
  const token = { authorization: 'Bearer only-for-prometheus' };
  expect((await get(address, token)).status).toBe(200);
});

test('a worker without HEALTH_PORT does not listen, and a port in use is named', async () => {
  const worker = await startHealthyWorker({ HEALTH_PORT: '' });
  expect(worker.address).toBe('');

  const taken = await startHealthyWorker();
  const { port } = new URL(taken.address);
  await expect(startHealthyWorker({ HEALTH_PORT: port })).rejects.toThrow(
    new SettingsError(
      `HEALTH_PORT must be a port that no other program uses, and ${port} is taken, for example HEALTH_PORT=4100.`,
    ),
  );
});
