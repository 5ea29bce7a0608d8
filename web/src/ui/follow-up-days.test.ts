import { expect, test } from 'vitest';
import { followUpDays } from './follow-up-days.ts';

const daysFrom = (today: string) =>
  followUpDays.map(({ label, from }) => `${label}: ${from(today)}`);

test('offers tomorrow, in three days, and the next Monday', () => {
  // A Wednesday, and the last days of a month.
  expect(daysFrom('2026-03-25')).toEqual([
    '+1 day: 2026-03-26',
    '+3 days: 2026-03-28',
    'Next Mon: 2026-03-30',
  ]);
  // On a Monday it is the following one, on a Sunday tomorrow.
  expect(daysFrom('2026-03-30')[2]).toBe('Next Mon: 2026-04-06');
  expect(daysFrom('2026-03-29')[2]).toBe('Next Mon: 2026-03-30');
});
