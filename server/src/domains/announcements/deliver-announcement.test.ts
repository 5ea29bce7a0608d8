import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  getAnnouncement,
  listAnnouncements,
  listDeliveries,
  listStudentMessages,
  retryAnnouncement,
  settleUnknown,
  testAnnouncement,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import { pauseAfter } from 'staffroom-contract/shared/retries.ts';
import { testNow, useOwnTestApp } from '../../../test/build-test-app.ts';
import {
  aLessonWith,
  anAnnouncement,
  anEmailBody,
  pupils,
} from '../../../test/factories/announcement.factory.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { startTwilioServer } from '../../../test/twilio-server.ts';
import { openCarriers } from '../../platform/carriers/carriers.ts';
import type { Db } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { deliverAnnouncementJob } from './deliver-announcement.job.ts';

// No worker runs here: each test delivers itself, at the time of the test clock.
const app = useOwnTestApp();

type Run = { jobId?: string; signal?: AbortSignal; db?: Db };

/** Runs the job of an announcement once, like a worker with these settings. */
const deliver = async (
  announcementId: string,
  settings: Partial<Settings>,
  { jobId = randomUUID(), signal = new AbortController().signal, ...context }: Run = {},
) => {
  const carriers = openCarriers({ ...app.settings, ...settings });
  const { rows } = await app.database.pool.query<{ id: string }>(
    'select id from announcement_deliveries where announcement_id = $1',
    [announcementId],
  );
  const job = {
    db: app.database.db,
    clock: app.clock,
    settings: app.settings,
    listeners: app.listeners,
    fetchFile: app.fetchFile,
    carriers,
    jobId,
    actorId: (await app.as('Admin')).id,
    requestId: 'test',
    address: 'worker',
    userAgent: '',
  };
  try {
    const deliveries = rows.map(({ id }) => id);
    return await deliverAnnouncementJob.handler(
      { ...job, ...context },
      { announcementId, deliveries },
      signal,
    );
  } finally {
    await carriers.close();
  }
};

const read = async (announcementId: string) => {
  const admin = await app.as('Admin');
  const { counts } = (await admin.call(getAnnouncement, { params: { announcementId } })).data;
  const { data } = await admin.call(listDeliveries, { params: { announcementId } });
  return { counts, deliveries: data };
};

const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000);
const retry = async (announcementId: string) =>
  (await (await app.as('Admin')).call(retryAnnouncement, { params: { announcementId } })).data
    .count;

