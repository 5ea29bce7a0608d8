import { eq, inArray } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { testNow, useOwnTestApp } from '../test/build-test-app.ts';
import { aLessonWith, anAnnouncement, pupils } from '../test/factories/announcement.factory.ts';
import { aLessonWithPolls, anAnswer } from '../test/factories/poll.factory.ts';
import {
  announcements,
  deliveries,
  recipients,
} from './domains/announcements/announcements.schema.ts';
import { classroomEvents } from './domains/attendance/classroom-events.schema.ts';
import { newId } from './platform/ids.ts';
import { auditLog } from './platform/platform.schema.ts';
import { deleteExpired } from './retention.ts';

const app = useOwnTestApp();
const daysAgo = (days: number) => new Date(testNow.getTime() - days * 24 * 60 * 60_000);
const keepAll = { auditDays: 0, classroomDays: 0, messageDays: 0 };
const run = (retention: Partial<typeof keepAll>) =>
  deleteExpired({
    db: app.database.db,
    clock: app.clock,
    settings: { retention: { ...keepAll, ...retention } },
  });

const ages = [99, 101];
const audited: string[] = [];
const answered: string[] = [];
const sent: string[] = [];

beforeAll(async () => {
  const { db } = app.database;
  for (const days of ages) {
    const at = daysAgo(days);
    audited.push(newId(at));
    await db.insert(auditLog).values({
      id: audited.at(-1)!,
      at,
      actorName: 'Mei Ling',
      address: '127.0.0.1',
      requestId: 'retention',
      action: 'order.cancel',
      entity: 'order',
      entityId: newId(at),
    });
    const { lesson, first, quick } = await aLessonWithPolls(app);
    await anAnswer(app, { id: first.id, lessonId: lesson.id }, quick, [1], at);
    answered.push(lesson.id);
    const { lesson: announced } = await aLessonWith(app, pupils(2));
    const { _id } = await anAnnouncement(app, announced.id);
    await db.update(announcements).set({ created: at }).where(eq(announcements.id, _id));
    await db.update(deliveries).set({ state: 'sent' }).where(eq(deliveries.announcementId, _id));
    sent.push(_id);
  }
});

const left = async () => {
  const { db } = app.database;
  const count = async (ids: string[], read: (id: string) => Promise<unknown[]>) =>
    Promise.all(ids.map(async (id) => (await read(id)).length));
  return {
    audited: await count(audited, (id) => db.select().from(auditLog).where(eq(auditLog.id, id))),
    answered: await count(answered, (id) =>
      db
        .select()
        .from(classroomEvents)
        .where(inArray(classroomEvents.lessonId, [id])),
    ),
    recipients: await count(sent, (id) =>
      db.select().from(recipients).where(eq(recipients.announcementId, id)),
    ),
    deliveries: await count(sent, (id) =>
      db.select().from(deliveries).where(eq(deliveries.announcementId, id)),
    ),
    announcements: await count(sent, (id) =>
      db.select().from(announcements).where(eq(announcements.id, id)),
    ),
  };
};

test('deletes only rows that are older than the retention of their kind, and none without one', async () => {
  const before = await left();
  expect(before).toMatchObject({ audited: [1, 1], deliveries: [2, 2], announcements: [1, 1] });
  await run({});
  expect(await left()).toEqual(before);

  await run({ auditDays: 100 });
  const withoutAudit = { ...before, audited: [1, 0] };
  expect(await left()).toEqual(withoutAudit);

  await run({ classroomDays: 100 });
  const [young = 0, old = 0] = before.answered;
  const withoutAnswer = { ...withoutAudit, answered: [young, old - 1] };
  expect(await left()).toEqual(withoutAnswer);

  const [, expired = ''] = sent;
  const { db } = app.database;
  const setStates = (state: 'sending' | 'sent') =>
    db.update(deliveries).set({ state }).where(eq(deliveries.announcementId, expired));
  await setStates('sending');
  await run({ messageDays: 100 });
  expect(await left()).toEqual(withoutAnswer);
  await setStates('sent');
  await run({ messageDays: 100 });
  expect(await left()).toEqual({
    ...withoutAnswer,
    recipients: [2, 0],
    deliveries: [2, 0],
    announcements: [1, 0],
  });
});

test('the database refuses to delete audit rows of the last 90 days', async () => {
  const { db, pool } = app.database;
  const rowOf = async (daysAgo: number) => {
    const at = new Date(Date.now() - daysAgo * 24 * 60 * 60_000);
    const id = newId(at);
    await db.insert(auditLog).values({
      id,
      at,
      actorName: 'Siti Nurhaliza',
      address: '127.0.0.1',
      requestId: 'retention',
      action: 'order.cancel',
      entity: 'order',
      entityId: id,
    });
    return id;
  };
  const [young, old] = [await rowOf(89), await rowOf(91)];
  const remove = (...ids: string[]) =>
    pool.query('delete from audit_log where id = any($1::uuid[])', [ids]);
  await expect(remove(young, old)).rejects.toThrow('of the last 90 days cannot be deleted');
  expect((await remove(old)).rowCount).toBe(1);
  expect(await db.select().from(auditLog).where(eq(auditLog.id, young))).toHaveLength(1);
});
