import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  countTrialFollowUps,
  getRenewalTicket,
  getTrialTicket,
  listRenewalTickets,
  listTrialTickets,
  updateRenewalTicket,
  updateTrialStudent,
  updateTrialTicket,
  updateTrialTickets,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import { dueGroups, reminderSentBy } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { businessDayOf, addDays } from 'staffroom-contract/shared/dates.ts';
import { testNow, useTestApp } from '../../../test/build-test-app.ts';
import { aRenewalTicket, aTrialTicket } from '../../../test/factories/ticket.factory.ts';
import { aUser } from '../../../test/factories/user.factory.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { users } from '../identity/users.schema.ts';

const app = useTestApp();

const anAgent = async (values: Parameters<typeof aUser>[1] = {}) =>
  aUser(app, { type: 'Agent', ...values });

const today = () => businessDayOf(app.clock.now().toISOString(), 'Asia/Singapore');

const asSales = () => app.as('SalesAdmin');

const change = async (id: string, body: Record<string, unknown>) =>
  (await (await asSales()).call(updateTrialTicket, { params: { id }, body })).data;

const refused = async (id: string, body: Record<string, unknown>) => {
  const {
    status,
    code,
    field,
    body: answer,
  } = await (await asSales()).refused(updateTrialTicket, { params: { id }, body });
  return { status, code, field, message: answer.message.errors[0]?.message };
};

