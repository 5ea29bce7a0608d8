import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  listTicketConversion,
  readTicketStats,
  type TicketConversion,
} from 'staffroom-contract/domains/tickets/ticket-stat.contract.ts';
import {
  conversionKeys,
  figuresOf,
  type ConversionKey,
} from 'staffroom-contract/domains/tickets/ticket-stat.rules.ts';
import {
  listRenewalTickets,
  listTrialTickets,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import {
  isLost,
  isWon,
  renewalStatuses,
  trialStatuses,
  type TicketStatus,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { addDays, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { testNow, useTestApp } from '../../../test/build-test-app.ts';
import { aRenewalTicket, aTrialTicket } from '../../../test/factories/ticket.factory.ts';
import { aTutor, aUser } from '../../../test/factories/user.factory.ts';
import { newId } from '../../platform/ids.ts';
import { users } from '../identity/users.schema.ts';
import { lessons, lessonStaff } from '../lessons/lessons.schema.ts';
import { ticketHistory, type TicketRow } from './tickets.schema.ts';

const app = useTestApp();
const zone = 'Asia/Singapore';
const asAdmin = () => app.as('Admin');

const statsOf = async (start: string, end: string) =>
  (await (await asAdmin()).call(readTicketStats, { query: { start, end } })).data;

const conversionOf = async (
  type: TicketType,
  query: { start: string; end: string; by?: ConversionKey; [name: string]: unknown },
) => (await asAdmin()).call(listTicketConversion, { params: { type }, query });

type Values = Parameters<typeof aRenewalTicket>[1] & object;

/** A ticket whose lesson was at that time. */
const aTicketOn = async (type: TicketType, on: Date, values: Values = {}) => {
  const row = await (type === 'TrialConversion'
    ? aTrialTicket(app, { ...values, trialDate: on })
    : aRenewalTicket(app, { ...values, subscriptionEndDate: on }));
  await app.database.db
    .update(lessons)
    .set({ scheduledAt: on, endedAt: new Date(on.getTime() + 90 * 60_000) })
    .where(eq(lessons.id, row.lessonId));
  return row;
};

const aTrialOn = (on: string, values: Values = {}) =>
  aTicketOn('TrialConversion', new Date(on), values);

/** Adds a step by staff, this many hours after the lesson began. */
const followUp = (
  row: TicketRow,
  hours: number,
  values: Partial<typeof ticketHistory.$inferInsert> = {},
) => {
  const at = new Date((row.trialDate?.getTime() ?? 0) + hours * 3_600_000);
  return app.database.db.insert(ticketHistory).values({
    id: newId(at),
    ticketId: row.id,
    at,
    actorId: row.agentId ?? row.studentId,
    actorName: 'Nur Diyana',
    fromStatus: row.status,
    toStatus: row.status,
    remark: 'Called',
    ...values,
  });
};

type Known = TicketRow & { tutors: string[]; day: string };

/** Random tickets of the first half of 2024; no other test has tickets in that period. */
const known: Known[] = [];

beforeAll(async () => {
  const people = await Promise.all(
    ['Nur Diyana', 'Marcus Lee'].map((name) => aUser(app, { name })),
  );
  const tutors = await Promise.all(['Goh', 'Lim', 'Ong'].map((name) => aTutor(app, { name })));
  const assistant = await aTutor(app, { type: 'TA' });
  const drawn = fc.sample(
    fc.record({
      type: fc.constantFrom('TrialConversion', 'ClassRenewal'),
      hours: fc.nat({ max: 180 * 24 }),
      trial: fc.constantFrom(...trialStatuses),
      renewal: fc.constantFrom(...renewalStatuses),
      agent: fc.option(fc.constantFrom(...people)),
      source: fc.option(fc.constantFrom('FB' as const, 'Google' as const)),
      attended: fc.option(fc.constantFrom('attended' as const, 'absent' as const)),
      tutors: fc.subarray(tutors),
      followed: fc.option(fc.constantFrom(1, 2, 26, 50)),
    }),
    { numRuns: 60, seed: 20240101 },
  );
  for (const { type, hours, trial, renewal, ...each } of drawn) {
    const on = new Date(Date.UTC(2024, 0, 1, hours));
    const isTrial = type === 'TrialConversion';
    const row = await aTicketOn(type, on, {
      status: isTrial ? trial : renewal,
      agentId: each.agent?.id ?? null,
      leadSource: each.source,
      attended: isTrial ? each.attended : null,
    });
    // A TA is not counted as a tutor.
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: row.lessonId, userId: assistant.id, kind: 'ta' });
    if (each.tutors.length > 0)
      await app.database.db.insert(lessonStaff).values(
        each.tutors.map(({ id }) => ({
          lessonId: row.lessonId,
          userId: id,
          kind: 'tutor' as const,
        })),
      );
    if (isTrial && each.followed !== null) await followUp(row, each.followed);
    const day = businessDayOf(on.toISOString(), zone);
    known.push({ ...row, tutors: each.tutors.map(({ id }) => id), day });
  }
}, 60_000);

const plainFigures = (rows: readonly { status: TicketStatus }[]) => {
  const kept = rows.filter(({ status }) => status !== 'CANCELED');
  const won = kept.filter(({ status }) => isWon(status)).length;
  const lost = kept.filter(({ status }) => isLost(status)).length;
  return {
    total: kept.length,
    won,
    lost,
    pending: kept.length - won - lost,
    canceled: rows.length - kept.length,
  };
};

const within = (type: TicketType, start: string, end: string) =>
  known.filter((row) => row.type === type && row.day >= start && row.day <= end);

/** The list of a kind, with the names of its filters. */
const listOf = (type: TicketType, by: ConversionKey) =>
  [
    type === 'TrialConversion' ? listTrialTickets : listRenewalTickets,
    type === 'TrialConversion' ? 'trial_date' : 'subscription_end_date',
    by === 'lead_source' ? 'meta.lead_source' : by,
  ] as const;

describe.each([
  ['2024-01-01', '2024-06-30'],
  ['2024-02-01', '2024-02-29'],
  ['2024-03-11', '2024-03-24'],
  ['2024-05-05', '2024-05-05'],
])('the statistics from %s to %s', (start, end) => {
  test('match a count of the tickets one by one', async () => {
    const stats = await statsOf(start, end);
    const trials = within('TrialConversion', start, end);
    const renewals = within('ClassRenewal', start, end);
    for (const { status, count } of stats.trial)
      expect(count).toBe(trials.filter((row) => row.status === status).length);
    for (const { status, count } of stats.renewal)
      expect(count).toBe(renewals.filter((row) => row.status === status).length);
    expect(figuresOf(stats.trial)).toEqual(plainFigures(trials));
    expect(figuresOf(stats.renewal)).toEqual(plainFigures(renewals));
    const { before } = stats;
    expect(addDays(before.end, 1)).toBe(start);
    expect(before.trial).toEqual(plainFigures(within('TrialConversion', before.start, before.end)));
    expect(before.renewal).toEqual(plainFigures(within('ClassRenewal', before.start, before.end)));
    for (const part of stats.trial_parts)
      expect(part).toMatchObject(plainFigures(within('TrialConversion', part.start, part.end)));
  });

  test('match the counts of the lists that they link to', async () => {
    const { funnel, trial } = await statsOf(start, end);
    const admin = await asAdmin();
    const status = { in: trialStatuses.filter((each) => each !== 'CANCELED') };
    const countOf = async (filter: object) =>
      (
        await admin.call(listTrialTickets, {
          query: { max: 1, filter: { status, ...filter, trial_date: { between: [start, end] } } },
        })
      ).count;
    expect(funnel).toMatchObject({
      registered: await countOf({}),
      attended: await countOf({ attended: 'attended' }),
      attendance_missing: await countOf({ attended: 'missing' }),
      followed_up: await countOf({ attended: 'attended', followed_up: true }),
      won: await countOf({ status: 'CLOSED WON' }),
    });
    expect(funnel.attended - funnel.followed_up).toBe(
      await countOf({ attended: 'attended', followed_up: false }),
    );
    expect(trial.reduce((sum, { count }) => sum + count, 0)).toBe(
      await countOf({ status: { in: [...trialStatuses] } }),
    );
  });

  test.each(conversionKeys)('by %s match the groups’ tickets and lists', async (by) => {
    for (const type of ['TrialConversion', 'ClassRenewal'] as const) {
      const keysOf = (row: Known): (string | null)[] =>
        ({
          agent: [row.agentId],
          handled_by: [row.handledBy],
          class: [row.classId],
          lead_source: [row.leadSource],
          tutor: row.tutors.length > 0 ? row.tutors : [null],
        })[by];
      const { data, count } = await conversionOf(type, { start, end, by, max: 200 });
      const rows = within(type, start, end);
      expect(new Set(data.map(({ _id }) => _id))).toEqual(new Set(rows.flatMap(keysOf)));
      expect(data).toHaveLength(count);
      const [operation, day, name] = listOf(type, by);
      for (const { _id, total, canceled } of data) {
        const filter = { [name]: _id ?? { exists: false }, [day]: { between: [start, end] } };
        const listed = await (await asAdmin()).call(operation, { query: { max: 1, filter } });
        expect(listed.count).toBe(total + canceled);
      }
      for (const row of data)
        expect(row).toMatchObject(
          plainFigures(rows.filter((each) => keysOf(each).includes(row._id))),
        );
    }
  });
});

describe('the statistics', () => {
  test('of a running month or week are compared up to the same day and time', async () => {
    // 14:05 on Wed 23 March 2022 in Singapore.
    app.clock.setTo('2022-03-23T06:05:00Z');
    app.forgetSessions();
    onTestFinished(() => {
      app.clock.setTo(testNow);
      app.forgetSessions();
    });
    const counts = async (start: string, end: string) => {
      const { before } = await statsOf(start, end);
      return [before.start, before.end, before.until, before.trial.total];
    };
    const [, , , month] = await counts('2022-03-01', '2022-03-31');
    const [, , , week] = await counts('2022-03-21', '2022-03-27');
    await aTrialOn('2022-02-23T06:04:59Z');
    await aTrialOn('2022-02-23T06:05:00Z');
    await aTrialOn('2022-03-16T06:04:59Z');
    await aTrialOn('2022-03-16T06:05:00Z');
    expect(await counts('2022-03-01', '2022-03-31')).toEqual([
      '2022-02-01',
      '2022-02-23',
      '2022-02-23T06:05:00.000Z',
      Number(month) + 1,
    ]);
    expect(await counts('2022-03-21', '2022-03-27')).toEqual([
      '2022-03-14',
      '2022-03-16',
      '2022-03-16T06:05:00.000Z',
      Number(week) + 1,
    ]);
    const { trial_parts: parts, trial } = await statsOf('2022-03-21', '2022-03-27');
    expect(parts.reduce((sum, { total }) => sum + total, 0)).toBe(figuresOf(trial).total);
  });

  test('count a trial on its business day', async () => {
    await aTrialOn('2023-02-28T15:59:59Z');
    await aTrialOn('2023-02-28T16:00:00Z');
    await aTrialOn('2023-03-31T15:59:59Z');
    await aTrialOn('2023-03-31T16:00:00Z');
    const march = await statsOf('2023-03-01', '2023-03-31');
    expect(figuresOf(march.trial).total).toBe(2);
    expect(march.before).toMatchObject({ start: '2023-02-01', end: '2023-02-28' });
    expect(march.before.trial.total).toBe(1);
    expect(march.trial_parts.map(({ total }) => total)).toEqual([1, 0, 0, 0, 1]);
    expect(
      (await conversionOf('TrialConversion', { start: '2023-03-01', end: '2023-03-31' })).data[0],
    ).toMatchObject({ total: 2 });
    // An instant is taken as its business day.
    const instants = await statsOf('2023-02-28T16:00:00Z', '2023-03-31T15:00:00Z');
    expect(instants).toEqual(march);
  });

  test('have no rate for a period without tickets', async () => {
    const { trial, renewal, trial_parts, funnel } = await statsOf('2019-03-01', '2019-03-31');
    const none = { total: 0, won: 0, lost: 0, pending: 0, canceled: 0 };
    expect(figuresOf(trial)).toEqual(none);
    expect(figuresOf(renewal)).toEqual(none);
    expect(trial_parts).toHaveLength(4);
    expect(funnel).toEqual({
      registered: 0,
      attended: 0,
      attendance_missing: 0,
      followed_up: 0,
      days_to_follow_up: null,
      won: 0,
    });
    const period = { start: '2019-03-01', end: '2019-03-31' };
    expect(await conversionOf('ClassRenewal', period)).toEqual({ data: [], count: 0 });
  });

  test.each([
    ['2026-03-02', '2026-03-01', 'start', 'The start is after the end.'],
    ['2023-01-01', '2026-03-01', 'end', 'At most three years at once.'],
    ['2026-02-30', '2026-03-01', 'start', ''],
  ])('from %s to %s are refused at the %s', async (start, end, field, message) => {
    const admin = await asAdmin();
    const query = { start, end };
    const answers = [
      await admin.refused(readTicketStats, { query }),
      await admin.refused(listTicketConversion, { params: { type: 'ClassRenewal' }, query }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 400, field });
      expect(answer.body.message.errors[0]?.message).toContain(message);
    }
  });

  test('show how soon staff followed up attended trials', async () => {
    const [soon, late, , absent] = [
      await aTrialOn('2023-06-05T06:00:00Z', { attended: 'attended' }),
      await aTrialOn('2023-06-06T06:00:00Z', { attended: 'attended' }),
      await aTrialOn('2023-06-07T06:00:00Z', { attended: 'attended' }),
      await aTrialOn('2023-06-08T06:00:00Z', { attended: 'absent' }),
    ];
    // The trial ends after 1.5 hours; earlier steps, and steps by Staffroom itself, do not count.
    await followUp(soon, -20);
    await followUp(soon, 2, { actorId: null });
    await followUp(soon, 1.5 + 24);
    await followUp(soon, 1.5 + 48);
    await followUp(late, 1.5 + 72);
    await followUp(absent, 1.5 + 12);
    await aTrialOn('2023-06-09T06:00:00Z', { status: 'CANCELED', attended: 'attended' });
    expect((await statsOf('2023-06-01', '2023-06-30')).funnel).toMatchObject({
      registered: 4,
      attended: 3,
      followed_up: 2,
      days_to_follow_up: 2,
    });
  });

  test('count only a person’s remark, status change or reminder as a follow-up', async () => {
    const days = [5, 6, 7, 8, 9, 12];
    const [remark, status, reminder, given, byOrder, comment] = await Promise.all(
      days.map((each) =>
        aTrialOn(`2023-07-${String(each).padStart(2, '0')}T06:00:00Z`, { attended: 'attended' }),
      ),
    );
    if (!remark || !status || !reminder || !given || !byOrder || !comment)
      throw new Error('Expected six trials.');
    const without = { remark: '' };
    await followUp(remark, 24);
    await followUp(status, 24, { ...without, toStatus: 'POST TRIAL FOLLOWED UP' });
    await followUp(reminder, 24, { ...without, action: 'Reminder sent by Nur Diyana' });
    const toAgent = { field: 'handled_by', from: '', to: 'Nur Diyana' };
    await followUp(given, 24, { ...without, changes: [toAgent] });
    await followUp(byOrder, 24, { ...without, toStatus: 'CLOSED WON', action: 'Purchased' });
    const toComment = { field: 'tutor_comment', from: '', to: 'Good' };
    await followUp(comment, 24, { ...without, changes: [toComment] });
    expect((await statsOf('2023-07-01', '2023-07-31')).funnel).toMatchObject({
      attended: 6,
      followed_up: 3,
    });
    const filter = { trial_date: { between: ['2023-07-01', '2023-07-31'] }, followed_up: true };
    const listed = await (await asAdmin()).call(listTrialTickets, { query: { filter } });
    expect(listed.data.map(({ _id }) => _id).toSorted()).toEqual(
      [remark.id, status.id, reminder.id].toSorted(),
    );
  });

  test('for a Partner with access cover only its lead source', async () => {
    const mine = await aTrialOn('2023-08-05T06:00:00Z', { status: 'CLOSED WON' });
    await aTrialOn('2023-08-06T06:00:00Z', { status: 'CLOSED WON' });
    await app.database.db
      .update(users)
      .set({ leadSource: 'LLP' })
      .where(eq(users.id, mine.studentId));
    const partner = await app.as('Partner', {
      leadSourceScope: 'LLP',
      extraRoutes: ['/tickets/stat'],
    });
    const query = { start: '2023-08-01', end: '2023-08-31' };
    const { data } = await partner.call(readTicketStats, { query });
    expect(figuresOf(data.trial).won).toBe(1);
    expect(data.funnel.registered).toBe(1);
    const params = { type: 'TrialConversion' as const };
    const conversion = await partner.call(listTicketConversion, { params, query });
    expect(conversion.data).toMatchObject([{ total: 1 }]);
    const sales = await app.as('SalesAdmin');
    expect((await sales.refused(readTicketStats, { query })).status).toBe(403);
  });
});

