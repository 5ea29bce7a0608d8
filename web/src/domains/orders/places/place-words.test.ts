import { expect, test } from 'vitest';
import type { RosterPlace } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { ordersOf, removalFacts, resultWords, whoOf } from './place-words.ts';

const place: RosterPlace = {
  student: { _id: 'a', name: '', email: 'siying@example.com' },
  kind: 'PAYMENT',
  sources: [
    { kind: 'PAYMENT', order: 'one', added_by: null, created: '2026-03-14T06:00:00.000Z' },
    { kind: 'TRIAL', order: null, added_by: 'Mei Ling', created: '2026-03-15T06:00:00.000Z' },
  ],
};

test('a student without a name is named by e-mail', () => {
  expect(whoOf(place)).toBe('siying@example.com');
  expect(whoOf({ student: { ...place.student, name: 'Chua Si Ying' } })).toBe('Chua Si Ying');
});

test('lists the effect of a removal on each source, and the orders of a place', () => {
  expect(removalFacts(place, (at) => at.slice(0, 10))).toEqual([
    'The order of 2026-03-14 no longer includes this lesson; its price stays.',
    'The place added by hand by Mei Ling ends.',
  ]);
  expect(ordersOf(place)).toEqual([{ id: 'one', created: '2026-03-14T06:00:00.000Z' }]);
});

test('words the result with the number of changed orders', () => {
  expect(resultWords('Moved to T2 L6', [])).toBe('Moved to T2 L6');
  expect(resultWords('Moved to T2 L6', ['one'])).toBe('Moved to T2 L6; 1 order changed');
  expect(resultWords('Moved to T2 L6', ['a', 'b'])).toBe('Moved to T2 L6; 2 orders changed');
});
