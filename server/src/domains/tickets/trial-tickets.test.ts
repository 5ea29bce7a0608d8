import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { correctAttendance } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { cancelOrder, processOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { movePlace } from 'staffroom-contract/domains/orders/places.contract.ts';
import {
  listTrialTickets,
  updateTrialTicket,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { testNow, useOwnTestApp } from '../../../test/build-test-app.ts';
import { aStay } from '../../../test/factories/attendance.factory.ts';
import { aPaidShopOrder } from '../../../test/factories/shop-order.factory.ts';
import { anAgent } from '../../../test/factories/user.factory.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { day, ticketLife } from './ticket-life.test-helper.ts';

const app = useOwnTestApp();
const life = ticketLife(app);

beforeEach(() => life.at(testNow));

const hour = day / 24;
const after = ({ endedAt }: { endedAt: Date }, hours: number) =>
  new Date(endedAt.getTime() + hours * hour);

const change = async ({ id }: { id: string }, body: Record<string, unknown>) =>
  (await life.admin()).call(updateTrialTicket, { params: { id }, body });

describe('a trial order', () => {
  test('opens an unassigned ticket for its agent, due the day before', async () => {
    const family = await life.aFamily({ leadSource: 'Wechat' });
    const agent = await anAgent(app);
    const order = await family.orderTrial(family.lesson(1), { agent_id: agent.id });
    const ticket = await family.ticket();
    expect(ticket).toMatchObject({
      type: 'TrialConversion',
      status: 'TRIAL REGISTERED',
      studentId: family.student.id,
      lessonId: family.lesson(1).id,
      orderId: order._id,
      trialDate: family.lesson(1).scheduledAt,
      nextActionDate: '2026-11-26',
      agentId: agent.id,
      handledBy: null,
      leadSource: 'Wechat',
      attended: null,
      version: 1,
    });
    const { id, name } = await adminPerson();
    expect(await life.historyOf(ticket)).toMatchObject([
      {
        actorId: id,
        actorName: name,
        fromStatus: null,
        toStatus: 'TRIAL REGISTERED',
        action: 'Trial ordered',
      },
    ]);
    const audits = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, ticket.id));
    expect(audits).toMatchObject([
      {
        action: 'ticket.created',
        actorId: id,
        before: null,
        after: { status: 'TRIAL REGISTERED' },
      },
    ]);
  });

  test('for a trial today is due today', async () => {
    const family = await life.aFamily();
    life.at(new Date(family.lesson(1).scheduledAt.getTime() - hour));
    await family.orderTrial(family.lesson(1));
    expect((await family.ticket()).nextActionDate).toBe('2026-11-27');
  });

  test('has no lead source if sales do not know the student’s', async () => {
    const family = await life.aFamily({ leadSource: 'Flyer' });
    await family.orderTrial(family.lesson(1));
    expect((await family.ticket()).leadSource).toBeNull();
  });

  test('from the web shop opens its ticket once it is processed, not when it is created or paid', async () => {
    const id = await aPaidShopOrder(app, { type: 'TRIAL' }, { maxCap: 0 });
    const ofOrder = async () =>
      (await app.database.pool.query('select 1 from tickets where order_id = $1', [id])).rowCount;
    await life.work();
    expect(await ofOrder()).toBe(0);
    await (
      await life.admin()
    ).call(processOrder, {
      params: { id },
      body: { allow_overbook: true, allow_several_lessons: true },
    });
    expect(await ofOrder()).toBe(1);
  });

  test('that gets another agent passes its ticket to that agent, unless it is closed', async () => {
    const family = await life.aFamily();
    const [first, second, third] = [
      await anAgent(app),
      await anAgent(app, { name: 'Marcus Lee' }),
      await anAgent(app),
    ];
    const order = await family.orderTrial(family.lesson(1), { agent_id: first.id });
    await life.giveTo(order, second.id);
    const ticket = await family.ticket();
    expect(ticket).toMatchObject({ agentId: second.id, version: 2 });
    expect((await life.historyOf(ticket)).at(-1)).toMatchObject({
      action: 'Agent of the order changed',
      changes: [{ field: 'agent', from: first.name, to: second.name }],
    });
    await change(ticket, { status: 'CLOSED LOSE', remark: 'Too far' });
    await life.giveTo(order, third.id);
    expect((await family.ticket()).agentId).toBe(second.id);
  });

  test('that is cancelled cancels its ticket with the reason', async () => {
    const family = await life.aFamily();
    const order = await family.orderTrial(family.lesson(1));
    await life.cancel(order, 'Wrong class');
    const ticket = await family.ticket();
    expect(ticket).toMatchObject({
      status: 'CANCELED',
      remark: 'Wrong class',
      nextActionDate: null,
    });
    expect((await life.historyOf(ticket)).at(-1)).toMatchObject({
      fromStatus: 'TRIAL REGISTERED',
      toStatus: 'CANCELED',
      remark: 'Wrong class',
      action: 'Trial order cancelled',
    });
  });

  test('that is cancelled keeps a won ticket until that purchase is cancelled too', async () => {
    const family = await life.aFamily();
    const trial = await family.orderTrial(family.lesson(1));
    const purchase = await family.order([family.lesson(2), family.lesson(9)]);
    await life.cancel(trial);
    expect((await family.tickets())[0]).toMatchObject({ status: 'CLOSED WON' });
    await life.cancel(purchase);
    expect((await family.tickets())[0]).toMatchObject({ status: 'CANCELED', resultOrderId: null });
  });

  test('that was cancelled stays open if staff have changed its ticket’s status since', async () => {
    const family = await life.aFamily();
    const order = await family.orderTrial(family.lesson(1));
    await life.cancel(order);
    life.at(new Date(testNow.getTime() + hour));
    const ticket = await family.ticket();
    await change(ticket, { status: 'PENDING DECISION', remark: 'Wants another day' });
    await life.giveTo(order, (await anAgent(app)).id).catch(() => undefined);
    await family.orderTrial(family.lesson(3));
    expect((await family.tickets())[0]).toMatchObject({ status: 'PENDING DECISION' });
  });
});