describe('an e-mail', () => {
  test('is sent to each recipient by the mail server, with its own Message-ID', async () => {
    const mail = await startMailServer();
    const { lesson, students } = await aLessonWith(app, pupils(3));
    const { _id } = await anAnnouncement(app, lesson.id, {
      content: '<p>See <a href="https://x.example">this</a> &amp; that</p>',
      cta: { text: 'Open the lesson', link: 'https://classroom.example.com/?a=1&b="2"' },
    });
    await deliver(_id, { smtpUrl: mail.url });

    expect((await read(_id)).counts).toEqual({ sent: 3, failed: 0, pending: 0, unknown: 0 });
    expect(mail.taken.map(({ to }) => to).toSorted()).toEqual(
      students.map(({ email }) => email).toSorted(),
    );
    const ids = (
      await app.database.pool.query<{ id: string }>(
        'select id from announcement_deliveries where announcement_id = $1',
        [_id],
      )
    ).rows.map(({ id }) => `<${id}@staffroom.example>`);
    expect(mail.taken.map(({ messageId }) => messageId).toSorted()).toEqual(ids.toSorted());
    const text = mail.taken[0]?.text ?? '';
    expect(text).toContain('From: Staffroom <no-reply@staffroom.example>');
    expect(text).toContain('Subject: Saturday starts at 14:30');
    expect(text).toContain('See this (https://x.example) & that');
    expect(text).toContain('https://classroom.example.com/?a=1&amp;b=&quot;2&quot;');
    expect(text).toContain('Open the lesson: https://classroom.example.com');
  });

  test('that was sent is not sent again by another run', async () => {
    const mail = await startMailServer();
    const { lesson } = await aLessonWith(app, pupils(2));
    const { _id } = await anAnnouncement(app, lesson.id);
    await Promise.all([deliver(_id, { smtpUrl: mail.url }), deliver(_id, { smtpUrl: mail.url })]);
    await deliver(_id, { smtpUrl: mail.url });
    expect(mail.taken).toHaveLength(2);
  });

  test('to a rejected address fails at once, and a deferred one is retried', async () => {
    const mail = await startMailServer({
      atRecipient: (to, tries) => {
        if (to.endsWith('-1@example.com')) return 550;
        return to.endsWith('-2@example.com') && tries === 1 ? 451 : undefined;
      },
    });
    const { lesson } = await aLessonWith(app, pupils(3));
    const { _id } = await anAnnouncement(app, lesson.id);
    const left = await deliver(_id, { smtpUrl: mail.url });

    const first = await read(_id);
    expect(first.counts).toEqual({ sent: 1, failed: 1, pending: 1, unknown: 0 });
    expect(first.deliveries).toMatchObject([
      { state: 'failed', tries: 1, error: '550 no such mailbox', next_try: null },
      { state: 'queued', tries: 1, error: '451 not now', next_try: inSeconds(15).toISOString() },
      { state: 'sent', tries: 1, error: null, via: 'smtp' },
    ]);
    expect(left).toEqual({ again: inSeconds(15) });

    await deliver(_id, { smtpUrl: mail.url });
    expect((await read(_id)).counts.pending).toBe(1);
    app.clock.setTo(inSeconds(15));
    expect(await deliver(_id, { smtpUrl: mail.url })).toBeUndefined();
    expect((await read(_id)).counts).toEqual({ sent: 2, failed: 1, pending: 0, unknown: 0 });
    expect(mail.taken).toHaveLength(2);
  });

  test('is retried 8 times with growing pauses while the mail server is down, then fails, and can be retried', async () => {
    const away = await startMailServer();
    await away.close();
    const { lesson } = await aLessonWith(app, pupils(2));
    const { _id } = await anAnnouncement(app, lesson.id);
    for (let tries = 1; tries <= 8; tries += 1) {
      const left = await deliver(_id, { smtpUrl: away.url });
      expect(left).toEqual(tries < 8 ? { again: inSeconds(pauseAfter(tries)) } : undefined);
      const { deliveries } = await read(_id);
      expect(deliveries[0]).toMatchObject({ state: tries < 8 ? 'queued' : 'failed', tries });
      if (left) app.clock.setTo(left.again);
    }
    expect((await read(_id)).deliveries[0]?.error).toContain('ECONNREFUSED');

    const mail = await startMailServer({ port: away.port });
    expect(await retry(_id)).toBe(2);
    expect(await retry(_id)).toBe(0);
    await deliver(_id, { smtpUrl: mail.url });
    expect((await read(_id)).counts).toEqual({ sent: 2, failed: 0, pending: 0, unknown: 0 });
    app.clock.setTo(testNow);
  });

  test('whose acceptance was lost is sent again with the same Message-ID', async () => {
    const mail = await startMailServer({ dropsAfter: (_to, tries) => tries === 1 });
    const { lesson } = await aLessonWith(app, pupils(1));
    const { _id } = await anAnnouncement(app, lesson.id);
    for (let run = 0; run < 3; run += 1) {
      const left = await deliver(_id, { smtpUrl: mail.url });
      if (left) app.clock.setTo(left.again);
    }
    expect((await read(_id)).counts.sent).toBe(1);
    expect(mail.taken.length).toBeGreaterThan(1);
    expect(new Set(mail.taken.map(({ messageId }) => messageId)).size).toBe(1);
    app.clock.setTo(testNow);
  });

  test('that a crashed worker was sending is sent again only when its job is taken over', async () => {
    const mail = await startMailServer();
    const { lesson } = await aLessonWith(app, pupils(1));
    const { _id } = await anAnnouncement(app, lesson.id);
    const jobId = await interrupted(_id);
    await deliver(_id, { smtpUrl: mail.url });
    expect(mail.taken).toEqual([]);
    expect((await read(_id)).counts.pending).toBe(1);
    await deliver(_id, { smtpUrl: mail.url }, { jobId });
    expect(mail.taken).toHaveLength(1);
  });

  test('is written to a file without a mail server, and the list shows that', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'staffroom-outbox-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const { lesson, students } = await aLessonWith(app, pupils(2));
    const { _id } = await anAnnouncement(app, lesson.id);
    await deliver(_id, { dataDir });

    const files = await readdir(join(dataDir, 'outbox'));
    expect(files).toHaveLength(2);
    expect(files.every((name) => name.endsWith('.eml'))).toBe(true);
    const all = await Promise.all(
      files.map((name) => readFile(join(dataDir, 'outbox', name), 'utf8')),
    );
    expect(all.join()).toContain(`To: ${students[0]?.email}`);
    expect((await read(_id)).deliveries.map(({ state, via }) => [state, via])).toEqual([
      ['sent', 'outbox'],
      ['sent', 'outbox'],
    ]);
  });

  test.each([
    [{ atRecipient: () => 451 }, '451 not now'],
    [{ atRecipient: () => 550 }, '550 no such mailbox'],
    ['away' as const, /^server not reachable \(.*ECONNREFUSED/],
  ])('to the sender is tried once, and the outcome is shown', async (server, error) => {
    const mail = await startMailServer(server === 'away' ? {} : server);
    if (server === 'away') await mail.close();
    const { lesson } = await aLessonWith(app, pupils(1));
    const admin = await app.as('Admin');
    const { data } = await admin.call(testAnnouncement, {
      params: { scope: 'lesson', id: lesson.id, type: 'email' },
      body: anEmailBody(),
    });
    expect(await deliver(data._id, { smtpUrl: mail.url })).toBeUndefined();
    const params = { announcementId: data._id };
    const { data: test } = await admin.call(getAnnouncement, { params });
    expect(test.test_state).toBe('failed');
    expect(test.test_error).toEqual(
      typeof error === 'string' ? error : expect.stringMatching(error),
    );
  });

  test('is not taken after its worker stops', async () => {
    const mail = await startMailServer();
    const { lesson } = await aLessonWith(app, pupils(1));
    const { _id } = await anAnnouncement(app, lesson.id);
    await expect(
      deliver(_id, { smtpUrl: mail.url }, { signal: AbortSignal.abort(new Error('stops')) }),
    ).rejects.toThrow('stops');
    expect((await read(_id)).deliveries).toMatchObject([{ state: 'queued', tries: 0 }]);
  });
});

