import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  getAnnouncement,
  listAnnouncements,
  listDeliveries,
  listStudentMessages,
  previewAnnouncement,
  retryAnnouncement,
  retryDelivery,
  sendAnnouncement,
  testAnnouncement,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import type { AddressChoice } from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import {
  aLessonWith,
  anAnnouncement,
  anEmailBody,
} from '../../../test/factories/announcement.factory.ts';
import { unique } from '../../../test/unique.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { users } from '../identity/users.schema.ts';

// No worker runs here: a test sets which messages were sent or failed.
const app = useOwnTestApp();

const aParent = () => `${unique('parent')}@example.org`;
const noAddress = () => unique('no address');

const rowsOf = async (announcementId: string) =>
  (
    await (
      await app.as('Admin')
    ).call(listDeliveries, { params: { announcementId }, query: { sortBy: 'name' } })
  ).data;

/** Returns each recipient as [name, whose address, address, state], sorted by name, the student's own first. */
const briefOf = async (announcementId: string) =>
  (await rowsOf(announcementId))
    .map(({ student, address_of: of, address, state }) => [student.name, of, address, state])
    .toSorted((one, other) => `${one[0]}${other[1]}`.localeCompare(`${other[0]}${one[1]}`));

const addressesOf = async (announcementId: string) =>
  (
    await app.database.pool.query<{ address: string }>(
      'select address from announcement_deliveries where announcement_id = $1 order by address',
      [announcementId],
    )
  ).rows.map(({ address }) => address);

const announcementOf = async (announcementId: string) =>
  (await (await app.as('Admin')).call(getAnnouncement, { params: { announcementId } })).data;

const previewOf = async (
  lessonId: string,
  to?: AddressChoice,
  type: 'email' | 'sms' = 'email',
  by = app.as('Admin'),
) =>
  (
    await (
      await by
    ).call(previewAnnouncement, {
      params: { id: lessonId, type },
      query: to === undefined ? {} : { to },
    })
  ).data;

const setState = (announcementId: string, state: string, address?: string) =>
  app.database.pool.query(
    `update announcement_deliveries set state = $2, tries = 8 where announcement_id = $1
     and ($3::text is null or address = $3)`,
    [announcementId, state, address ?? null],
  );