describe('the lesson of a trial', () => {
  test('moves its ticket with it: the date, and the follow-up if it was due the day before', async () => {
    const family = await life.aFamily();
    await family.orderTrial(family.lesson(1));
    const to = new Date(family.lesson(1).scheduledAt.getTime() + 3 * day);
    await life.changeLesson(family.lesson(1), { scheduledAt: to });
    const ticket = await family.ticket();
    expect(ticket).toMatchObject({ trialDate: to, nextActionDate: '2026-11-29' });
    expect((await life.historyOf(ticket)).at(-1)).toMatchObject({
      action: 'Trial moved',
      fromStatus: 'TRIAL REGISTERED',
      toStatus: 'TRIAL REGISTERED',
      changes: [
        {
          field: 'trial_date',
          from: family.lesson(1).scheduledAt.toISOString(),
          to: to.toISOString(),
        },
        { field: 'next_action_date', from: '2026-11-26', to: '2026-11-29' },
      ],
    });
  });

  test('leaves a follow-up date that staff have chosen', async () => {
    const family = await life.aFamily();
    await family.orderTrial(family.lesson(1));
    await change(await family.ticket(), {
      next_action_date: '2026-11-24',
      remark: 'Call on Tuesday',
    });
    const to = new Date(family.lesson(1).scheduledAt.getTime() + 3 * day);
    await life.changeLesson(family.lesson(1), { scheduledAt: to });
    expect(await family.ticket()).toMatchObject({ trialDate: to, nextActionDate: '2026-11-24' });
  });

  test('changes when staff move the student: a missed trial is registered again', async () => {
    const family = await life.aFamily();
    await family.orderTrial(family.lesson(1));
    await aStay(app, family.lesson(1), { email: 'another.student@example.com' });
    life.at(after(family.lesson(1), 2));
    await life.work();
    expect(await family.ticket()).toMatchObject({ status: 'TRIAL ABSENT', attended: 'absent' });
    await (
      await life.admin()
    ).call(movePlace, {
      params: { id: family.lesson(1).id },
      body: { student: family.student.id, to: family.lesson(3).id, allow_unusual: true },
    });
    expect(await family.ticket()).toMatchObject({
      status: 'TRIAL REGISTERED',
      attended: null,
      lessonId: family.lesson(3).id,
      trialDate: family.lesson(3).scheduledAt,
      nextActionDate: '2026-12-10',
    });
  });
});

