import { expect, test } from 'vitest';
import { changedFilters, wholeListInput } from '../../kit/list/define-list.ts';
import { orderList, orderSearchSchema } from './order-lists.ts';

const today = '2026-03-23';
const agent = '01912345-0000-7000-8000-000000000001';

const filterOf = (address: object) =>
  wholeListInput(orderList, orderSearchSchema.parse(address), today).query?.filter;

test('the defaults are one month back to today and three statuses, and need nothing in the address', () => {
  expect(filterOf({})).toEqual({
    created: { between: ['2026-02-23', today] },
    status: { in: ['INIT', 'PROCESSED', 'CANCELLED'] },
  });
  expect(changedFilters(orderList, {}, today)).toBe(0);
});

test('ignores invalid values in the address and keeps the others', () => {
  const search = {
    from: '2026-02-30',
    status: ['LOST'],
    type: 'TRIAL',
    agent: 'x',
    email: 91234567,
  };
  expect(orderSearchSchema.parse(search)).toEqual({ type: 'TRIAL', email: '91234567' });
});

test('the type is sent as it is in the address', () => {
  expect(filterOf({ type: 'TRIAL' })?.type).toBe('TRIAL');
});

test('bank transfers have a handler, online payments do not', () => {
  expect(filterOf({ payment: 'bank-transfer' })?.handled_by).toEqual({ exists: true });
  expect(filterOf({ payment: 'online' })?.handled_by).toEqual({ exists: false });
});

test('the agent filter selects no agent or any agent, a chosen agent only that one', () => {
  expect(filterOf({ agents: 'none' })?.agent).toEqual({ exists: false });
  expect(filterOf({ agents: 'all' })?.agent).toEqual({ exists: true });
  expect(filterOf({ agents: 'none', agent })?.agent).toBe(agent);
});

test('a discount code is normalised in the address, and counts as one filter', () => {
  for (const code of [' earlybird10 ', 'EarlyBird10\u00a0', 'EARLYBIRD10']) {
    const search = orderSearchSchema.parse({ code });
    expect(search).toEqual({ code: 'EARLYBIRD10' });
    expect(changedFilters(orderList, search, today)).toBe(1);
    expect(filterOf(search)?.discount_code).toBe('EARLYBIRD10');
  }
  expect(orderSearchSchema.parse({ code: 2026 })).toEqual({ code: '2026' });
  for (const code of ['  ', true, 'X'.repeat(81)])
    expect(orderSearchSchema.parse({ code })).toEqual({});
});