/** Makes the message look taken by a worker that was killed. */
const interrupted = async (announcementId: string) => {
  const jobId = randomUUID();
  await app.database.pool.query(
    `update announcement_deliveries set state = 'sending', tries = 1, taken_by = $2 where announcement_id = $1`,
    [announcementId, jobId],
  );
  return jobId;
};

describe('a text message', () => {
  test('is sent by Twilio in its format', async () => {
    const twilio = await startTwilioServer();
    const { lesson } = await aLessonWith(app, pupils(1));
    const { _id } = await anAnnouncement(app, lesson.id, { type: 'sms', content: '课程 14:30' });
    await deliver(_id, { twilio: twilio.settings });
    expect(twilio.taken).toEqual([
      { to: '+6580000000', body: '课程 14:30', sender: '+6560000100' },
    ]);
    expect((await read(_id)).deliveries).toMatchObject([{ state: 'sent', via: 'twilio' }]);
  });

  test.each([
    [{ status: 400, code: 21610 }, 'failed', 'the recipient has opted out'],
    [{ status: 400, code: 21614 }, 'failed', 'this is not a mobile number'],
    [{ status: 400, code: 21999, message: 'New reason' }, 'failed', '21999 New reason'],
    [{ status: 429, code: 20429 }, 'queued', 'Twilio accepts no more messages at the moment'],
    [{ status: 502 }, 'unknown', '502 without a reason'],
    ['drop' as const, 'unknown', 'no answer recorded'],
  ] as const)('with the response %j is %s', async (answer, state, error) => {
    const twilio = await startTwilioServer(() => answer);
    const { lesson } = await aLessonWith(app, pupils(1));
    const { _id } = await anAnnouncement(app, lesson.id, { type: 'sms' });
    await deliver(_id, { twilio: twilio.settings });
    expect((await read(_id)).deliveries).toMatchObject([{ state, error }]);
  });

  test('with a wrong token of our account fails with that reason', async () => {
    const twilio = await startTwilioServer();
    const { lesson } = await aLessonWith(app, pupils(1));
    const { _id } = await anAnnouncement(app, lesson.id, { type: 'sms' });
    await deliver(_id, { twilio: { ...twilio.settings, authToken: 'another' } });
    expect((await read(_id)).deliveries).toMatchObject([
      { state: 'failed', error: 'Twilio does not accept our credentials' },
    ]);
  });

  test('that a crashed worker was sending waits for a user to set the outcome', async () => {
    const twilio = await startTwilioServer();
    const { lesson } = await aLessonWith(app, pupils(2));
    const { _id } = await anAnnouncement(app, lesson.id, { type: 'sms' });
    const jobId = await interrupted(_id);
    await deliver(_id, { twilio: twilio.settings }, { jobId });
    expect(twilio.taken).toEqual([]);
    const { counts, deliveries } = await read(_id);
    expect(counts).toEqual({ sent: 0, failed: 0, pending: 0, unknown: 2 });
    expect(await retry(_id)).toBe(0);

    const admin = await app.as('Admin');
    const settle = (index: number, outcome: 'sent' | 'again') => ({
      params: { announcementId: _id },
      body: { delivery: deliveries[index]?._id ?? '', outcome },
    });
    const arrived = await admin.call(settleUnknown, settle(0, 'sent'));
    expect(arrived.data.state).toBe('sent');
    expect(await admin.refused(settleUnknown, settle(0, 'again'))).toMatchObject({
      status: 409,
      code: 'delivery_not_unknown',
    });
    await admin.call(settleUnknown, settle(1, 'again'));
    await deliver(_id, { twilio: twilio.settings });
    expect(twilio.taken).toHaveLength(1);
    expect((await read(_id)).counts.sent).toBe(2);
  });

  test('is retried when Twilio cannot be reached', async () => {
    const { lesson } = await aLessonWith(app, pupils(1));
    const { _id } = await anAnnouncement(app, lesson.id, { type: 'sms' });
    const twilio = await startTwilioServer();
    await twilio.close();
    await deliver(_id, { twilio: twilio.settings });
    expect((await read(_id)).deliveries).toMatchObject([
      { state: 'queued', error: 'Twilio cannot be reached' },
    ]);
  });
});