describe('attendance of a trial', () => {
  const aTrialOver = async () => {
    const family = await life.aFamily();
    const order = await family.orderTrial(family.lesson(1));
    const { email } = family.student;
    return {
      family,
      order,
      came: (minutes = 120) => aStay(app, family.lesson(1), { email, to: minutes }),
      othersCame: () => aStay(app, family.lesson(1), { email: 'another.student@example.com' }),
    };
  };

  test.each([
    ['2026-11-27T09:59:00Z', '2026-11-27'],
    ['2026-11-27T10:00:00Z', '2026-11-28'],
    ['2026-11-27T13:00:00Z', '2026-11-28'],
  ])('of a lesson that ends at %s is followed up on %s', async (end, due) => {
    const family = await life.aFamily();
    const lesson = family.lesson(1);
    const start = new Date(Date.parse(end) - 2 * hour);
    await life.changeLesson(lesson, { scheduledAt: start });
    await family.orderTrial(lesson);
    const at = { from: 0, to: 120 };
    await aStay(app, { ...lesson, scheduledAt: start }, { email: family.student.email, ...at });
    life.at(new Date(Date.parse(end) + 2 * hour));
    await life.work();
    expect(await family.ticket()).toMatchObject({ status: 'TRIAL ATTENDED', nextActionDate: due });
  });

  test('is recorded two hours after the lesson’s end, by Staffroom, and is due today', async () => {
    const { family, order, came } = await aTrialOver();
    await came();
    life.at(after(family.lesson(1), 1.99));
    await life.work();
    await life.giveTo(order, (await anAgent(app)).id);
    expect((await family.ticket()).status).toBe('TRIAL REGISTERED');
    life.at(after(family.lesson(1), 2));
    await life.work();
    const ticket = await family.ticket();
    expect(ticket).toMatchObject({
      status: 'TRIAL ATTENDED',
      attended: 'attended',
      nextActionDate: '2026-11-27',
    });
    expect((await life.historyOf(ticket)).at(-1)).toMatchObject({
      actorId: null,
      actorName: 'Staffroom',
      action: 'Trial attended',
    });
  });

  test('counts a student who left early as attended', async () => {
    const { family, came, othersCame } = await aTrialOver();
    await came(20);
    await othersCame();
    life.at(after(family.lesson(1), 3));
    await life.work();
    expect((await family.ticket()).status).toBe('TRIAL ATTENDED');
  });

  test('counts a student as absent only if others attended', async () => {
    const known = await aTrialOver();
    const unknown = await aTrialOver();
    await known.othersCame();
    life.at(after(known.family.lesson(1), 3));
    await life.work();
    expect(await known.family.ticket()).toMatchObject({
      status: 'TRIAL ABSENT',
      attended: 'absent',
    });
    expect(await unknown.family.ticket()).toMatchObject({
      status: 'TRIAL REGISTERED',
      attended: null,
    });
  });

  test('follows staff’s corrections, also later ones', async () => {
    const { family, othersCame } = await aTrialOver();
    await othersCame();
    life.at(after(family.lesson(1), 3));
    await life.work();
    life.at(after(family.lesson(1), 30 * 24));
    await (
      await life.admin()
    ).call(correctAttendance, {
      params: { id: family.lesson(1).id, studentId: family.student.id },
      body: { status: 'half attended', reason: 'Sat with a sister' },
    });
    await life.work();
    expect(await family.ticket()).toMatchObject({ status: 'TRIAL ATTENDED', attended: 'attended' });
  });

  test('keeps a status that staff have set, and records the attendance', async () => {
    const { family, came } = await aTrialOver();
    await came();
    await change(await family.ticket(), { status: 'PENDING DECISION', remark: 'Asks the parents' });
    life.at(after(family.lesson(1), 3));
    await life.work();
    const ticket = await family.ticket();
    expect(ticket).toMatchObject({ status: 'PENDING DECISION', attended: 'attended' });
    expect((await life.historyOf(ticket)).at(-1)).toMatchObject({ action: 'Attendance noted' });
  });
});

