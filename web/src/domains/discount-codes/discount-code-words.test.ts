import { describe, expect, test } from 'vitest';
import { discountTypes } from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import {
  discountTypeWords,
  discountWords,
  periodWords,
  toggleFacts,
  usageSentence,
  usageWords,
  whyInactiveWords,
} from './discount-code-words.ts';

test('words a discount in its four forms', () => {
  expect(
    discountTypes.map((discount_type) =>
      discountWords({ discount_type, discount: 5, currency: 'SGD' }),
    ),
  ).toEqual(['5%', '$5.00', '$5.00 per lesson', '5 lessons free']);
  expect(discountWords({ discount_type: 'Percent', discount: 12.5, currency: 'SGD' })).toBe(
    '12.5%',
  );
  expect(discountWords({ discount_type: 'Absolute', discount: 20, currency: 'USD' })).toBe(
    'US$20.00',
  );
});

test('says what a discount applies to, unless its amount says it', () => {
  expect(
    discountTypes.map((discount_type) =>
      discountTypeWords({ discount_type, discount: 5, currency: 'SGD' }),
    ),
  ).toEqual(['off the whole order', 'off the whole order', '', 'the cheapest of the order']);
});

test.each([
  ['2026-02-27', 'starts in 2 days'],
  ['2026-03-01', '30 days left'],
  ['2026-03-30', '1 day left'],
  ['2026-03-31', 'last day'],
  ['2026-04-12', 'ended 12 days ago'],
])('on %s the period of March %s', (today, words) => {
  expect(periodWords({ start_date: '2026-03-01', end_date: '2026-03-31' }, today)).toBe(words);
});

test('usage shows uses and limit, with an infinity sign if unlimited', () => {
  expect(usageWords({ total_usage: 3, usage_limit: 10 })).toBe('3/10');
  expect(usageWords({ total_usage: 1200, usage_limit: 0 })).toBe('1,200/∞');
  expect(usageSentence({ total_usage: 3, usage_limit: 10 })).toBe('3 of 10 uses spent, 7 left');
  expect(usageSentence({ total_usage: 2, usage_limit: 1 })).toBe('2 of 1 use spent, 0 left');
  expect(usageSentence({ total_usage: 1, usage_limit: 0 })).toBe('1 use spent, no limit');
});

const aCode = {
  code: 'EARLYBIRD10',
  is_active: true,
  start_date: '2026-03-01',
  end_date: '2026-03-31',
  usage_limit: 5,
  total_usage: 1,
};

describe('explains why a code is inactive', () => {
  test.each([
    [{}, '2026-03-31', []],
    [{ is_active: false }, '2026-03-31', ['It is disabled.']],
    [{}, '2026-02-28', ['It starts on Sun 1 Mar 2026.']],
    [{}, '2026-04-01', ['It ended on Tue 31 Mar 2026.']],
    [{ total_usage: 5 }, '2026-03-31', ['All 5 uses are spent.']],
    [
      { is_active: false, total_usage: 5 },
      '2026-04-01',
      ['It is disabled.', 'It ended on Tue 31 Mar 2026.', 'All 5 uses are spent.'],
    ],
  ])('%o on %s', (terms, today, words) => {
    expect(whyInactiveWords({ ...aCode, ...terms }, today)).toEqual(words);
  });
});

describe('the question before Disable and Enable lists the effects', () => {
  test('disabling stops new orders', () => {
    expect(toggleFacts(aCode, '2026-03-15')).toEqual([
      'EARLYBIRD10 becomes Inactive: no new order can use it until it is enabled again.',
      'Orders that used it keep their price.',
    ]);
  });

  test('enabling makes it Active, unless it is inactive for another reason', () => {
    const disabled = { ...aCode, is_active: false };
    expect(toggleFacts(disabled, '2026-03-15')).toEqual([
      'EARLYBIRD10 becomes Active: new orders can use it at once.',
    ]);
    expect(toggleFacts(disabled, '2026-04-01')).toEqual([
      'EARLYBIRD10 is no longer disabled, but stays Inactive:',
      'It ended on Tue 31 Mar 2026.',
    ]);
  });
});