test('deliveries, announcements and a student’s messages are downloaded with their states', async () => {
  const mail = await startMailServer({
    atRecipient: (to) => (to.endsWith('-1@example.com') ? 550 : undefined),
  });
  const { lesson, students } = await aLessonWith(app, [{ name: 'Ang' }, { name: 'Bala' }]);
  const { _id } = await anAnnouncement(app, lesson.id, { subject: 'Moved' });
  await deliver(_id, { smtpUrl: mail.url });
  const admin = await app.as('Admin');
  const linesOf = async (sent: Promise<{ body: unknown }>) =>
    String((await sent).body)
      .split('\r\n')
      .slice(1, -1);
  const asCsv = { headers: { accept: 'text/csv' } };
  const params = { announcementId: _id };
  const [failed, sent] = await linesOf(admin.send(listDeliveries, { params, ...asCsv }));
  const [ang, bala] = students.map(({ email }) => email);
  expect(failed).toMatch(
    new RegExp(
      `^Ang,student,${ang},student,failed,1,smtp,550 no such mailbox,,2026-11-20 10:00,,$`,
    ),
  );
  expect(sent).toMatch(
    new RegExp(`^Bala,student,${bala},student,sent,1,smtp,,,2026-11-20 10:00,,$`),
  );
  const ofLesson = { params: { id: lesson.id } };
  const [announced] = await linesOf(admin.send(listAnnouncements, { ...ofLesson, ...asCsv }));
  expect(announced).toMatch(
    /^2026-11-20 10:00,email,student,Moved,.*,1,1,0,0,student_else_parent,2,2$/,
  );
  const ofStudent = { params: { id: students[0]?.id ?? '' } };
  const [message] = await linesOf(admin.send(listStudentMessages, { ...ofStudent, ...asCsv }));
  expect(message?.split(',')).toEqual(expect.arrayContaining(['Moved', lesson.name, 'failed']));
});