describe('a purchase', () => {
  const aTrial = async () => {
    const family = await life.aFamily();
    const trial = await family.orderTrial(family.lesson(1));
    const [ticket] = await family.tickets();
    if (!ticket) throw new Error('The family has no ticket.');
    return { family, trial, ticket };
  };
  const first = async ({ tickets }: Awaited<ReturnType<typeof life.aFamily>>) =>
    (await tickets())[0];

  test('of the class after the trial wins its ticket, even a lost one', async () => {
    const { family, ticket } = await aTrial();
    await change(ticket, { status: 'CLOSED LOSE', remark: 'Too far' });
    life.at(after(family.lesson(1), 24));
    const order = await family.order([family.lesson(6), family.lesson(9)]);
    expect(await first(family)).toMatchObject({
      status: 'CLOSED WON',
      resultOrderId: order._id,
      nextActionDate: null,
    });
    expect((await life.historyOf(ticket)).at(-1)).toMatchObject({
      fromStatus: 'CLOSED LOSE',
      toStatus: 'CLOSED WON',
      action: 'Purchased',
    });
  });

  test('entered by staff is no follow-up of the ticket', async () => {
    const { family, ticket } = await aTrial();
    life.at(after(family.lesson(1), 24));
    await family.order([family.lesson(6)]);
    const isFollowedUp = async () =>
      (
        await (
          await life.admin()
        ).call(listTrialTickets, {
          query: { filter: { _id: { in: [ticket.id] }, followed_up: true } },
        })
      ).count;
    expect(await isFollowedUp()).toBe(0);
    await change(ticket, { remark: 'Called to say thank you' });
    expect(await isFollowedUp()).toBe(1);
  });

  test('before the trial wins its ticket too, but not one before the trial’s order', async () => {
    const family = await life.aFamily();
    await family.order([family.lesson(11), family.lesson(12)]);
    life.at(new Date(testNow.getTime() + hour));
    await family.orderTrial(family.lesson(1));
    expect((await first(family))?.status).toBe('TRIAL REGISTERED');
    life.at(new Date(testNow.getTime() + 2 * hour));
    await family.order([family.lesson(9), family.lesson(10)]);
    expect((await first(family))?.status).toBe('CLOSED WON');
  });

  test.each([
    [90, 'CLOSED WON'],
    [91, 'TRIAL REGISTERED'],
  ])('%i days after the trial leaves it %s', async (days, status) => {
    const family = await life.aFamily();
    await family.orderTrial(family.lesson(1));
    life.at(new Date(family.lesson(1).scheduledAt.getTime() + days * day));
    await family.order([family.lesson(12)], {});
    expect((await first(family))?.status).toBe(status);
  });

  test('of another class, or of videos, wins nothing', async () => {
    const { family } = await aTrial();
    await family.order([family.lesson(6)], { type: 'PAYMENT_VIDEO' });
    const other = await life.aFamily();
    await other.order([other.lesson(6)], { email: family.student.email });
    expect((await first(family))?.status).toBe('TRIAL REGISTERED');
  });

  test('leaves a ticket that staff have cancelled', async () => {
    const { family, ticket } = await aTrial();
    await change(ticket, { status: 'CANCELED', remark: 'Twice in the list' });
    await family.order([family.lesson(6)]);
    expect(await first(family)).toMatchObject({ status: 'CANCELED', resultOrderId: null });
  });

  test('that is cancelled reopens the ticket, due today', async () => {
    const { family, ticket } = await aTrial();
    const order = await family.order([family.lesson(9)]);
    life.at(new Date(testNow.getTime() + 2 * day));
    await life.cancel(order);
    expect(await first(family)).toMatchObject({
      status: 'PENDING DECISION',
      resultOrderId: null,
      nextActionDate: '2026-11-22',
    });
    expect((await life.historyOf(ticket)).at(-1)).toMatchObject({ action: 'Purchase cancelled' });
  });

  test('that is cancelled passes the ticket to another valid purchase', async () => {
    const { family } = await aTrial();
    const order = await family.order([family.lesson(9)]);
    const another = await family.order([family.lesson(10)]);
    await life.cancel(order);
    expect(await first(family)).toMatchObject({
      status: 'CLOSED WON',
      resultOrderId: another._id,
    });
  });

  test('wins once: later changes by staff are kept', async () => {
    const { family, ticket } = await aTrial();
    await family.order([family.lesson(9)]);
    await change(ticket, { status: 'PENDING PAYMENT', remark: 'The transfer bounced' });
    await family.order([family.lesson(10)]);
    await life.work();
    expect((await first(family))?.status).toBe('PENDING PAYMENT');
  });
});

const adminPerson = async () => {
  const { id } = await life.admin();
  const { rows } = await app.database.pool.query<{ name: string }>(
    'select name from users where id = $1',
    [id],
  );
  return { id, name: rows[0]?.name };
};

test('after the clock was set back, no step is before the one that it follows', async () => {
  const family = await life.aFamily();
  const order = await family.orderTrial(family.lesson(1));
  life.at(new Date(testNow.getTime() + hour));
  const ahead = await family.ticket();
  await change(ahead, { remark: 'Called the mother' });
  life.at(testNow);
  await change(ahead, { remark: 'She calls back' });
  await (
    await life.admin()
  ).call(cancelOrder, {
    params: { id: order._id },
    body: { remark: 'By mistake' },
  });
  const ticket = await family.ticket();
  expect(ticket.status).toBe('CANCELED');
  const steps = await life.historyOf(ticket);
  expect(steps.map(({ toStatus }) => toStatus)).toEqual([
    'TRIAL REGISTERED',
    'TRIAL REGISTERED',
    'TRIAL REGISTERED',
    'CANCELED',
  ]);
  const aheadBy = (milliseconds: number) => new Date(testNow.getTime() + hour + milliseconds);
  expect(steps.slice(1).map(({ at }) => at)).toEqual([aheadBy(0), aheadBy(1), aheadBy(2)]);
  expect([ticket.updated, ticket.statusSince]).toEqual([aheadBy(2), aheadBy(2)]);
});