describe('a ticket', () => {
  test('is assigned to an enabled agent, named in the history, and keeps the previous handler', async () => {
    const { id } = await aTrialTicket(app);
    const [first, second] = [
      await anAgent({ name: 'Nur Diyana' }),
      await anAgent({ name: 'Marcus Lee' }),
    ];
    await change(id, { handled_by: first.id });
    const given = await change(id, { handled_by: second.id });
    expect(given).toMatchObject({
      handled_by: { _id: second.id, name: 'Marcus Lee' },
      meta: { prev_agent: 'Nur Diyana' },
      status: 'TRIAL REGISTERED',
      version: 3,
    });
    expect(given.history[0]).toMatchObject({
      from: 'TRIAL REGISTERED',
      to: 'TRIAL REGISTERED',
      changes: [{ field: 'handled_by', from: 'Nur Diyana', to: 'Marcus Lee' }],
    });
  });

  test('is not assigned to a disabled agent, a user who is no agent, or no one', async () => {
    const { id } = await aTrialTicket(app);
    const disabled = await anAgent({ enabled: false });
    const admin = await aUser(app, { type: 'Admin' });
    for (const { id: handled_by } of [disabled, admin])
      expect(await refused(id, { handled_by })).toMatchObject({
        status: 422,
        code: 'agent_not_enabled',
        field: 'handled_by',
      });
    expect(await refused(id, { handled_by: null })).toMatchObject({
      status: 400,
      field: 'handled_by',
      message: 'Please select a person to assign',
    });
  });

  test('accepts only lead sources of its own kind', async () => {
    const { id } = await aTrialTicket(app);
    expect((await change(id, { meta: { lead_source: 'Wechat' } })).meta.lead_source).toBe('Wechat');
    expect(await refused(id, { meta: { lead_source: '' } })).toMatchObject({
      status: 400,
      field: 'meta.lead_source',
      message: 'Please select an option',
    });
    const renewal = await aRenewalTicket(app);
    const admin = await app.as('Admin');
    expect(
      await admin.refused(updateRenewalTicket, {
        params: { id: renewal.id },
        body: { meta: { lead_source: 'Wechat' } },
      }),
    ).toMatchObject({ status: 400, field: 'meta.lead_source' });
  });

  test('takes a status with a remark and a follow-up date, and records each step', async () => {
    const { id } = await aTrialTicket(app);
    await change(id, {
      status: 'POST TRIAL FOLLOWED UP',
      remark: ' Called, liked the polls ',
      next_action_date: '2026-12-01',
    });
    const ticket = await change(id, { status: 'PENDING PAYMENT', remark: 'Pays by PayNow' });
    expect(ticket).toMatchObject({
      status: 'PENDING PAYMENT',
      remark: 'Pays by PayNow',
      next_action_date: '2026-12-01',
    });
    expect(ticket.history.slice(0, 2)).toMatchObject([
      { from: 'POST TRIAL FOLLOWED UP', to: 'PENDING PAYMENT', remark: 'Pays by PayNow' },
      {
        from: 'TRIAL REGISTERED',
        to: 'POST TRIAL FOLLOWED UP',
        remark: 'Called, liked the polls',
        changes: [{ field: 'next_action_date', to: '2026-12-01' }],
      },
    ]);
  });

  test.each([
    [{ status: 'PENDING DECISION' }, 'remark', 'Please provide remark for this ticket update'],
    [{ next_action_date: '2026-12-01' }, 'remark', 'Please provide remark for this ticket update'],
    [
      { status: 'CLOSED WON', remark: '  ' },
      'remark',
      'Please provide remark for this ticket update',
    ],
    [{ status: 'CANCELED' }, 'remark', 'Please provide reason to cancel ticket'],
    [{ next_action_date: '31/11/2026', remark: 'x' }, 'next_action_date', undefined],
    [{ status: 'TRIAL ATTENDED', remark: 'x' }, 'status', undefined],
    [{ status: 'INIT', remark: 'x' }, 'status', undefined],
    [{ status: 'RENEWED', remark: 'x' }, 'status', undefined],
  ])('is not changed by the invalid update %j', async (body, field, message) => {
    const { id } = await aTrialTicket(app);
    expect(await refused(id, body)).toMatchObject({
      status: 400,
      field,
      ...(message && { message }),
    });
    const { data } = await (await asSales()).call(getTrialTicket, { params: { id } });
    expect(data).toMatchObject({ status: 'TRIAL REGISTERED', steps: 1, version: 1 });
  });

  test('that is closed has no follow-up date', async () => {
    const { id } = await aTrialTicket(app, { nextActionDate: today() });
    expect(await change(id, { status: 'CLOSED LOSE', remark: 'Too far' })).toMatchObject({
      next_action_date: null,
    });
  });

  test('records another step for a repeated remark', async () => {
    const { id } = await aTrialTicket(app);
    const call = { status: 'PENDING DECISION', remark: 'No answer' };
    await change(id, call);
    expect(await change(id, call)).toMatchObject({ steps: 3, version: 3 });
  });

  test('records no step when nothing changes', async () => {
    const agent = await anAgent();
    const { id } = await aTrialTicket(app, { handledBy: agent.id, leadSource: 'FB' });
    expect(await change(id, { handled_by: agent.id, meta: { lead_source: 'FB' } })).toMatchObject({
      steps: 1,
      version: 1,
    });
  });

  test('has no follow-up date once it is cleared', async () => {
    const { id } = await aTrialTicket(app, { nextActionDate: today() });
    expect(await refused(id, { next_action_date: null })).toMatchObject({
      status: 400,
      field: 'remark',
    });
    const cleared = await change(id, { next_action_date: null, remark: 'They will call us' });
    expect(cleared.next_action_date).toBeNull();
    expect(cleared.history[0]?.changes).toEqual([
      { field: 'next_action_date', from: today(), to: '' },
    ]);
    const late = await aTrialTicket(app, { nextActionDate: today() });
    await (
      await asSales()
    ).call(updateTrialTickets, {
      body: { tickets: [late.id], next_action_date: null, remark: 'They will call us' },
    });
    const { data } = await (await asSales()).call(getTrialTicket, { params: { id: late.id } });
    expect(data.next_action_date).toBeNull();
  });

  test('is due on the next working day once its reminder was sent, unless another date is chosen', async () => {
    // The next day is a public holiday.
    app.clock.setTo('2026-12-24T02:00:00Z');
    app.forgetSessions();
    onTestFinished(() => {
      app.clock.setTo(testNow);
      app.forgetSessions();
    });
    const sales = await asSales();
    const { name } = (await app.database.db.select().from(users).where(eq(users.id, sales.id)))[0]!;
    const remind = async (values: Parameters<typeof aTrialTicket>[1], body: object = {}) => {
      const { id } = await aTrialTicket(app, values);
      const { data } = await sales.call(updateTrialTicket, {
        params: { id },
        body: { action: reminderSentBy(name), ...body },
      });
      return data.next_action_date;
    };
    const planned = { nextActionDate: addDays(today(), 5) };
    expect(await remind({})).toBe('2026-12-26');
    expect(await remind(planned)).toBe('2026-12-26');
    expect(await remind(planned, { next_action_date: '2026-12-31' })).toBe('2026-12-31');
    expect(await remind(planned, { next_action_date: null })).toBeNull();
    expect(await remind({ status: 'CLOSED WON' })).toBeNull();
  });

  test('gets its next status when its reminder was sent', async () => {
    const sales = await asSales();
    const { id } = await aTrialTicket(app);
    const { name } = (await app.database.db.select().from(users).where(eq(users.id, sales.id)))[0]!;
    const action = reminderSentBy(name);
    const { data } = await sales.call(updateTrialTicket, { params: { id }, body: { action } });
    expect(data.status).toBe('PRE TRIAL FOLLOWED UP');
    expect(data.history[0]).toMatchObject({ action, by: { _id: sales.id } });
    expect(
      await sales.refused(updateTrialTicket, {
        params: { id },
        body: { action: 'Reminder sent by another user' },
      }),
    ).toMatchObject({ status: 400, field: 'action' });
    const late = await aTrialTicket(app, { status: 'PENDING DECISION' });
    const again = await sales.call(updateTrialTicket, {
      params: { id: late.id },
      body: { action },
    });
    expect(again.data).toMatchObject({ status: 'PENDING DECISION', steps: 2 });
  });

  test('refuses an update based on an older version, and returns the current ticket', async () => {
    const { id } = await aTrialTicket(app);
    await change(id, { status: 'PENDING DECISION', remark: 'Compares prices', version: 1 });
    const sales = await asSales();
    for (const seen of [{ version: 1 }, { prev_remark: '' }]) {
      const answer = await sales.refused(updateTrialTicket, {
        params: { id },
        body: { status: 'CLOSED LOSE', remark: 'No answer', ...seen },
      });
      expect(answer).toMatchObject({
        status: 409,
        code: 'stale',
        body: { current: { status: 'PENDING DECISION', remark: 'Compares prices' } },
      });
    }
  });

  test('of the other kind is not found', async () => {
    const { id } = await aTrialTicket(app);
    const admin = await app.as('Admin');
    expect(await admin.refused(getRenewalTicket, { params: { id } })).toMatchObject({
      status: 404,
    });
  });

  test('shows its attendance as missing from two hours after its end', async () => {
    const { id, lessonId } = await aTrialTicket(app);
    const endedAgo = async (minutes: number) => {
      const endedAt = new Date(app.clock.now().getTime() - minutes * 60_000);
      const scheduledAt = new Date(endedAt.getTime() - 3_600_000);
      await app.database.db
        .update(lessons)
        .set({ scheduledAt, endedAt })
        .where(eq(lessons.id, lessonId));
      return (await (await asSales()).call(getTrialTicket, { params: { id } })).data.attended;
    };
    expect(await endedAgo(119)).toBeNull();
    expect(await endedAgo(120)).toBe('missing');
  });
});

