import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderStatuses, orderTypes } from '@staffroom/contract/domains/orders/orders.rules.ts';
import {
  agentModes,
  changedFilters,
  defaultFilters,
  filtersOf,
  orderFilterOf,
  orderQueryOf,
  orderSearchSchema,
  paymentModes,
  searchOf,
  type OrderFilters,
} from './order-search.ts';

const today = '2026-03-23';
const agent = '01912345-0000-7000-8000-000000000001';

const day = fc
  .integer({ min: 0, max: 2000 })
  .map((days) => Temporal.PlainDate.from('2023-01-01').add({ days }).toString());

const anyFilters: fc.Arbitrary<OrderFilters> = fc
  .record({
    from: day,
    to: day,
    type: fc.constantFrom(...orderTypes, 'all' as const),
    status: fc.subarray([...orderStatuses]),
    payment: fc.constantFrom(...paymentModes),
    agent: fc.constantFrom('all', agent),
    agents: fc.constantFrom(...agentModes),
    code: fc.constantFrom('', 'EARLYBIRD10', '2026', 'TWO WORDS'),
  })
  .map((filters) => ({
    ...filters,
    from: filters.from < filters.to ? filters.from : filters.to,
    to: filters.from < filters.to ? filters.to : filters.from,
  }));

test('the defaults are one month back to today and three statuses, and need nothing in the address', () => {
  expect(filtersOf({}, today)).toEqual({
    from: '2026-02-23',
    to: '2026-03-23',
    type: 'all',
    status: ['INIT', 'PROCESSED', 'CANCELLED'],
    payment: 'all',
    agent: 'all',
    agents: 'ignore',
    code: '',
  });
  expect(searchOf(defaultFilters(today), today)).toEqual({});
  expect(changedFilters(defaultFilters(today), today)).toBe(0);
});

test('any filters come back from the address as they were', () => {
  fc.assert(
    fc.property(anyFilters, (filters) => {
      const address = JSON.parse(JSON.stringify(searchOf(filters, today))) as unknown;
      expect(filtersOf(orderSearchSchema.parse(address), today)).toEqual(filters);
    }),
  );
});

test('nonsense in the address counts as missing and spoils nothing else', () => {
  const search = orderSearchSchema.parse({
    from: '2026-02-30',
    status: ['LOST'],
    type: 'TRIAL',
    page: -3,
    agent: 'x',
    email: 91234567,
  });
  expect(search).toEqual({ type: 'TRIAL', email: '91234567' });
});

test('a range that is the wrong way round is turned', () => {
  const filters = filtersOf({ from: '2026-03-10', to: '2026-03-01' }, today);
  expect([filters.from, filters.to]).toEqual(['2026-03-01', '2026-03-10']);
});

test('bank transfers have a person who handled them, online payments have none', () => {
  const filters = defaultFilters(today);
  expect(orderFilterOf({ ...filters, payment: 'bank-transfer' }).handled_by).toEqual({
    exists: true,
  });
  expect(orderFilterOf({ ...filters, payment: 'online' }).handled_by).toEqual({ exists: false });
  expect(orderFilterOf(filters)).toEqual({
    created: { between: ['2026-02-23', '2026-03-23'] },
    status: { in: ['INIT', 'PROCESSED', 'CANCELLED'] },
  });
});

test('the agent filter asks for no agent or any agent, a chosen agent for that one', () => {
  const filters = defaultFilters(today);
  expect(orderFilterOf({ ...filters, agents: 'none' }).agent).toEqual({ exists: false });
  expect(orderFilterOf({ ...filters, agents: 'all' }).agent).toEqual({ exists: true });
  expect(orderFilterOf({ ...filters, agents: 'none', agent }).agent).toBe(agent);
});

test('a discount code stands in the address as it is kept, and counts as one filter', () => {
  for (const code of [' earlybird10 ', 'EarlyBird10\u00a0', 'EARLYBIRD10']) {
    const filters = filtersOf(orderSearchSchema.parse({ code }), today);
    expect(filters.code).toBe('EARLYBIRD10');
    expect(searchOf(filters, today)).toEqual({ code: 'EARLYBIRD10' });
    expect(changedFilters(filters, today)).toBe(1);
    expect(orderFilterOf(filters).discount_code).toBe('EARLYBIRD10');
  }
  expect(filtersOf(orderSearchSchema.parse({ code: 2026 }), today).code).toBe('2026');
  for (const code of ['  ', true, 'X'.repeat(81)])
    expect(orderSearchSchema.parse({ code })).toEqual({});
  expect(orderFilterOf(defaultFilters(today))).not.toHaveProperty('discount_code');
});

test('pages are of 20', () => {
  expect(orderQueryOf({}, 4)).toMatchObject({ max: 20, offset: 60 });
  expect(orderQueryOf({}, undefined)).toMatchObject({ max: 20, offset: 0 });
});
