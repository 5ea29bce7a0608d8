import { describe, expect, test } from 'vitest';
import { boardColumns } from 'staffroom-contract/domains/tickets/ticket-board.rules.ts';
import {
  boardRenewalTickets,
  boardTrialTickets,
  cardsInColumn,
  updateTrialTicket,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import type { TicketStatus } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { testNow, useTestApp } from '../../../test/build-test-app.ts';
import { aClass } from '../../../test/factories/class.factory.ts';
import {
  aRenewalTicket,
  aTrialTicket,
  manyRenewalTickets,
} from '../../../test/factories/ticket.factory.ts';
import { aStudent, aUser } from '../../../test/factories/user.factory.ts';

const app = useTestApp();

const daysAgo = (days: number) => new Date(testNow.getTime() - days * 24 * 3_600_000);

/** The board of a new agent's tickets. */
const anAgentsBoard = async () => {
  const { id: handledBy } = await aUser(app, { type: 'Agent' });
  const read = async (query: { cards?: number; filter?: object } = {}) => {
    const filter = { ...query.filter, handled_by: handledBy };
    return (await app.as('SalesAdmin')).call(boardTrialTickets, { query: { ...query, filter } });
  };
  const columns = async (query?: Parameters<typeof read>[0]) =>
    Object.fromEntries(
      (await read(query)).data
        .filter(({ count }) => count > 0)
        .map(({ column, ...rest }) => [
          column,
          { ...rest, tickets: rest.tickets.map(({ _id }) => _id) },
        ]),
    );
  const aTicket = async (status: TicketStatus, values: Parameters<typeof aTrialTicket>[1] = {}) =>
    (await aTrialTicket(app, { status, handledBy, statusSince: daysAgo(0), ...values })).id;
  return { handledBy, read, columns, aTicket };
};

describe('the board of tickets', () => {
  test('has every column of its kind, including empty ones', async () => {
    const { read } = await anAgentsBoard();
    const { data, count } = await read();
    expect(count).toBe(0);
    expect(data.map(({ column }) => column)).toEqual(boardColumns.TrialConversion);
    for (const column of data) expect(column).toMatchObject({ count: 0, median_days: null });
  });

  test('shows each status with its count, median days and the earliest due tickets', async () => {
    const board = await anAgentsBoard();
    const late = { nextActionDate: '2026-11-30', statusSince: daysAgo(9) };
    const [last, none, first] = [
      await board.aTicket('PENDING DECISION', late),
      await board.aTicket('PENDING DECISION', { statusSince: daysAgo(4) }),
      // Yesterday evening in Singapore, though only 11 hours ago.
      await board.aTicket('PENDING DECISION', {
        nextActionDate: '2026-11-19',
        statusSince: new Date('2026-11-19T15:00:00Z'),
      }),
    ];
    const other = await board.aTicket('TRIAL ABSENT', { statusSince: daysAgo(2) });
    expect(await board.columns()).toEqual({
      'PENDING DECISION': { count: 3, median_days: 4, tickets: [first, last, none] },
      'TRIAL ABSENT': { count: 1, median_days: 2, tickets: [other] },
    });
    expect((await board.read()).count).toBe(4);
  });

  test('counts days from when staff set the status', async () => {
    const board = await anAgentsBoard();
    const id = await board.aTicket('TRIAL ATTENDED', { statusSince: daysAgo(6) });
    const body = { status: 'PENDING PAYMENT' as const, remark: 'Will pay' };
    await (await app.as('SalesAdmin')).call(updateTrialTicket, { params: { id }, body });
    expect(await board.columns()).toEqual({
      'PENDING PAYMENT': { count: 1, median_days: 0, tickets: [id] },
    });
  });

  test('shows this month’s closed tickets in one column, latest first, and no earlier ones', async () => {
    const board = await anAgentsBoard();
    const won = await board.aTicket('CLOSED WON', { statusSince: daysAgo(3) });
    const cancelled = await board.aTicket('CANCELED', { statusSince: daysAgo(1) });
    // November began in Singapore at 16:00 UTC the day before.
    const onTheFirst = await board.aTicket('CLOSED LOSE', {
      statusSince: new Date('2026-10-31T16:00:00Z'),
    });
    await board.aTicket('CLOSED LOSE', { statusSince: new Date('2026-10-31T15:59:59Z') });
    expect(await board.columns()).toEqual({
      closed: { count: 3, median_days: null, tickets: [cancelled, won, onTheFirst] },
    });
  });

  test('shows the first cards of a column and counts all', async () => {
    const { id: classId } = await aClass(app);
    const ids = await manyRenewalTickets(app, cardsInColumn + 2);
    const api = await app.as('Admin');
    const ofClass = (filter: object, cards?: number) =>
      api.call(boardRenewalTickets, { query: { filter, ...(cards !== undefined && { cards }) } });
    const { data, count } = await ofClass({ _id: { in: ids } });
    expect(count).toBe(ids.length);
    const [initial] = data;
    expect(initial).toMatchObject({ column: 'INIT', count: ids.length });
    expect(initial?.tickets).toHaveLength(cardsInColumn);
    const [counted] = (await ofClass({ _id: { in: ids } }, 0)).data;
    expect(counted).toMatchObject({ column: 'INIT', count: ids.length, tickets: [] });
    expect((await ofClass({ class: classId })).count).toBe(0);
  });

  test('uses the filters of the list', async () => {
    const board = await anAgentsBoard();
    const monday = { trialDate: new Date('2026-11-23T06:00:00Z') };
    const soon = await board.aTicket('TRIAL REGISTERED', monday);
    await board.aTicket('TRIAL REGISTERED', { trialDate: new Date('2026-12-23T06:00:00Z') });
    const filter = { trial_date: { between: ['2026-11-23', '2026-11-23'] } };
    expect(await board.columns({ filter })).toEqual({
      'TRIAL REGISTERED': { count: 1, median_days: 0, tickets: [soon] },
    });
    const status = { status: 'PENDING DECISION' };
    expect(await board.columns({ filter: status })).toEqual({});
  });

  test('shows a Partner only tickets of its own lead source, also in the counts', async () => {
    const partner = await app.as('Partner', {
      leadSourceScope: 'LLP',
      extraRoutes: ['/tickets/renewal'],
    });
    const own = await aStudent(app, { leadSource: 'LLP' });
    const ours = await aRenewalTicket(app, { studentId: own.id });
    const theirs = await aRenewalTicket(app);
    const filter = { _id: { in: [ours.id, theirs.id] } };
    const { data, count } = await partner.call(boardRenewalTickets, { query: { filter } });
    expect(count).toBe(1);
    expect(data.flatMap(({ tickets }) => tickets.map(({ _id }) => _id))).toEqual([ours.id]);
  });
});