test('a user who works tickets updates facts of the student, and empty ones are kept', async () => {
  const { id, studentId } = await aTrialTicket(app);
  const sales = await asSales();
  const body = {
    gender: 'f' as const,
    school: 'Rosyth School',
    first_language: '',
    meta: { background: '<p>Weak in <strong>fractions</strong><script>alert(1)</script></p>' },
  };
  const { data } = await sales.call(updateTrialStudent, { params: { id }, body });
  expect(data.student).toMatchObject({
    gender: 'f',
    school: 'Rosyth School',
    first_language: '',
    meta: { background: '<p>Weak in <strong>fractions</strong></p>' },
  });
  const kept = await sales.call(updateTrialStudent, { params: { id }, body: { school: '' } });
  expect(kept.data.student.school).toBe('Rosyth School');
  expect(
    await sales.refused(updateTrialStudent, { params: { id }, body: { school: 'x', version: 1 } }),
  ).toMatchObject({ status: 409, code: 'stale' });
  const [row] = await app.database.db.select().from(users).where(eq(users.id, studentId));
  expect(row?.school).toBe('Rosyth School');
});

describe('several tickets', () => {
  test('are changed independently, and refused ones are returned with their code', async () => {
    const made = [await aTrialTicket(app), await aTrialTicket(app), await aTrialTicket(app)];
    const [good, stale, trial] = made.map(({ id }) => id) as [string, string, string];
    await change(stale, { status: 'PENDING DECISION', remark: 'Meanwhile' });
    const renewal = await aRenewalTicket(app);
    const gone = '01890000-0000-7000-8000-000000000000';
    const sales = await asSales();
    const { data } = await sales.call(updateTrialTickets, {
      body: {
        tickets: [
          { _id: good, version: 1 },
          { _id: stale, version: 1 },
          gone,
          renewal.id,
          trial,
          trial,
        ],
        status: 'CLOSED LOSE',
      },
    });
    expect(data).toEqual([
      { _id: good, ok: true },
      { _id: stale, ok: false, code: 'stale' },
      { _id: gone, ok: false, code: 'not_found' },
      { _id: renewal.id, ok: false, code: 'not_found' },
      { _id: trial, ok: true },
    ]);
    const { data: list } = await sales.call(listTrialTickets, {
      query: { filter: JSON.stringify({ _id: { in: [good, stale, trial] } }), sortBy: 'created' },
    });
    expect(list.map(({ status }) => status)).toEqual([
      'CLOSED LOSE',
      'PENDING DECISION',
      'CLOSED LOSE',
    ]);
  });

  test.each([
    [{ status: 'CANCELED' }, 'remark', 'Please provide reason to cancel ticket'],
    [{ status: 'PENDING PAYMENT' }, 'remark', 'Please provide remark for this ticket update'],
    [{ handled_by: null }, 'handled_by', 'Please select a person to assign'],
    [{ meta: { lead_source: '' } }, 'meta.lead_source', 'Please select an option'],
    [{ tickets: [], remark: 'x' }, 'tickets', 'Please select a ticket'],
  ])('are all left unchanged by %j', async (body, field, message) => {
    const { id } = await aTrialTicket(app);
    const sales = await asSales();
    const answer = await sales.refused(updateTrialTickets, {
      body: { tickets: [id], ...body } as never,
    });
    expect(answer).toMatchObject({ status: 400, field });
    expect(answer.body.message.errors[0]?.message).toBe(message);
  });

  test.each(['CLOSED WON', 'CLOSED LOSE'] as const)(
    'of trials are closed as %s without a remark',
    async (status) => {
      const { id } = await aTrialTicket(app);
      const sales = await asSales();
      const { data } = await sales.call(updateTrialTickets, { body: { tickets: [id], status } });
      expect(data).toEqual([{ _id: id, ok: true }]);
    },
  );
});

