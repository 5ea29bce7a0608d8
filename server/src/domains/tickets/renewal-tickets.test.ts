import { beforeEach, describe, expect, test } from 'vitest';
import {
  getLesson,
  updateLesson,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { addLessonStudents } from 'staffroom-contract/domains/lessons/roster-changes.contract.ts';
import { updateClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { movePlace, removePlace } from 'staffroom-contract/domains/orders/places.contract.ts';
import { updateRenewalTicket } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { testNow, useOwnTestApp } from '../../../test/build-test-app.ts';
import { anAgent } from '../../../test/factories/user.factory.ts';
import { day, ticketLife } from './ticket-life.test-helper.ts';

const app = useOwnTestApp();
const life = ticketLife(app);

beforeEach(() => life.at(testNow));

const inDays = (days: number) => new Date(testNow.getTime() + days * day);

/** A family with the first four lessons of a class, weekly from next week on. */
const aSubscriber = async (values: Parameters<typeof life.aFamily>[1] = {}) => {
  const family = await life.aFamily({ leadSource: 'FB' }, values);
  const agent = await anAgent(app);
  const order = await family.order([family.lesson(1), family.lesson(4)], { agent_id: agent.id });
  return { ...family, agent, bought: order };
};

const change = async ({ id }: { id: string }, body: Record<string, unknown>) =>
  (await life.admin()).call(updateRenewalTicket, { params: { id }, body });

const statuses = async (family: { tickets: Awaited<ReturnType<typeof life.aFamily>>['tickets'] }) =>
  (await family.tickets()).map(({ status }) => status);

describe('a subscription to a regular class', () => {
  test('is followed up from 14 days before its last paid lesson', async () => {
    const family = await aSubscriber();
    life.at(inDays(13));
    await life.work();
    expect(await family.tickets()).toEqual([]);
    life.at(inDays(14));
    await life.work();
    const ticket = await family.ticket();
    expect(ticket).toMatchObject({
      type: 'ClassRenewal',
      status: 'INIT',
      lessonId: family.lesson(4).id,
      subscriptionEndDate: family.lesson(4).scheduledAt,
      nextActionDate: '2026-12-04',
      agentId: family.agent.id,
      leadSource: 'FB',
      handledBy: null,
      orderId: null,
      created: inDays(14),
    });
    expect(await life.historyOf(ticket)).toMatchObject([
      { actorId: null, actorName: 'Staffroom', toStatus: 'INIT', action: 'Subscription ends' },
    ]);
  });

  test('bought in its last 14 days is followed up at once', async () => {
    const family = await life.aFamily();
    await family.order([family.lesson(1), family.lesson(2)]);
    expect(await family.ticket()).toMatchObject({ status: 'INIT', nextActionDate: '2026-11-20' });
  });

  test('with only videos or a trial left is not renewed', async () => {
    const family = await life.aFamily();
    await family.order([family.lesson(1)], { type: 'PAYMENT_VIDEO' });
    await family.orderTrial(family.lesson(2));
    await life.work();
    expect((await family.tickets()).map(({ type }) => type)).toEqual(['TrialConversion']);
  });

  test('that ended while no worker ran is followed up for 90 days', async () => {
    const [late, tooLate] = [await aSubscriber(), await aSubscriber()];
    await life.changeLesson(tooLate.lesson(4), {
      scheduledAt: new Date(tooLate.lesson(3).scheduledAt.getTime() + day),
    });
    life.at(inDays(28 + 90));
    await life.work();
    expect(await statuses(late)).toEqual(['INIT']);
    expect(await statuses(tooLate)).toEqual([]);
  });

  test('gets only one ticket, even once that is dropped', async () => {
    const family = await aSubscriber();
    life.at(inDays(20));
    await life.work();
    await change(await family.ticket(), { status: 'DROPPED', remark: 'Moves to another school' });
    life.at(inDays(29));
    await life.work();
    // The same after a change to its order.
    await life.giveTo(family.bought, (await anAgent(app)).id);
    expect(await statuses(family)).toEqual(['DROPPED']);
  });
});

test('a workshop is not renewed', async () => {
  const family = await life.aFamily({}, { classType: 'Workshop' });
  await family.order([family.lesson(1)]);
  await life.work();
  expect(await family.tickets()).toEqual([]);
});

describe('a later purchase', () => {
  const inRenewal = async () => {
    life.at(testNow);
    const family = await aSubscriber();
    life.at(inDays(20));
    await life.work();
    const [ticket] = await family.tickets();
    if (!ticket) throw new Error('The family has no ticket.');
    return { ...family, first: ticket };
  };

  test('renews the ticket, and the next period gets its own when it is due', async () => {
    const family = await inRenewal();
    life.at(inDays(21));
    const order = await family.order([family.lesson(5), family.lesson(8)]);
    const [renewed] = await family.tickets();
    expect(renewed).toMatchObject({
      status: 'RENEWED',
      resultOrderId: order._id,
      nextActionDate: null,
      lessonId: family.lesson(4).id,
    });
    expect((await life.historyOf(family.first)).at(-1)).toMatchObject({
      fromStatus: 'INIT',
      toStatus: 'RENEWED',
      action: 'Renewed',
    });
    life.at(inDays(41));
    await life.work();
    expect(await statuses(family)).toEqual(['RENEWED']);
    life.at(inDays(42));
    await life.work();
    expect(await family.tickets()).toMatchObject([
      { status: 'RENEWED' },
      { status: 'INIT', lessonId: family.lesson(8).id },
    ]);
  });

  test('renews a dropped ticket, but not one that ended over 90 days ago', async () => {
    const families = [await inRenewal(), await inRenewal()] as const;
    for (const { first } of families)
      await change(first, { status: 'DROPPED', remark: 'Too expensive' });
    const [soon, late] = families;
    life.at(inDays(28 + 90));
    await soon.order([soon.lesson(10), soon.lesson(12)]);
    expect((await statuses(soon))[0]).toBe('RENEWED');
    life.at(inDays(28 + 91));
    await late.order([late.lesson(10), late.lesson(12)]);
    expect((await statuses(late))[0]).toBe('DROPPED');
  });

  test('that is cancelled reopens the ticket and withdraws that of the next period', async () => {
    const family = await inRenewal();
    life.at(inDays(21));
    const order = await family.order([family.lesson(5), family.lesson(6)]);
    life.at(inDays(29));
    await life.work();
    expect(await statuses(family)).toEqual(['RENEWED', 'INIT']);
    await life.cancel(order);
    const [first, second] = await family.tickets();
    expect(first).toMatchObject({
      status: 'PENDING DECISION',
      resultOrderId: null,
      nextActionDate: '2026-12-19',
      lessonId: family.lesson(4).id,
    });
    expect(second).toMatchObject({ status: 'CANCELED' });
    // After another purchase the next period is followed up again.
    await family.order([family.lesson(5), family.lesson(6)]);
    await life.work();
    expect(await statuses(family)).toEqual(['RENEWED', 'CANCELED', 'INIT']);
  });

  test('that is cancelled leaves the ticket renewed if another purchase is valid', async () => {
    const family = await inRenewal();
    life.at(inDays(21));
    const order = await family.order([family.lesson(5), family.lesson(8)]);
    life.at(inDays(22));
    const another = await family.order([family.lesson(9), family.lesson(12)]);
    await life.cancel(order);
    expect((await family.tickets())[0]).toMatchObject({
      status: 'RENEWED',
      resultOrderId: another._id,
    });
  });
});

describe('the last paid lesson', () => {
  const followedUp = async () => {
    const family = await aSubscriber();
    life.at(inDays(20));
    await life.work();
    return family;
  };

  test('moves the ticket with it', async () => {
    const family = await followedUp();
    const to = new Date(family.lesson(4).scheduledAt.getTime() + 2 * day);
    await life.changeLesson(family.lesson(4), { scheduledAt: to });
    const ticket = await family.ticket();
    expect(ticket).toMatchObject({ subscriptionEndDate: to, version: 2 });
    expect((await life.historyOf(ticket)).at(-1)).toMatchObject({
      action: 'Last paid lesson moved',
      changes: [
        {
          field: 'subscription_end_date',
          from: family.lesson(4).scheduledAt.toISOString(),
          to: to.toISOString(),
        },
      ],
    });
  });

  test('moves with the class’s schedule', async () => {
    const family = await followedUp();
    const admin = await life.admin();
    await admin.call(updateClass, {
      params: { id: family.tuitionClass.id },
      body: {
        schedule: { date_of_week: 'Fri', start_time: '10:00', end_time: '12:00' },
        coming_lessons: 'leave',
      },
    });
    await admin.call(updateClass, {
      params: { id: family.tuitionClass.id },
      body: {
        schedule: { date_of_week: 'Sat', start_time: '15:00', end_time: '17:00' },
        coming_lessons: 'change',
        allow_overlap: true,
        allow_unusual: true,
      },
    });
    expect(await family.ticket()).toMatchObject({
      subscriptionEndDate: new Date('2026-12-19T07:00:00Z'),
    });
  });

  test('is the previous one if it is deactivated', async () => {
    const family = await followedUp();
    await life.changeLesson(family.lesson(4), { isActive: false });
    expect(await family.ticket()).toMatchObject({ lessonId: family.lesson(3).id });
    await life.changeLesson(family.lesson(4), { isActive: true });
    expect(await family.ticket()).toMatchObject({ lessonId: family.lesson(4).id });
  });

  test('changes when staff add, move or remove the student', async () => {
    const family = await followedUp();
    const admin = await life.admin();
    const added = { student: [family.student.id] };
    await admin.call(addLessonStudents, { params: { id: family.lesson(6).id }, body: added });
    expect(await family.ticket()).toMatchObject({ lessonId: family.lesson(6).id });
    await admin.call(movePlace, {
      params: { id: family.lesson(6).id },
      body: { student: family.student.id, to: family.lesson(7).id },
    });
    expect(await family.ticket()).toMatchObject({ lessonId: family.lesson(7).id });
    await admin.call(removePlace, {
      params: { id: family.lesson(7).id, studentId: family.student.id },
      query: {},
    });
    expect(await family.ticket()).toMatchObject({ lessonId: family.lesson(4).id });
  });

  test('is the previous one if staff remove the student from the roster', async () => {
    const family = await followedUp();
    const admin = await life.admin();
    const params = { id: family.lesson(6).id };
    await admin.call(addLessonStudents, { params, body: { student: [family.student.id] } });
    expect(await family.ticket()).toMatchObject({ lessonId: family.lesson(6).id });
    const { version } = (await admin.call(getLesson, { params })).data;
    await admin.call(updateLesson, { params, body: { version, student: [] } });
    expect(await family.ticket()).toMatchObject({ lessonId: family.lesson(4).id });
  });

  test('that moves closer is followed up from the worker’s next run', async () => {
    const family = await aSubscriber();
    await life.changeLesson(family.lesson(4), { scheduledAt: inDays(3) });
    await life.changeLesson(family.lesson(3), { scheduledAt: inDays(2) });
    expect(await family.tickets()).toEqual([]);
    await life.work();
    expect(await family.ticket()).toMatchObject({
      subscriptionEndDate: family.lesson(2).scheduledAt,
    });
  });

  test('that moves without a notification is found by the worker', async () => {
    const family = await followedUp();
    await app.database.pool.query(
      `update lessons set scheduled_at = scheduled_at + interval '1 day', ended_at = ended_at + interval '1 day' where id = $1`,
      [family.lesson(4).id],
    );
    await life.work();
    expect(await family.ticket()).toMatchObject({
      subscriptionEndDate: new Date(family.lesson(4).scheduledAt.getTime() + day),
    });
  });

  test('cancels the ticket when no paid lesson is left, and a new purchase opens another', async () => {
    const family = await life.aFamily();
    const order = await family.order([family.lesson(1), family.lesson(2)]);
    await life.cancel(order);
    const ticket = await family.ticket();
    expect(ticket).toMatchObject({ status: 'CANCELED', nextActionDate: null });
    expect((await life.historyOf(ticket)).at(-1)).toMatchObject({
      action: 'Nothing is paid any more',
    });
    await family.order([family.lesson(1), family.lesson(2)]);
    expect(await statuses(family)).toEqual(['CANCELED', 'INIT']);
  });
});
