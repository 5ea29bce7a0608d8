import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { getAnnouncement } from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import { startTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { startDatabaseProxy } from '../../../test/database-proxy.ts';
import {
  aLessonWith,
  anAnnouncement,
  pupils,
} from '../../../test/factories/announcement.factory.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { createEmptyDatabase } from '../../../test/test-database.ts';
import { unique } from '../../../test/unique.ts';
import { openDatabase, type Db } from '../../platform/database.ts';
import { readSettings, type Settings } from '../../platform/settings.ts';
import { openCarriers } from '../../platform/carriers/carriers.ts';
import { deliverAnnouncementJob } from './deliver-announcement.job.ts';

const mailTimes = readSettings({ DEMO: 'off' }).mailTimes;
/** A hundredth of the real time-outs: a response after 25 s takes 250 ms here. */
const hundredth = {
  connectMs: mailTimes.connectMs / 100,
  greetingMs: mailTimes.greetingMs / 100,
  answerMs: mailTimes.answerMs / 100,
  slowMs: mailTimes.slowMs / 100,
};

const startApp = async (settings: Partial<Settings>) => {
  const app = await startTestApp({ work: true, settings: { mailTimes: hundredth, ...settings } });
  onTestFinished(() => app.close());
  // The queue uses the clock of the database.
  app.clock.setTo(new Date());
  return app;
};

const countsOf = async (app: TestApp, announcementId: string) => {
  const admin = await app.as('Admin');
  return (await admin.call(getAnnouncement, { params: { announcementId } })).data.counts;
};

const untilSent = (app: TestApp, announcementId: string, sent: number) =>
  vi.waitFor(async () => expect(await countsOf(app, announcementId)).toMatchObject({ sent }), {
    timeout: 20_000,
    interval: 20,
  });

/** Pupils with addresses of a separate mail domain. */
const pupilsAt = (domain: string, count: number) =>
  Array.from({ length: count }, () => ({ email: `${unique('pupil')}@${domain}` }));

test('the time-outs follow RFC 5321: 5 minutes for the greeting, 10 for the end of a message', () => {
  expect(mailTimes.greetingMs).toBeGreaterThanOrEqual(5 * 60_000);
  expect(mailTimes.answerMs).toBeGreaterThanOrEqual(10 * 60_000);
});

test('a mail server that responds after 25 s gets each e-mail exactly once', async () => {
  const mail = await startMailServer({ answersAfter: () => delay(250) });
  const app = await startApp({ smtpUrl: mail.url });
  const { lesson } = await aLessonWith(app, pupils(6));
  const { _id } = await anAnnouncement(app, lesson.id);
  await untilSent(app, _id, 6);
  expect(mail.taken).toHaveLength(6);
  expect(new Set(mail.taken.map(({ to }) => to)).size).toBe(6);
});

test('e-mails to a slow server do not delay other e-mails or text messages', async () => {
  let release = () => {};
  const stuck = new Promise<void>((resolve) => (release = resolve));
  const mail = await startMailServer({
    answersAfter: (to) => (to.endsWith('@slow.example') ? stuck : undefined),
  });
  const app = await startApp({ smtpUrl: mail.url });
  onTestFinished(release);
  const slow: Awaited<ReturnType<typeof anAnnouncement>>[] = [];
  const announceSlowly = async () => {
    for (let index = 0; index < 4; index += 1) {
      const { lesson } = await aLessonWith(app, pupilsAt('slow.example', 12));
      slow.push(await anAnnouncement(app, lesson.id));
    }
  };
  // More slow announcements than a worker's default job slots, and more e-mails than connections.
  await announceSlowly();
  const { lesson: mixed } = await aLessonWith(app, [
    ...pupilsAt('slow.example', 12),
    ...pupilsAt('quick.example', 5),
  ]);
  const quick = await anAnnouncement(app, mixed.id);
  await untilSent(app, quick._id, 5);
  // Now slow announcements fill all e-mail job slots.
  await announceSlowly();
  const text = await anAnnouncement(app, mixed.id, { type: 'sms' });
  await untilSent(app, text._id, 17);
  for (const { _id } of slow)
    expect(await countsOf(app, _id)).toMatchObject({ sent: 0, failed: 0 });

  release();
  for (const { _id } of slow) await untilSent(app, _id, 12);
  await untilSent(app, quick._id, 17);
  expect(new Set(mail.taken.map(({ to }) => to)).size).toBe(mail.taken.length);
});

/** An app with its own database, whose connection for the sending process can be cut. */
const startCutOff = async () => {
  const database = await createEmptyDatabase();
  const proxy = await startDatabaseProxy(database.url);
  const app = await startTestApp({ database });
  const lost = openDatabase(proxy.url, { poolSize: 4 });
  onTestFinished(async () => {
    await lost.close();
    await proxy.close();
    await app.close();
  });
  /** Breaks the connections at once and restores the database after 600 ms. */
  const cut = async () => {
    setTimeout(() => void proxy.restore(), 600);
    await proxy.cut();
  };
  return { app, db: lost.db, cut };
};

const anEmailJob = async (app: TestApp, smtpUrl: string) => {
  const { lesson } = await aLessonWith(app, pupils(1));
  const { _id } = await anAnnouncement(app, lesson.id);
  const { rows } = await app.database.pool.query<{ id: string }>(
    'select id from announcement_deliveries where announcement_id = $1',
    [_id],
  );
  const carriers = openCarriers({ ...app.settings, smtpUrl });
  onTestFinished(() => carriers.close());
  const job = {
    clock: app.clock,
    settings: app.settings,
    listeners: app.listeners,
    fetchFile: app.fetchFile,
    carriers,
    jobId: randomUUID(),
    actorId: (await app.as('Admin')).id,
    requestId: 'test',
    address: 'worker',
    userAgent: '',
  };
  const payload = { announcementId: _id, deliveries: rows.map(({ id }) => id) };
  const run = (db: Db) =>
    deliverAnnouncementJob.handler({ ...job, db }, payload, new AbortController().signal);
  return { _id, run };
};

test('an e-mail sent during a database outage is recorded later, and not sent again', async () => {
  const { app, db, cut } = await startCutOff();
  const mail = await startMailServer({ answersAfter: cut });
  const { _id, run } = await anEmailJob(app, mail.url);
  // The queue repeats a job until it succeeds.
  await run(db).catch(() => vi.waitFor(() => run(db), { timeout: 10_000, interval: 100 }));
  expect(await countsOf(app, _id)).toMatchObject({ sent: 1, pending: 0 });
  expect(mail.taken).toHaveLength(1);
});

test('a job whose e-mails are recorded ends, even if the database goes down right then', async () => {
  const { app, db, cut } = await startCutOff();
  const mail = await startMailServer();
  const { _id, run } = await anEmailJob(app, mail.url);
  let isCut = false;
  const cutAfterRecording = new Proxy(db, {
    get: (target, name, receiver) => {
      // After the e-mail was sent, the first read checks for another due attempt.
      if (name === 'select' && mail.taken.length === 1 && !isCut) {
        isCut = true;
        void cut();
      }
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  expect(await run(cutAfterRecording)).toBeUndefined();
  expect(isCut).toBe(true);
  expect(await countsOf(app, _id)).toMatchObject({ sent: 1, pending: 0 });
});