describe('the list', () => {
  const found = async (filter: Record<string, unknown>, query: Record<string, unknown> = {}) => {
    const sales = await asSales();
    const { data } = await sales.call(listTrialTickets, {
      query: { filter: JSON.stringify(filter), ...query },
    });
    return data.map(({ _id }) => _id);
  };

  test('finds exactly the matching tickets by each of its filters', async () => {
    const agent = await anAgent();
    const one = await aTrialTicket(app, {
      email: 'yap.siew.ling@example.com',
      name: 'Yap Siew Ling',
      handledBy: agent.id,
      agentId: agent.id,
      leadSource: 'SGHM',
      status: 'PENDING DECISION',
      nextActionDate: addDays(today(), -1),
      attended: 'attended',
      created: new Date('2026-10-05T15:59:59Z'),
    });
    const other = await aTrialTicket(app, { trialDate: new Date('2026-10-05T15:59:59Z') });
    const both = { _id: { in: [one.id, other.id] } };
    const cases: [object, string[]][] = [
      [{ status: 'PENDING DECISION' }, [one.id]],
      [{ handled_by: agent.id }, [one.id]],
      [{ handled_by: { exists: false } }, [other.id]],
      [{ agent: { exists: true } }, [one.id]],
      [{ 'meta.lead_source': 'SGHM' }, [one.id]],
      [{ 'meta.lead_source': { exists: false } }, [other.id]],
      [{ student: one.studentId }, [one.id]],
      [{ class: other.classId }, [other.id]],
      [{ search: { regex: 'siew' } }, [one.id]],
      [{ search: { regex: 'YAP.SIEW' } }, [one.id]],
      [{ attended: 'attended' }, [one.id]],
      [{ due: 'overdue' }, [one.id]],
      [{ due: { in: ['today', 'next 7 days'] } }, []],
      [{ due: 'later' }, [other.id]],
      [{ created: { between: ['2026-10-05', '2026-10-05'] } }, [one.id]],
      [{ created: { between: ['2026-10-06', '2026-10-06'] } }, []],
      [{ trial_date: { between: [null, '2026-10-05'] } }, [other.id]],
      [{ next_action_date: { between: [addDays(today(), -1), null] } }, [one.id]],
      [{ is_closed: true }, []],
    ];
    for (const [filter, expected] of cases)
      expect([filter, await found({ ...both, ...filter })]).toEqual([filter, expected]);
  });

  test('is sorted by follow-up date, tickets without one last', async () => {
    const days = [null, addDays(today(), 3), addDays(today(), -2)];
    const made = [];
    for (const nextActionDate of days) made.push((await aTrialTicket(app, { nextActionDate })).id);
    expect(await found({ _id: { in: made } }, { sortBy: 'next_action_date' })).toEqual([
      made[2],
      made[1],
      made[0],
    ]);
  });

  test('is sorted by the student’s name, on the screen and in its download', async () => {
    const made = [];
    for (const name of ['Wong Zi Xuan', 'ang Kai', 'Mei Lin'])
      made.push((await aTrialTicket(app, { name })).id);
    const order = [made[1], made[2], made[0]];
    const filter = { _id: { in: made } };
    expect(await found(filter, { sortBy: 'student' })).toEqual(order);
    const { body } = await (
      await asSales()
    ).send(listTrialTickets, {
      query: { filter: JSON.stringify(filter), sortBy: 'student' },
      headers: { accept: 'text/csv' },
    });
    expect(String(body).match(/Wong Zi Xuan|ang Kai|Mei Lin/g)).toEqual([
      'ang Kai',
      'Mei Lin',
      'Wong Zi Xuan',
    ]);
  });

  test('of one kind is forbidden to a user with access only to the other kind', async () => {
    const sales = await asSales();
    expect(await sales.refused(listRenewalTickets)).toMatchObject({ status: 403 });
    const agent = await app.as('Agent', { extraRoutes: ['/tickets/renewal'] });
    expect((await agent.call(listRenewalTickets)).count).toBeGreaterThanOrEqual(0);
    expect(await agent.refused(listTrialTickets)).toMatchObject({ status: 403 });
  });
});

