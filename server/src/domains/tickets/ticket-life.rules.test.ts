import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isClosed,
  renewalStatuses,
  trialStatuses,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { someOf } from '../../../test/walk.ts';
import { afterStep, ticketSteps, type Life, type LifeTicket } from './ticket-life.rules.ts';

const day = 24 * 60 * 60_000;
const now = new Date('2026-11-20T02:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * day);

const lessonIds = ['l1', 'l2', 'l3', 'l4'];
const orderIds = ['t1', 't2'];
const purchaseIds = ['p1', 'p2', 'p3'];

const when = fc.integer({ min: -200, max: 60 }).map(inDays);
const past = fc.integer({ min: -200, max: 0 }).map(inDays);
const attended = fc.constantFrom('attended', 'absent', null);
const agent = fc.constantFrom('a1', 'a2', null);
const businessDay = fc.constantFrom('2026-08-01', '2026-11-19', '2026-11-20', '2026-12-24', null);

const common = {
  statusSince: past,
  lessonStart: when,
  lessonId: fc.constantFrom(...lessonIds),
  resultOrderId: fc.constantFrom('p1', 'p2', 'gone', null),
  nextActionDate: businessDay,
  remark: fc.constantFrom('', 'Called'),
  agentId: agent,
  leadSource: fc.constant(null),
  created: past,
};
const trialTicket = (orderId: string): fc.Arbitrary<LifeTicket> =>
  fc.record({
    ...common,
    id: fc.constant(`ticket of ${orderId}`),
    type: fc.constant('TrialConversion' as const),
    status: fc.constantFrom(...trialStatuses),
    orderId: fc.constant(orderId),
    attended,
    withdrawn: fc.constant(false),
  });
const renewalTicket = (id: string): fc.Arbitrary<LifeTicket> =>
  fc.record({
    ...common,
    id: fc.constant(id),
    type: fc.constant('ClassRenewal' as const),
    status: fc.constantFrom(...renewalStatuses),
    orderId: fc.constant(null),
    attended: fc.constant(null),
    withdrawn: fc.boolean(),
  });

const arbitraryLife: fc.Arbitrary<Life> = fc
  .record({
    isRegular: fc.boolean(),
    leadSource: fc.constantFrom('Wechat', 'FB', 'Nowhere', null),
    trials: fc.subarray(orderIds).chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc.record({
            id: fc.constant(id),
            status: fc.constantFrom('PAID' as const, 'PROCESSED' as const, 'CANCELLED' as const),
            created: past,
            cancelledAt: past,
            remark: fc.constant('Family moved away'),
            agentId: agent,
            lesson: fc.record({ id: fc.constantFrom(...lessonIds), start: when, end: when }),
            attended,
          }),
        ),
      ),
    ),
    purchases: fc
      .subarray(purchaseIds)
      .chain((ids) =>
        fc.tuple(
          ...ids.map((id) => fc.record({ id: fc.constant(id), bought: past, agentId: agent })),
        ),
      ),
    lastPaid: fc.option(fc.record({ id: fc.constantFrom(...lessonIds), start: when })),
    starts: fc.tuple(when, when, when, when),
    trialTickets: fc
      .subarray(orderIds)
      .chain((ids) => fc.tuple(...ids.map((id) => trialTicket(id)))),
    renewalTickets: fc
      .subarray(['r1', 'r2', 'r3'])
      .chain((ids) => fc.tuple(...ids.map((id) => renewalTicket(id)))),
    mayOpen: fc.boolean(),
  })
  .map(({ trialTickets, renewalTickets, trials, purchases, starts, ...life }) => ({
    ...life,
    now,
    timeZone: 'Asia/Singapore',
    trials: trials.map(({ cancelledAt, ...trial }) => ({
      ...trial,
      cancelledAt: trial.status === 'CANCELLED' ? cancelledAt : null,
    })),
    purchases: purchases.toSorted((one, other) => Number(one.bought) - Number(other.bought)),
    starts: new Map(lessonIds.map((id, index) => [id, starts[index] ?? now])),
    // Orders are never deleted.
    tickets: [
      ...trialTickets.filter(({ orderId }) => trials.some(({ id }) => id === orderId)),
      ...renewalTickets,
    ],
  }));

let made = 0;
const newId = () => `new ${(made += 1)}`;
const settled = (life: Life) => ticketSteps(life, newId).reduce(afterStep, life);

const checkAlways = (rule: (before: Life, after: Life) => void) =>
  fc.assert(
    fc.property(arbitraryLife, (life) => {
      rule(life, settled(life));
    }),
    { numRuns: someOf(2000) },
  );

describe('for any input, the ticket steps', () => {
  test('settle: a second run finds nothing to do', () => {
    checkAlways((_before, after) => expect(ticketSteps(after, newId)).toEqual([]));
  });

  test('leave at most one renewal open', () => {
    checkAlways((_before, { tickets }) => {
      const open = tickets.filter(
        ({ type, status }) => type === 'ClassRenewal' && !isClosed(status),
      );
      expect(open.length).toBeLessThan(2);
    });
  });

  test('open at most one ticket for a trial order, and only if it may be opened', () => {
    checkAlways((before, { tickets, mayOpen }) => {
      const orders = tickets.flatMap(({ orderId }) => orderId ?? []);
      expect(new Set(orders).size).toBe(orders.length);
      if (!mayOpen) expect(tickets).toHaveLength(before.tickets.length);
    });
  });

  test('leave no ticket won by a purchase that no longer exists', () => {
    checkAlways((_before, { tickets }) => {
      const kept = tickets.filter(({ status }) => status !== 'CANCELED');
      expect(kept.map(({ resultOrderId }) => resultOrderId)).not.toContain('gone');
    });
  });

  test('keep what staff cancelled, except for facts of its lesson', () => {
    checkAlways((before, after) => {
      for (const ticket of before.tickets.filter(({ status }) => status === 'CANCELED'))
        expect(after.tickets.find(({ id }) => id === ticket.id)).toMatchObject({
          status: 'CANCELED',
          statusSince: ticket.statusSince,
          resultOrderId: ticket.resultOrderId,
          remark: ticket.remark,
          agentId: ticket.agentId,
        });
    });
  });

  test('leave no follow-up date on tickets that they close', () => {
    checkAlways((before, after) => {
      const closed = after.tickets.filter(({ id, status }) => {
        const was = before.tickets.find((ticket) => ticket.id === id);
        return was && was.status !== status && isClosed(status);
      });
      expect(closed.filter(({ nextActionDate }) => nextActionDate !== null)).toEqual([]);
    });
  });
});
