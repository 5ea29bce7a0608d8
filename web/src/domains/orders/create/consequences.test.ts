import { expect, test } from 'vitest';
import type { Quote } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { consequencesOf, fullWords, usageWords } from './consequences.ts';
import { emptyDraft } from './order-draft.ts';

const quote: Quote = {
  student: null,
  lessons: [],
  lesson: ['a', 'b'],
  billable_lesson: ['a', 'b'],
  rate: 30,
  currency: 'SGD',
  original_price: 60,
  actual_price: 50,
  discount: {
    code: 'SIBLING5',
    label: '$5.00 per lesson',
    amount_off: 10,
    total_usage: 12,
    usage_limit: 50,
    agent: { _id: 'a1', name: 'Nur Diyana' },
  },
  problems: [],
};
const draft = { ...emptyDraft(['PAYMENT']), email: 'new@example.com' };

test('lists the effects of an order before it is created', () => {
  expect(consequencesOf(draft, quote).map(({ words }) => words)).toEqual([
    'The order is PROCESSED at once, by bank transfer',
    'A new student is created with this e-mail',
    '2 places are added, on the paying roster',
    'One use of SIBLING5 is spent: 13 of 50',
    'Nur Diyana is the agent, by the code',
  ]);
});

test('a chosen agent overrides the code’s agent', () => {
  const words = consequencesOf(
    { ...draft, agent: { _id: 'a2', name: '' }, channel: 'online' },
    quote,
  );
  expect(words.some(({ about }) => about === 'agent')).toBe(false);
  expect(words[0]?.words).toBe('The order is PROCESSED at once, online by credit-card');
});

test('names full lessons, except for video orders and students who have a place already', () => {
  const lesson = {
    _id: 'a',
    name: 'Surds',
    meta: { term: 2, index: 7 },
    seats: 20,
    max_cap: 20,
    scheduled_on: '2026-05-05T11:00:00Z',
    ended_on: '2026-05-05T13:00:00Z',
    owned: null,
  };
  const day = () => '5 May';
  const words = (changes: object, type: 'PAYMENT' | 'PAYMENT_VIDEO') =>
    fullWords({ lessons: [{ ...lesson, ...changes }], billable_lesson: ['a'] }, type, day);
  expect(words({}, 'PAYMENT')).toEqual(['T2 L7 on 5 May is full (20 of 20).']);
  expect(words({}, 'PAYMENT_VIDEO')).toEqual([]);
  expect(words({ seats: 19 }, 'PAYMENT')).toEqual([]);
  expect(words({ owned: 'TRIAL' }, 'PAYMENT')).toEqual([]);
});

test('words the uses of a code with and without a limit', () => {
  if (!quote.discount) throw new Error('no discount');
  expect(usageWords(quote.discount)).toBe('12 of 50 used');
  expect(usageWords({ ...quote.discount, usage_limit: 0 })).toBe('12 used');
});
