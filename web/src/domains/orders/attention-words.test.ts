import { expect, test } from 'vitest';
import { attentionWords, paidWords } from './attention-words.ts';

const since = '2026-11-20T02:00:00.000Z';

test('shows why an order needs attention', () => {
  expect(attentionWords({ attention: null })).toBe('');
  expect(attentionWords({ attention: { reason: 'amount_differs', since, code: null } })).toBe(
    'The payment does not match the order.',
  );
  expect(attentionWords({ attention: { reason: 'blocked', since, code: 'class_full' } })).toBe(
    'It could not be processed: its history says why.',
  );
});

test('shows the amount paid with its currency, and "–" until the shop reports it', () => {
  expect(paidWords({ paid_amount: 75, paid_currency: 'SGD' })).toBe('$75.00');
  expect(paidWords({ paid_amount: null, paid_currency: null })).toBe('–');
});