describe('an announcement to students, parents or both', () => {
  test.each<[AddressChoice, number, (own: string, parents: string) => string[]]>([
    ['student_else_parent', 2, (own, parents) => [own, parents]],
    ['student', 1, (own) => [own]],
    ['parent', 2, (_own, parents) => [parents, 'a']],
    ['both', 2, (own, parents) => [own, parents, 'a']],
  ])('goes to the chosen addresses (%s)', async (to, students, expected) => {
    const [angs, balas] = [aParent(), aParent()];
    const { lesson, students: people } = await aLessonWith(app, [
      { name: 'Ang', parentEmail: angs },
      { name: 'Bala', email: noAddress(), parentEmail: balas },
      { name: 'Chen', email: noAddress() },
    ]);
    const answer = await anAnnouncement(app, lesson.id, { to });
    const addresses = expected(people[0]?.email ?? '', balas).map((each) =>
      each === 'a' ? angs : each,
    );
    expect(await addressesOf(answer._id)).toEqual(addresses.toSorted());
    expect(answer).toMatchObject({ count: students, messages: addresses.length });
    expect(await announcementOf(answer._id)).toMatchObject({
      to,
      students,
      messages: addresses.length,
      counts: { pending: addresses.length },
    });
  });

  test('to both lists each recipient separately, also on the page of the student', async () => {
    const parentEmail = aParent();
    const { lesson, students } = await aLessonWith(app, [{ name: 'Ang', parentEmail }]);
    const { _id } = await anAnnouncement(app, lesson.id, { to: 'both' });
    expect(await briefOf(_id)).toEqual([
      ['Ang', 'student', students[0]?.email, 'queued'],
      ['Ang', 'parent', parentEmail, 'queued'],
    ]);
    const admin = await app.as('Admin');
    const { data } = await admin.call(listStudentMessages, {
      params: { id: students[0]?.id ?? '' },
    });
    expect(data.map(({ address_of: of }) => of).toSorted()).toEqual(['parent', 'student']);
    const { body } = await admin.send(listDeliveries, {
      params: { announcementId: _id },
      headers: { accept: 'text/csv' },
    });
    expect(String(body).trim().split('\r\n')).toHaveLength(3);
    const all = await admin.send(listAnnouncements, {
      params: { id: lesson.id },
      headers: { accept: 'text/csv' },
    });
    const [header, row] = String(all.body).split('\r\n');
    expect(header).toContain('to,');
    expect(row).toContain(',both,');
    expect(header?.split(',').slice(-2)).toEqual(['students', 'messages']);
    expect(row?.split(',').slice(-2)).toEqual(['1', '2']);
  });

  test('is sent once to a student and a parent with the same address, by e-mail and by sms', async () => {
    const shared = aParent();
    const { lesson } = await aLessonWith(app, [
      {
        email: shared,
        parentEmail: shared.toUpperCase(),
        phoneCountryCode: '65',
        phone: '91110003',
        parentPhoneCountryCode: null,
        parentPhone: '91110003',
      },
    ]);
    const email = await anAnnouncement(app, lesson.id, { to: 'both' });
    expect(email).toMatchObject({ count: 1, messages: 1 });
    expect(await addressesOf(email._id)).toEqual([shared]);
    const sms = await anAnnouncement(app, lesson.id, { type: 'sms', to: 'both' });
    expect(sms).toMatchObject({ count: 1, messages: 1 });
    expect(await addressesOf(sms._id)).toEqual(['+6591110003']);
  });

  test('is sent once to the parent of siblings, also in two groups', async () => {
    const parentEmail = aParent();
    const { lesson } = await aLessonWith(app, [
      { name: 'Ang', parentEmail },
      { name: 'Bala', parentEmail },
      { name: 'Chen', parentEmail, kind: 'TRIAL' },
    ]);
    const preview = await previewOf(lesson.id, 'both');
    expect(preview.messages).toEqual([
      { groups: ['student'], count: 2 },
      { groups: ['student', 'trial_student'], count: 1 },
      { groups: ['trial_student'], count: 1 },
    ]);
    const admin = await app.as('Admin');
    const body = anEmailBody({ to: 'both', composition: unique('composition') });
    const send = async (recipients: 'student' | 'trial_student') =>
      (
        await admin.call(sendAnnouncement, {
          params: { scope: 'lesson', id: lesson.id, type: 'email', recipients },
          body,
        })
      ).data;
    expect(await send('student')).toMatchObject({ count: 2, messages: 3 });
    const { _id, ...answer } = await send('trial_student');
    expect(answer).toEqual({ count: 1, messages: 4 });
    expect(await announcementOf(_id)).toMatchObject({
      students: 3,
      messages: 4,
      counts: { pending: 6 },
    });
  });

  test('is not sent again to a student who changes group and address between two calls', async () => {
    const { lesson, students } = await aLessonWith(app, [
      { name: 'Ang', parentEmail: aParent() },
      { name: 'Bala', kind: 'TRIAL' },
    ]);
    const admin = await app.as('Admin');
    const body = anEmailBody({ composition: unique('composition') });
    const send = async (recipients: 'student' | 'trial_student') =>
      (
        await admin.call(sendAnnouncement, {
          params: { scope: 'lesson', id: lesson.id, type: 'email', recipients },
          body,
        })
      ).data;
    const { _id } = await send('student');
    await app.database.pool.query(
      `update roster_sources set kind = 'TRIAL' where student_id = $1`,
      [students[0]?.id],
    );
    await app.database.db
      .update(users)
      .set({ email: noAddress() })
      .where(eq(users.id, students[0]?.id ?? ''));
    expect(await send('trial_student')).toMatchObject({ count: 1, messages: 2 });
    expect(await addressesOf(_id)).toHaveLength(2);
  });

  test('is sent once for two concurrent requests', async () => {
    const { lesson } = await aLessonWith(app, [{ parentEmail: aParent() }]);
    const admin = await app.as('Admin');
    const body = anEmailBody({ to: 'both', composition: unique('composition') });
    const call = () =>
      admin.call(sendAnnouncement, {
        params: { scope: 'lesson', id: lesson.id, type: 'email', recipients: 'student' },
        body,
      });
    const answers = await Promise.all([call(), call(), call()]);
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await addressesOf(answers[0]?.data._id ?? '')).toHaveLength(2);
  });

  test('of one composition with another choice is refused', async () => {
    const { lesson } = await aLessonWith(app, [{ parentEmail: aParent() }, { kind: 'TRIAL' }]);
    const composition = unique('composition');
    await anAnnouncement(app, lesson.id, { composition });
    const refused = await (
      await app.as('Admin')
    ).refused(sendAnnouncement, {
      params: { scope: 'lesson', id: lesson.id, type: 'email', recipients: 'trial_student' },
      body: anEmailBody({ composition, to: 'both' }),
    });
    expect(refused).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  test('is refused when no student of the group has the chosen address', async () => {
    const { lesson } = await aLessonWith(app, [{ name: 'Ang' }]);
    const refused = await (
      await app.as('Admin')
    ).refused(sendAnnouncement, {
      params: { scope: 'lesson', id: lesson.id, type: 'email', recipients: 'student' },
      body: anEmailBody({ to: 'parent' }),
    });
    expect(refused).toMatchObject({ status: 422, code: 'no_recipients' });
  });

  test('asks first if the lesson just got the same text at other addresses', async () => {
    const { lesson } = await aLessonWith(app, [{ parentEmail: aParent() }]);
    await anAnnouncement(app, lesson.id, { to: 'parent' });
    const refused = await (
      await app.as('Admin')
    ).refused(sendAnnouncement, {
      params: { scope: 'lesson', id: lesson.id, type: 'email', recipients: 'student' },
      body: anEmailBody({ to: 'student' }),
    });
    expect(refused).toMatchObject({ status: 409, code: 'announcement_repeated' });
    expect(refused.body.message.errors[0]?.message).toMatch(
      /sent the same message to the parents of Students of this lesson less than a minute ago/,
    );
  });

  test('has the choice in its audit row', async () => {
    const { lesson } = await aLessonWith(app, [{ parentEmail: aParent() }]);
    const { _id } = await anAnnouncement(app, lesson.id, { to: 'both' });
    const [row] = await app.database.db.select().from(auditLog).where(eq(auditLog.entityId, _id));
    expect(row?.after).toMatchObject({ to: 'both', count: 1, messages: 2 });
  });
});

describe('before an announcement is sent', () => {
  test('each student without a chosen address is listed, with the reason', async () => {
    const { lesson } = await aLessonWith(app, [
      { name: 'Ang', parentEmail: aParent() },
      { name: 'Bala' },
      { name: 'Chen', email: noAddress(), parentEmail: aParent() },
      { name: 'Dewi', email: noAddress() },
    ]);
    const both = await previewOf(lesson.id, 'both');
    expect(both.groups[0]).toEqual({ group: 'student', count: 4, reachable: 3, partly: 2 });
    expect(
      both.without.map(({ student, address_of: of, why, gets_other: other }) => [
        student.name,
        of,
        why,
        other,
      ]),
    ).toEqual([
      ['Bala', 'parent', 'missing', true],
      ['Chen', 'student', 'invalid', true],
      ['Dewi', null, 'invalid', false],
    ]);
    expect(both.messages).toEqual([{ groups: ['student'], count: 4 }]);
    const parents = await previewOf(lesson.id, 'parent');
    expect(parents.groups[0]).toEqual({ group: 'student', count: 4, reachable: 2, partly: 0 });
    expect(parents.without.map(({ student }) => student.name)).toEqual(['Bala', 'Dewi']);
    const { body } = await (
      await app.as('Admin')
    ).send(previewAnnouncement, {
      params: { id: lesson.id, type: 'email' },
      query: { to: 'both' },
      headers: { accept: 'text/csv' },
    });
    expect(String(body).trim().split('\r\n')).toHaveLength(1 + 7);
    expect(String(body)).toContain('Bala,student,,parent,missing');
  });

  test('the sender’s last choice is offered, independently of other users and tests', async () => {
    const { lesson } = await aLessonWith(app, [{ parentEmail: aParent() }]);
    const nadia = await app.as('Admin', { name: 'Nadia' });
    const mine = () => previewOf(lesson.id, undefined, 'sms', Promise.resolve(nadia));
    expect((await mine()).to).toBe('student_else_parent');
    await nadia.call(sendAnnouncement, {
      params: { scope: 'lesson', id: lesson.id, type: 'email', recipients: 'student' },
      body: anEmailBody({ to: 'both' }),
    });
    await nadia.call(testAnnouncement, {
      params: { scope: 'lesson', id: lesson.id, type: 'email' },
      body: { subject: 'Test', content: '<p>Test</p>' },
    });
    await anAnnouncement(app, lesson.id, { to: 'parent', confirm: true });
    expect((await mine()).to).toBe('both');
  });
});

describe('a retry of an announcement to both', () => {
  const toBoth = async (values: Partial<typeof users.$inferInsert> = {}) => {
    const parentEmail = aParent();
    const { lesson, students } = await aLessonWith(app, [{ name: 'Ang', parentEmail, ...values }]);
    const { _id } = await anAnnouncement(app, lesson.id, { to: 'both' });
    const student = students[0]!;
    return { _id, id: student.id, own: student.email, parents: parentEmail };
  };
  const again = async (announcementId: string, of: 'student' | 'parent', at = of) => {
    const row = (await rowsOf(announcementId)).find((each) => each.address_of === of);
    return { params: { announcementId, delivery: row?._id ?? '' }, body: { at } };
  };

  test('to the other address is refused when that address got the message', async () => {
    const { _id, own, parents } = await toBoth();
    await setState(_id, 'sent', parents);
    await setState(_id, 'failed', own);
    const refused = await (
      await app.as('Admin')
    ).refused(retryDelivery, await again(_id, 'student', 'parent'));
    expect(refused).toMatchObject({ status: 409, code: 'delivery_elsewhere', field: 'at' });
    expect(await briefOf(_id)).toEqual([
      ['Ang', 'student', own, 'failed'],
      ['Ang', 'parent', parents, 'sent'],
    ]);
  });

  test('to the other address is refused also after that address has changed', async () => {
    const { _id, id, own, parents } = await toBoth();
    await setState(_id, 'sent', parents);
    await setState(_id, 'failed', own);
    await app.database.db.update(users).set({ parentEmail: aParent() }).where(eq(users.id, id));
    const refused = await (
      await app.as('Admin')
    ).refused(retryDelivery, await again(_id, 'student', 'parent'));
    expect(refused).toMatchObject({ code: 'delivery_elsewhere' });
    expect(await addressesOf(_id)).toHaveLength(2);
  });

  test('to the other address sends its own failed message again', async () => {
    const { _id, own, parents } = await toBoth();
    await setState(_id, 'failed');
    const { data } = await (
      await app.as('Admin')
    ).call(retryDelivery, await again(_id, 'student', 'parent'));
    expect(data).toMatchObject({ address: parents, address_of: 'parent', state: 'queued' });
    expect(await briefOf(_id)).toEqual([
      ['Ang', 'student', own, 'failed'],
      ['Ang', 'parent', parents, 'queued'],
    ]);
  });

  test('to the other address reaches a parent who had none before', async () => {
    const { _id, id, own } = await toBoth({ parentEmail: null });
    await setState(_id, 'failed');
    const parents = aParent();
    await app.database.db.update(users).set({ parentEmail: parents }).where(eq(users.id, id));
    const { data } = await (
      await app.as('Admin')
    ).call(retryDelivery, await again(_id, 'student', 'parent'));
    expect(data).toMatchObject({ address: parents, address_of: 'parent', former_address: own });
  });

  test('of all failed ones uses each person’s own address, never the other’s', async () => {
    const { _id, id, own, parents } = await toBoth();
    await setState(_id, 'sent', own);
    await setState(_id, 'failed', parents);
    await app.database.db.update(users).set({ parentEmail: null }).where(eq(users.id, id));
    const admin = await app.as('Admin');
    const retry = async () =>
      (await admin.call(retryAnnouncement, { params: { announcementId: _id } })).data;
    expect(await retry()).toEqual({ count: 0, changed: 0 });
    const changed = aParent();
    await app.database.db.update(users).set({ parentEmail: changed }).where(eq(users.id, id));
    expect(await retry()).toEqual({ count: 1, changed: 1 });
    expect(await briefOf(_id)).toEqual([
      ['Ang', 'student', own, 'sent'],
      ['Ang', 'parent', changed, 'queued'],
    ]);
  });

  test('sends nothing again to an address that both now share', async () => {
    const { _id, id, own, parents } = await toBoth();
    await setState(_id, 'sent', parents);
    await setState(_id, 'failed', own);
    await app.database.db.update(users).set({ email: parents }).where(eq(users.id, id));
    const { data } = await (
      await app.as('Admin')
    ).call(retryAnnouncement, { params: { announcementId: _id } });
    expect(data).toEqual({ count: 0, changed: 1 });
    expect(await addressesOf(_id)).toEqual([parents]);
  });

  test('of an announcement to students never goes to a parent', async () => {
    const { lesson, students } = await aLessonWith(app, [{ parentEmail: aParent() }]);
    const { _id } = await anAnnouncement(app, lesson.id, { to: 'student' });
    await setState(_id, 'failed');
    await app.database.db
      .update(users)
      .set({ email: noAddress() })
      .where(eq(users.id, students[0]?.id ?? ''));
    const { data } = await (
      await app.as('Admin')
    ).call(retryAnnouncement, { params: { announcementId: _id } });
    expect(data).toEqual({ count: 0, changed: 0 });
  });
});
