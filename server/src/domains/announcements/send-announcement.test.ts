import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  getAnnouncement,
  listAnnouncements,
  listDeliveries,
  previewAnnouncement,
  sendAnnouncement,
  testAnnouncement,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import type { RosterGroup } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { testNow, useTestApp } from '../../../test/build-test-app.ts';
import {
  aLessonWith,
  anAnnouncement,
  anEmailBody,
  pupils,
} from '../../../test/factories/announcement.factory.ts';
import { unique } from '../../../test/unique.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { announcements } from './announcements.schema.ts';

const app = useTestApp();

const to = (
  lessonId: string,
  recipients: RosterGroup = 'student',
  type: 'email' | 'sms' = 'email',
) => ({ scope: 'lesson' as const, id: lessonId, type, recipients });

const deliveriesOf = async (announcementId: string) =>
  (await (await app.as('Admin')).call(listDeliveries, { params: { announcementId } })).data;

const announcementsOf = async (lessonId: string) =>
  (await (await app.as('Admin')).call(listAnnouncements, { params: { id: lessonId } })).data;

describe('an announcement', () => {
  test('is queued to every student of its group, at the student’s own address or else the parent’s', async () => {
    const parent = `${unique('parent')}@example.org`;
    const { lesson, students } = await aLessonWith(app, [
      { name: 'Ang Mei' },
      { name: 'Bala', email: `${unique('no address')}`, parentEmail: parent },
      { name: 'Chen', kind: 'TRIAL' },
    ]);
    const { _id, count } = await anAnnouncement(app, lesson.id);

    expect(count).toBe(2);
    const found = await deliveriesOf(_id);
    expect(
      found.map(({ student, address, address_of: of, state }) => [
        student.name,
        address,
        of,
        state,
      ]),
    ).toEqual([
      ['Ang Mei', students[0]?.email, 'student', 'queued'],
      ['Bala', parent, 'parent', 'queued'],
    ]);
    expect((await announcementsOf(lesson.id))[0]).toMatchObject({
      _id,
      method: 'email',
      groups: ['student'],
      counts: { sent: 0, failed: 0, pending: 2, unknown: 0 },
    });
  });

  test('goes to a phone with its country code', async () => {
    const { lesson } = await aLessonWith(app, [
      { name: 'Ang', phoneCountryCode: '62', phone: '8110000310' },
      { name: 'Bala', phone: '', parentPhone: '91110001', parentPhoneCountryCode: null },
      { name: 'Chen', phone: '' },
    ]);
    const { _id, count } = await anAnnouncement(app, lesson.id, { type: 'sms' });
    expect(count).toBe(2);
    expect((await deliveriesOf(_id)).map(({ address }) => address)).toEqual([
      '+628110000310',
      '+6591110001',
    ]);
  });

  test('to several groups is one announcement, and a student in two of them gets one message', async () => {
    const { lesson, students } = await aLessonWith(app, [
      { name: 'Ang' },
      { name: 'Bala', kind: 'TRIAL' },
    ]);
    const admin = await app.as('Admin');
    const body = anEmailBody({ composition: unique('composition') });
    const first = await admin.call(sendAnnouncement, { params: to(lesson.id), body });
    // The student is moved into the other group between the calls.
    await app.database.pool.query(
      `update roster_sources set kind = 'TRIAL' where student_id = $1`,
      [students[0]?.id],
    );
    const second = await admin.call(sendAnnouncement, {
      params: to(lesson.id, 'trial_student'),
      body,
    });

    expect(second.data).toEqual({ _id: first.data._id, count: 1, messages: 2 });
    expect((await deliveriesOf(first.data._id)).map(({ student }) => student.name)).toEqual([
      'Ang',
      'Bala',
    ]);
    expect(await announcementsOf(lesson.id)).toMatchObject([
      { groups: ['student', 'trial_student'], counts: { pending: 2 } },
    ]);
  });

  test('goes once to siblings who share their parent’s phone', async () => {
    const shared = { phone: '', parentPhone: '91110002', parentPhoneCountryCode: '65' };
    const { lesson } = await aLessonWith(app, [shared, shared]);
    const { _id, count } = await anAnnouncement(app, lesson.id, { type: 'sms' });

    expect(count).toBe(2);
    expect(await deliveriesOf(_id)).toHaveLength(2);
    const queued = await app.database.pool.query(
      'select address from announcement_deliveries where announcement_id = $1',
      [_id],
    );
    expect(queued.rows).toEqual([{ address: '+6591110002' }]);
  });

  test('whose response was lost can be repeated without a second message, by its composition', async () => {
    const { lesson } = await aLessonWith(app, pupils(3));
    const admin = await app.as('Admin');
    const body = anEmailBody({ composition: unique('composition') });
    const call = () => admin.call(sendAnnouncement, { params: to(lesson.id), body });
    const answers = await Promise.all([call(), call(), call()]);
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(answers[0]?.data.count).toBe(3);
    expect(await deliveriesOf(answers[0]?.data._id ?? '')).toHaveLength(3);
    expect(await announcementsOf(lesson.id)).toHaveLength(1);
  });

  test('is sent once per Idempotency-Key', async () => {
    const { lesson } = await aLessonWith(app, pupils(2));
    const admin = await app.as('Admin');
    const headers = { 'idempotency-key': unique('key') };
    const call = () =>
      admin.call(sendAnnouncement, { params: to(lesson.id), body: anEmailBody(), headers });
    expect(await call()).toEqual(await call());
    expect(await announcementsOf(lesson.id)).toHaveLength(1);
  });

  test('of the same composition with another text is refused', async () => {
    const { lesson } = await aLessonWith(app, pupils(1));
    const admin = await app.as('Admin');
    const composition = unique('composition');
    await admin.call(sendAnnouncement, {
      params: to(lesson.id),
      body: anEmailBody({ composition }),
    });
    const refused = await admin.refused(sendAnnouncement, {
      params: to(lesson.id, 'trial_student'),
      body: anEmailBody({ composition, subject: 'Something else' }),
    });
    expect(refused).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  describe('that this lesson just got', () => {
    const again = (by: Awaited<ReturnType<typeof app.as>>, lessonId: string, body = {}) => ({
      call: () => by.call(sendAnnouncement, { params: to(lessonId), body: anEmailBody(body) }),
      refused: () =>
        by.refused(sendAnnouncement, { params: to(lessonId), body: anEmailBody(body) }),
    });

    test('asks first, also if another user sent it, and is sent again after confirmation', async () => {
      const { lesson } = await aLessonWith(app, pupils(1));
      await anAnnouncement(app, lesson.id);
      const other = await app.as('Admin', { name: 'Mei Ling' });
      const refused = await again(other, lesson.id).refused();
      expect(refused).toMatchObject({ status: 409, code: 'announcement_repeated' });
      expect(refused.body.message.errors[0]?.message).toMatch(
        /sent the same message to Students of this lesson less than a minute ago\. Send it again\?$/,
      );
      expect(await announcementsOf(lesson.id)).toHaveLength(1);
      await again(other, lesson.id, { confirm: true }).call();
      expect(await announcementsOf(lesson.id)).toHaveLength(2);
    });

    test('is sent by only one of two concurrent users', async () => {
      const { lesson } = await aLessonWith(app, pupils(1));
      const admin = await app.as('Admin');
      const other = await app.as('Admin', { name: 'Mei Ling' });
      const outcomes = await Promise.allSettled(
        [admin, other].map((by) => again(by, lesson.id).call()),
      );
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await announcementsOf(lesson.id)).toHaveLength(1);
    });

    test('asks during 10 minutes', async () => {
      onTestFinished(() => app.clock.setTo(testNow));
      const { lesson } = await aLessonWith(app, pupils(1));
      const admin = await app.as('Admin');
      await anAnnouncement(app, lesson.id);
      app.clock.setTo(new Date(testNow.getTime() + 599_000));
      expect((await again(admin, lesson.id).refused()).code).toBe('announcement_repeated');
      app.clock.setTo(new Date(testNow.getTime() + 600_000));
      await again(admin, lesson.id).call();
      expect(await announcementsOf(lesson.id)).toHaveLength(2);
    });

    test.each([
      ['with other words', {}, { subject: 'Something else' }],
      ['with another button', {}, { cta: { text: 'Open', link: 'https://x.example' } }],
    ])('needs no confirmation %s', async (_what, first, second) => {
      const { lesson } = await aLessonWith(app, pupils(1));
      await anAnnouncement(app, lesson.id, first);
      await anAnnouncement(app, lesson.id, second);
      expect(await announcementsOf(lesson.id)).toHaveLength(2);
    });
  });

  test('is cleaned, and its subject is one line', async () => {
    const { lesson } = await aLessonWith(app, pupils(1));
    const { _id } = await anAnnouncement(app, lesson.id, {
      subject: ' Saturday\n at 14:30 ',
      content: '<p onclick="steal()">Hi<script>steal()</script> <b>all</b></p>',
      cta: { text: ' Open ', link: ' https://classroom.example.com/l/1 ' },
    });
    const { data } = await (
      await app.as('Admin')
    ).call(getAnnouncement, { params: { announcementId: _id } });
    expect(data).toMatchObject({
      subject: 'Saturday at 14:30',
      content: '<p>Hi <strong>all</strong></p>',
      cta: { text: 'Open', link: 'https://classroom.example.com/l/1' },
    });
  });

  test('adds an audit row with its text and the number of recipients', async () => {
    const { lesson } = await aLessonWith(app, pupils(2));
    const { _id } = await anAnnouncement(app, lesson.id);
    const [row] = await app.database.db.select().from(auditLog).where(eq(auditLog.entityId, _id));
    expect(row).toMatchObject({
      action: 'announcement.sent',
      after: { lesson: lesson.id, method: 'email', group: 'student', count: 2 },
    });
  });

  type Body = Parameters<typeof anEmailBody>[0];
  test.each<[string, 'email' | 'sms', Body, string, string]>([
    ['without a subject', 'email', { subject: '  ' }, 'subject', 'Please enter a subject'],
    [
      'without content',
      'email',
      { content: '<p>&nbsp;</p><script>x</script>' },
      'content',
      'Please write something',
    ],
    [
      'with a button without a link',
      'email',
      { cta: { text: 'Open', link: '' } },
      'cta.link',
      'Please enter the link of the button, or leave out its text',
    ],
    [
      'with a link without a button',
      'email',
      { cta: { text: ' ', link: 'https://x.example' } },
      'cta.text',
      'Please enter the text of the button, or leave out its link',
    ],
    [
      'with a link that is a script',
      'email',
      { cta: { text: 'Open', link: 'javascript:alert(1)' } },
      'cta.link',
      'The link must be a web address that begins with http:// or https://',
    ],
    [
      'with a link to a file',
      'email',
      { cta: { text: 'Open', link: 'ftp://files.example' } },
      'cta.link',
      'The link must be a web address that begins with http:// or https://',
    ],
    ['with a subject in an sms', 'sms', { content: 'Hi' }, 'subject', 'An sms has no subject.'],
    [
      'without text in an sms',
      'sms',
      { subject: '', content: ' \n ' },
      'content',
      'Please write something',
    ],
    [
      'with too long a text',
      'sms',
      { subject: '', content: 'a'.repeat(461) },
      'content',
      'At most 459 characters: 2 too many',
    ],
  ])('%s is refused at its field (%s)', async (_what, type, body, field, message) => {
    const { lesson } = await aLessonWith(app, pupils(1));
    const refused = await (
      await app.as('Admin')
    ).refused(sendAnnouncement, {
      params: to(lesson.id, 'student', type),
      body: anEmailBody(body),
    });
    expect(refused).toMatchObject({ status: 400, field });
    expect(refused.body.message.errors[0]?.message).toBe(message);
    expect(await announcementsOf(lesson.id)).toEqual([]);
  });

  test('to a group without any address is refused and saves nothing', async () => {
    const { lesson } = await aLessonWith(app, pupils(1));
    const refused = await (
      await app.as('Admin')
    ).refused(sendAnnouncement, {
      params: to(lesson.id, 'video_student'),
      body: anEmailBody(),
    });
    expect(refused).toMatchObject({ status: 422, code: 'no_recipients' });
    expect(await announcementsOf(lesson.id)).toEqual([]);
  });

  test.each(['SalesAdmin', 'Partner', 'CustService', 'Tutor'] as const)(
    'is refused to a %s with 403',
    async (role) => {
      const { lesson } = await aLessonWith(app, pupils(1));
      const person = await app.as(role);
      const refused = await person.refused(sendAnnouncement, {
        params: to(lesson.id),
        body: anEmailBody(),
      });
      expect(refused).toMatchObject({ status: 403, code: 'forbidden' });
    },
  );

  test('of a lesson that does not exist is not found', async () => {
    const refused = await (
      await app.as('Admin')
    ).refused(sendAnnouncement, {
      params: to('018f0000-0000-7000-8000-000000000000'),
      body: anEmailBody(),
    });
    expect(refused).toMatchObject({ status: 404, code: 'not_found', field: 'id' });
  });
});

describe('before it is sent', () => {
  test('the preview shows who can get it, and why others cannot', async () => {
    const { lesson } = await aLessonWith(app, [
      { name: 'Ang' },
      { name: 'Bala', phone: '' },
      { name: 'Chen', kind: 'TRIAL', phone: '12' },
    ]);
    const admin = await app.as('Admin');
    const params = { id: lesson.id, type: 'sms' as const };
    const { data } = await admin.call(previewAnnouncement, { params });
    expect(data).toMatchObject({
      via: 'outbox',
      groups: [
        { group: 'student', count: 2, reachable: 1 },
        { group: 'trial_student', count: 1, reachable: 0 },
        { group: 'video_student', count: 0, reachable: 0 },
      ],
      without: [
        { student: { name: 'Bala' }, group: 'student', why: 'missing' },
        { student: { name: 'Chen' }, group: 'trial_student', why: 'invalid' },
      ],
      first: { student: { name: 'Ang' }, address: '+6580000000', address_of: 'student' },
    });
    const { body } = await admin.send(previewAnnouncement, {
      params,
      headers: { accept: 'text/csv' },
    });
    expect(String(body).split('\r\n').slice(1, 4)).toEqual([
      "Ang,student,'+6580000000,student,",
      'Bala,student,,,missing',
      'Chen,trial_student,,,invalid',
    ]);
  });

  test('a test goes to the sender, and does not count', async () => {
    const { lesson } = await aLessonWith(app, pupils(1));
    const email = `${unique('nadia')}@example.com`;
    const nadia = await app.as('Admin', { name: 'Nadia', email, phone: '', phoneCountryCode: '' });
    const params = { scope: 'lesson' as const, id: lesson.id, type: 'email' as const };
    const { data } = await nadia.call(testAnnouncement, { params, body: anEmailBody() });

    expect(data.address).toBe(email);
    expect(await announcementsOf(lesson.id)).toEqual([]);
    const row = await app.database.db
      .select()
      .from(announcements)
      .where(eq(announcements.id, data._id));
    expect(row).toMatchObject([{ isTest: true, groups: [] }]);
    expect(
      await nadia.refused(testAnnouncement, {
        params: { ...params, type: 'sms' },
        body: { content: 'Hi' },
      }),
    ).toMatchObject({ status: 422, code: 'no_recipients' });
  });
});