describe('a table of the statistics', () => {
  const period = { start: '2022-05-01', end: '2022-05-31' };

  beforeAll(async () => {
    const results: [name: string | null, statuses: TicketStatus[]][] = [
      ['Serene Ong', ['RENEWED', 'RENEWED', 'DROPPED']],
      ['marcus Lee', ['RENEWED', 'INIT']],
      ['Priscilla Goh', ['INIT', 'INIT', 'INIT', 'INIT']],
      [null, ['DROPPED', 'CANCELED']],
    ];
    for (const [name, statuses] of results) {
      const agent = name === null ? null : await aUser(app, { type: 'Agent', name });
      for (const status of statuses)
        await aTicketOn('ClassRenewal', new Date('2022-05-09T06:00:00Z'), {
          status,
          agentId: agent?.id ?? null,
        });
    }
  }, 60_000);

  const namesBy = async (query: Record<string, unknown>) =>
    (await conversionOf('ClassRenewal', { ...period, ...query })).data.map(({ name }) => name);

  test.each([
    ['total', 'desc', ['Priscilla Goh', 'Serene Ong', 'marcus Lee', 'No agent']],
    ['won', 'desc', ['Serene Ong', 'marcus Lee', 'Priscilla Goh', 'No agent']],
    ['lost', 'asc', ['marcus Lee', 'Priscilla Goh', 'Serene Ong', 'No agent']],
    ['name', 'asc', ['marcus Lee', 'Priscilla Goh', 'Serene Ong', 'No agent']],
    ['pending', 'desc', ['Priscilla Goh', 'marcus Lee', 'Serene Ong', 'No agent']],
    ['canceled', 'desc', ['No agent', 'marcus Lee', 'Priscilla Goh', 'Serene Ong']],
    // Agents without closed tickets have no rate and are last in either order.
    ['rate', 'desc', ['marcus Lee', 'Serene Ong', 'No agent', 'Priscilla Goh']],
    ['rate', 'asc', ['No agent', 'Serene Ong', 'marcus Lee', 'Priscilla Goh']],
  ])('is sorted by %s, %s', async (sortBy, order, names) => {
    // Names are sorted case-insensitively; rows without a name are last.
    expect(await namesBy({ sortBy, order })).toEqual(names);
  });

  test('has further pages, and the full count even beyond the last', async () => {
    const [first, second] = [
      await namesBy({ max: 3, offset: 0 }),
      await namesBy({ max: 3, offset: 3 }),
    ];
    expect([...first, ...second]).toEqual(await namesBy({}));
    expect(second).toEqual(['No agent']);
    const behind = await conversionOf('ClassRenewal', { ...period, max: 3, offset: 6 });
    expect(behind).toEqual({ data: [], count: 4 });
  });

  test('shows the rate of closed tickets, and null without any', async () => {
    const { data } = await conversionOf('ClassRenewal', period);
    const rateOf = (name: string) => data.find((row: TicketConversion) => row.name === name)?.rate;
    expect(rateOf('Serene Ong')).toBe(67);
    expect(rateOf('No agent')).toBe(0);
    expect(rateOf('Priscilla Goh')).toBeNull();
  });

  test('downloads all rows in the chosen order', async () => {
    const admin = await asAdmin();
    const csv = { headers: { accept: 'text/csv' } };
    const query = { ...period, sortBy: 'name', order: 'asc', max: 2 };
    const table = await admin.send(listTicketConversion, {
      params: { type: 'ClassRenewal' },
      query,
      ...csv,
    });
    expect(table.headers['content-disposition']).toContain('renewal-by-agent.csv');
    expect(String(table.body).replace('\ufeff', '').trim().split('\r\n')).toEqual([
      'agent,total,won,lost,pending,canceled,won_of_closed_percent',
      'marcus Lee,2,1,0,1,0,100',
      'Priscilla Goh,4,0,0,4,0,',
      'Serene Ong,3,2,1,0,0,67',
      'No agent,1,0,1,0,1,0',
    ]);
    const whole = await admin.send(readTicketStats, { query: period, ...csv });
    expect(String(whole.body).split('\r\n')).toEqual(
      expect.arrayContaining([
        'renewal,2022-05-01,2022-05-31,10,3,2,5,1,60',
        '"trial, part of the period",2022-05-01,2022-05-08,0,0,0,0,0,',
      ]),
    );
  });
});