test('a user of any role who works tickets may look up agents and classes', async () => {
  const typist = await app.as('Typist', { extraRoutes: ['/tickets/renewal'] });
  const agent = await anAgent();
  const { data } = await typist.call(listUsers, {
    query: { filter: JSON.stringify({ _type: 'Agent', _id: agent.id }) },
  });
  expect(data.map(({ _id }) => _id)).toEqual([agent.id]);
  expect((await typist.call(listClasses)).count).toBeGreaterThan(0);
});

test('counts follow-ups by due date for the actor, unassigned and others', async () => {
  const agent = await app.as('Agent', { extraRoutes: ['/tickets/trial'] });
  const counts = async () => (await agent.call(countTrialFollowUps)).data;
  const before = await counts();
  for (const days of [-1, 0, 7, 8])
    await aTrialTicket(app, { handledBy: agent.id, nextActionDate: addDays(today(), days) });
  await aTrialTicket(app, { handledBy: agent.id, status: 'CLOSED LOSE', nextActionDate: today() });
  await aTrialTicket(app, { handledBy: null, nextActionDate: null });
  await aTrialTicket(app, { handledBy: agent.id, nextActionDate: null });
  const after = await counts();
  expect(after.mine).toEqual({ overdue: 1, today: 1, 'next 7 days': 1, later: 2 });
  expect(after.unassigned.later - before.unassigned.later).toBe(1);
  // The list of each group has as many; tickets without a date count as later.
  for (const [whose, handled_by] of [
    ['mine', agent.id],
    ['unassigned', { exists: false }],
    ['others', { not: agent.id }],
  ] as const)
    for (const due of dueGroups) {
      const { count } = await agent.call(listTrialTickets, {
        query: { filter: JSON.stringify({ handled_by, due }) },
      });
      expect([whose, due, count]).toEqual([whose, due, after[whose][due]]);
    }
});
