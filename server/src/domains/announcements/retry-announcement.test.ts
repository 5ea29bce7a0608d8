import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  getAnnouncement,
  listDeliveries,
  retryAnnouncement,
  retryDelivery,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import {
  aLessonWith,
  anAnnouncement,
  pupils,
} from '../../../test/factories/announcement.factory.ts';
import { unique } from '../../../test/unique.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { users } from '../identity/users.schema.ts';

// No worker runs here: a test sets which messages failed.
const app = useOwnTestApp();

/** An announcement whose messages have all failed. */
const aFailedAnnouncement = async (people: Parameters<typeof aLessonWith>[1]) => {
  const { lesson, students } = await aLessonWith(app, people);
  const { _id } = await anAnnouncement(app, lesson.id);
  await app.database.pool.query(
    `update announcement_deliveries set state = 'failed', tries = 8, error = '550 no' where announcement_id = $1`,
    [_id],
  );
  return { _id, students };
};

const rowsOf = async (announcementId: string) =>
  (
    await (
      await app.as('Admin')
    ).call(listDeliveries, {
      params: { announcementId },
      query: { sortBy: 'name' },
    })
  ).data;

const change = (id: string | undefined, values: Partial<typeof users.$inferInsert>) =>
  app.database.db
    .update(users)
    .set(values)
    .where(eq(users.id, id ?? ''));

const retry = async (announcementId: string) =>
  (await (await app.as('Admin')).call(retryAnnouncement, { params: { announcementId } })).data;

describe('a retry', () => {
  test('goes to the person’s current address, and shows the former one', async () => {
    const { _id, students } = await aFailedAnnouncement([{ name: 'Ang' }, { name: 'Bala' }]);
    const email = `${unique('ang')}@example.org`;
    await change(students[0]?.id, { email });

    expect(await retry(_id)).toEqual({ count: 2, changed: 1 });
    const [ang, bala] = await rowsOf(_id);
    expect(ang).toMatchObject({
      address: email,
      state: 'queued',
      tries: 0,
      former_address: students[0]?.email,
      readdressed: app.clock.now().toISOString(),
    });
    expect(bala).toMatchObject({
      address: students[1]?.email,
      state: 'queued',
      former_address: null,
      readdressed: null,
    });
    const [audited] = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'announcement.retried'));
    expect(audited?.after).toEqual({
      count: 2,
      changed: [{ student: students[0]?.id, from: students[0]?.email, to: email }],
    });
  });

  test('gives siblings with different current addresses a message each', async () => {
    const parentEmail = `${unique('parent')}@example.org`;
    const shared = () => ({ email: unique('no address'), parentEmail });
    const { _id, students } = await aFailedAnnouncement([
      { name: 'Ang', ...shared() },
      { name: 'Bala', ...shared() },
    ]);
    const other = `${unique('other')}@example.org`;
    await change(students[1]?.id, { parentEmail: other });
    expect(await retry(_id)).toEqual({ count: 2, changed: 1 });
    expect((await rowsOf(_id)).map(({ address }) => address)).toEqual([parentEmail, other]);
  });

  test('joins a message to the same address, and does not send it again if it arrived', async () => {
    const { _id, students } = await aFailedAnnouncement([{ name: 'Ang' }, { name: 'Bala' }]);
    await app.database.pool.query(
      `update announcement_deliveries set state = 'sent' where announcement_id = $1 and address = $2`,
      [_id, students[1]?.email],
    );
    await change(students[0]?.id, { email: unique('no address'), parentEmail: students[1]?.email });
    expect(await retry(_id)).toEqual({ count: 0, changed: 1 });
    expect((await rowsOf(_id)).map(({ address, state }) => [address, state])).toEqual([
      [students[1]?.email, 'sent'],
      [students[1]?.email, 'sent'],
    ]);
  });

  test('leaves the message failed if the person no longer has an address', async () => {
    const { _id, students } = await aFailedAnnouncement(pupils(1));
    await change(students[0]?.id, { email: unique('no address') });
    expect(await retry(_id)).toEqual({ count: 0, changed: 0 });
    expect(await rowsOf(_id)).toMatchObject([{ state: 'failed' }]);
  });
});

describe('a message that failed for good', () => {
  const again = async (announcementId: string, at: 'student' | 'parent', refused = false) => {
    const admin = await app.as('Admin');
    const [row] = await rowsOf(announcementId);
    const input = { params: { announcementId, delivery: row?._id ?? '' }, body: { at } };
    return refused
      ? admin.refused(retryDelivery, input)
      : (await admin.call(retryDelivery, input)).data;
  };

  test('can be sent to the parent instead, and back to the student', async () => {
    const parentEmail = `${unique('parent')}@example.org`;
    const { _id, students } = await aFailedAnnouncement([{ name: 'Ang', parentEmail }]);
    expect(await again(_id, 'parent')).toMatchObject({
      address: parentEmail,
      address_of: 'parent',
      state: 'queued',
      former_address: students[0]?.email,
    });
    expect(await again(_id, 'student', true)).toMatchObject({
      status: 409,
      code: 'delivery_not_failed',
    });
    const { data } = await (
      await app.as('Admin')
    ).call(getAnnouncement, { params: { announcementId: _id } });
    expect(data.counts).toEqual({ sent: 0, failed: 0, pending: 1, unknown: 0 });
  });

  test('is refused without such an address', async () => {
    const { _id } = await aFailedAnnouncement(pupils(1));
    expect(await again(_id, 'parent', true)).toMatchObject({
      status: 422,
      code: 'no_recipients',
      field: 'at',
    });
  });
});