test('recipients are sorted failed first, then by name, in pages as in the download', async () => {
  const names = ['Ang', 'Bala', 'Chen', 'Devi', 'Ee', 'Foo', 'Goh'];
  const { lesson } = await aLessonWith(
    app,
    names.map((name) => ({ name })),
  );
  const { _id } = await anAnnouncement(app, lesson.id);
  const states = ['sent', 'failed', 'queued', 'unknown', 'sending', 'failed', 'sent'];
  for (const [index, state] of states.entries())
    await app.database.pool.query(
      `update announcement_deliveries set state = $3 where announcement_id = $1 and id in
         (select delivery_id from announcement_messages where student_name = $2)`,
      [_id, names[index], state],
    );
  const admin = await app.as('Admin');
  const params = { announcementId: _id };
  const page = async (query: Record<string, unknown>) => {
    const { data, count } = await admin.call(listDeliveries, { params, query });
    expect(count).toBe(7);
    return data.map(({ student }) => student.name);
  };
  const inOrder = ['Bala', 'Foo', 'Devi', 'Ee', 'Chen', 'Ang', 'Goh'];
  const pages = [{ max: 3 }, { max: 3, offset: 3 }, { max: 3, offset: 6 }];
  expect((await Promise.all(pages.map(page))).flat()).toEqual(inOrder);
  expect(await page({ order: 'desc' })).toEqual(inOrder.toReversed());
  const { body } = await admin.send(listDeliveries, { params, headers: { accept: 'text/csv' } });
  expect(
    String(body)
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]),
  ).toEqual(inOrder);
});

test('the page of a student lists the messages, newest first, also those shared with a sibling', async () => {
  const shared = { phone: '', parentPhone: '91110009', parentPhoneCountryCode: '65' };
  const { lesson, students, tuitionClass } = await aLessonWith(app, [shared, shared]);
  const admin = await app.as('Admin');
  await anAnnouncement(app, lesson.id, { type: 'sms', content: 'First' });
  app.clock.setTo(inSeconds(60));
  await anAnnouncement(app, lesson.id, { type: 'sms', content: 'Second' });
  for (const student of students) {
    const { data, count } = await admin.call(listStudentMessages, { params: { id: student.id } });
    expect(count).toBe(2);
    expect(data).toMatchObject([
      {
        content: 'Second',
        state: 'queued',
        address_of: 'parent',
        lesson: { _id: lesson.id, class: { name: tuitionClass.name } },
      },
      { content: 'First' },
    ]);
  }
  app.clock.setTo(testNow);
});
