import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import {
  aLessonWith,
  anAnnouncement,
  pupils,
} from '../../../test/factories/announcement.factory.ts';
import { deliveries } from './announcements.schema.ts';
import { record, take } from './delivery.queries.ts';

// No worker runs here to send the messages that a test takes.
const app = useOwnTestApp();

const someMessages = async (count: number) => {
  const { lesson } = await aLessonWith(app, pupils(count));
  const { _id } = await anAnnouncement(app, lesson.id);
  const rows = await app.database.db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.announcementId, _id))
    .orderBy(deliveries.id);
  return rows.map(({ id }) => id);
};

const takeNow = (ids: readonly string[]) =>
  take(app.database.db, { ids, jobId: randomUUID(), now: app.clock.now() });

const stateOf = async (id: string) =>
  (await app.database.db.select().from(deliveries).where(eq(deliveries.id, id)))[0]?.state;

test('messages are taken once, and returned in the order of the request', async () => {
  const [first = '', second = ''] = await someMessages(2);
  const taken = await takeNow([second, first]);
  expect(taken.map((row) => row?.id)).toEqual([second, first]);
  expect(await takeNow([first, second])).toEqual([undefined, undefined]);
});

test('a job that repeats the call gets the same messages, counted as one attempt', async () => {
  const asked = { ids: await someMessages(1), jobId: randomUUID(), now: app.clock.now() };
  const taken = await take(app.database.db, asked);
  expect(taken).toMatchObject([{ state: 'sending', tries: 1 }]);
  expect(await take(app.database.db, asked)).toEqual(taken);
});

test('a success replaces any other state, and is not replaced', async () => {
  const [id = ''] = await someMessages(1);
  const [delivery] = await takeNow([id]);
  const note = (is: 'sent' | 'refused') =>
    record(app.database.db, {
      tried: [{ delivery: delivery!, outcome: is === 'sent' ? { is } : { is, error: '550 no' } }],
      way: 'smtp',
      now: app.clock.now(),
      firstPauseSeconds: 15,
    });
  await app.database.db.update(deliveries).set({ state: 'unknown' }).where(eq(deliveries.id, id));
  await note('refused');
  expect(await stateOf(id)).toBe('unknown');
  await note('sent');
  expect(await stateOf(id)).toBe('sent');
  await note('refused');
  expect(await stateOf(id)).toBe('sent');
});
