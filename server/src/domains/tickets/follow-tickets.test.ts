import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testNow, useOwnTestApp } from '../../../test/build-test-app.ts';
import { aStay } from '../../../test/factories/attendance.factory.ts';
import { holdRows } from '../../../test/hold-rows.ts';
import { startWorker } from '../../../test/own-process.ts';
import { followTickets } from './follow-tickets.ts';
import { day, ticketLife } from './ticket-life.test-helper.ts';

const app = useOwnTestApp();
const life = ticketLife(app);

const inDays = (days: number) => new Date(testNow.getTime() + days * day);

/** Trials and subscriptions from before tickets existed. */
const oldOrders = async (count: number) => {
  const families = [];
  for (let index = 0; index < count; index += 1) {
    const family = await life.aFamily();
    await family.orderTrial(family.lesson(1));
    if (index % 2 === 0) await family.order([family.lesson(2), family.lesson(3)]);
    families.push(family);
  }
  await app.database.db.execute(sql`delete from ticket_history`);
  await app.database.db.execute(sql`delete from tickets`);
  return families;
};

const all = async () =>
  (
    await app.database.db.execute<{ state: string }>(sql`
      select concat_ws(' ', t.student_id, t.class_id, t.type, t.status, t.lesson_id, t.result_order_id, t.attended, t.version,
        (select string_agg(concat_ws(' ', h.action, h.from_status, h.to_status), ', ' order by h.id)
          from ticket_history h where h.ticket_id = t.id)) as state
      from tickets t order by 1`)
  ).rows.map(({ state }) => state);

test('opens tickets once for orders from before tickets existed, as if they had existed then', async () => {
  const [converted, tried] = await oldOrders(2);
  life.at(inDays(8));
  expect(await life.work()).toBe(4);
  expect(await converted?.tickets()).toMatchObject([
    { type: 'TrialConversion', status: 'CLOSED WON', created: testNow, nextActionDate: null },
    { type: 'ClassRenewal', status: 'INIT' },
  ]);
  expect(await tried?.tickets()).toMatchObject([
    // The trial was yesterday, so it is due today.
    { status: 'TRIAL REGISTERED', created: testNow, nextActionDate: '2026-11-28' },
  ]);
  const before = await all();
  expect(await life.work()).toBe(0);
  expect(await all()).toEqual(before);
});

test('sets no follow-up date for a trial of long ago', async () => {
  life.at(testNow);
  const [, tried] = await oldOrders(2);
  life.at(inDays(7 + 15));
  await life.work();
  expect((await tried?.ticket())?.nextActionDate).toBeNull();
});

test('a near look still records attendance and opens renewals that are due today', async () => {
  life.at(testNow);
  const [tried, subscribed] = [await life.aFamily(), await life.aFamily()];
  await tried.orderTrial(tried.lesson(1));
  await aStay(app, tried.lesson(1), { email: tried.student.email });
  await subscribed.order([subscribed.lesson(1), subscribed.lesson(3)]);
  life.at(inDays(8));
  await followTickets(
    { db: app.database.db, clock: app.clock, settings: app.settings },
    new AbortController().signal,
    { isFar: false },
  );
  expect(await tried.ticket()).toMatchObject({ status: 'TRIAL ATTENDED' });
  expect(await subscribed.ticket()).toMatchObject({ status: 'INIT' });
});

test('concurrent workers change the same as one worker', async () => {
  life.at(testNow);
  await oldOrders(12);
  life.at(inDays(8));
  expect(await all()).toEqual([]);
  await Promise.all([life.work(), life.work(), life.work()]);
  const together = await all();
  expect(together.length).toBeGreaterThanOrEqual(18);
  await app.database.db.execute(sql`delete from ticket_history`);
  await app.database.db.execute(sql`delete from tickets`);
  await life.work();
  expect(await all()).toEqual(together);
});

test('a killed worker leaves complete tickets, and the next one finishes the rest', async () => {
  life.at(testNow);
  const families = await oldOrders(10);
  // The worker uses the real clock, by which nothing is due yet.
  life.at(new Date());
  const [, held] = families.map(({ student }) => student.id).toSorted();
  const blocker = await holdRows(app, 'select from users where id = $1 for update', [held]);
  const worker = await startWorker(app);
  await blocker.untilWaiting(1);
  worker.kill('SIGKILL');
  await blocker.commit();
  const half = await all();
  expect(half.length).toBeGreaterThan(0);
  await expect.poll(all).toEqual(half);
  await life.work();
  const after = await all();
  expect(after).toEqual(expect.arrayContaining(half));
  expect(after.length).toBeGreaterThan(half.length);
  expect(await life.work()).toBe(0);
  await app.database.db.execute(sql`delete from ticket_history`);
  await app.database.db.execute(sql`delete from tickets`);
  await life.work();
  expect(await all()).toEqual(after);
}, 60_000);

test('keeps tickets up to date while ten users place and cancel orders concurrently', async () => {
  life.at(testNow);
  const families = await Promise.all(Array.from({ length: 4 }, () => life.aFamily()));
  await Promise.all(
    Array.from({ length: 10 }, async (_, person) => {
      for (const [index, family] of families.entries()) {
        const number = 1 + ((person + index) % 10);
        const ordering =
          person % 3 === 0
            ? family.orderTrial(family.lesson(number), { allow_second_trial: true })
            : family.order([family.lesson(number), family.lesson(number + 1)]);
        // Lessons that another user has bought meanwhile are refused.
        const order = await ordering.catch(() => undefined);
        if (order && person % 2 === 0) await life.cancel(order);
      }
    }),
  );
  const open = await app.database.db.execute(sql`
    select student_id from tickets where type = 'ClassRenewal' and status in ('INIT', 'PENDING DECISION')
    group by student_id, class_id having count(*) > 1`);
  expect(open.rows).toEqual([]);
  const untold = await app.database.db.execute(sql`
    select t.id from tickets t
    where t.version <> (select count(distinct (h.at, h.actor_id)) from ticket_history h where h.ticket_id = t.id)
      and t.status_since > t.created
      and not exists (select from ticket_history h where h.ticket_id = t.id and h.to_status = t.status)`);
  expect(untold.rows).toEqual([]);
  const before = await all();
  expect(before.length).toBeGreaterThan(8);
  expect(await life.work()).toBe(0);
  expect(await all()).toEqual(before);
});

test('a worker waits for a locked student without locking its tickets, so there is no deadlock', async () => {
  life.at(testNow);
  const family = await life.aFamily();
  await family.orderTrial(family.lesson(1));
  await family.order([family.lesson(2), family.lesson(3)]);
  const { id: ticketId } = await family.ticket();
  life.at(inDays(8));
  const blocker = await holdRows(app, 'select from users where id = $1 for no key update', [
    family.student.id,
  ]);
  const working = life.work();
  await blocker.untilWaiting(1);
  // The user who locked the student locks its tickets next; the worker is about to open another ticket.
  const { rowCount } = await blocker.query('select from tickets where id = $1 for update nowait', [
    ticketId,
  ]);
  expect(rowCount).toBe(1);
  await blocker.commit();
  await working;
  expect(await family.tickets()).toMatchObject([
    { type: 'TrialConversion', status: 'CLOSED WON' },
    { type: 'ClassRenewal', status: 'INIT' },
  ]);
});
