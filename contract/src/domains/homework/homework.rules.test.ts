import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  homeworkDates,
  latenessOf,
  pendingOf,
  statusWords,
  type HomeworkStatus,
} from './homework.rules.ts';

const count = fc.nat(500);

test('pending students are the assigned minus the others, and never below 0', () => {
  fc.assert(
    fc.property(
      count,
      count,
      count,
      count,
      count,
      (pending, submitted, resubmitted, again, marked) => {
        const handed = { submitted, resubmitted, resubmission: again, marked };
        const sum = submitted + resubmitted + again + marked;
        expect(pendingOf({ ...handed, assigned: pending + sum })).toBe(pending);
        expect(pendingOf({ ...handed, assigned: pending })).toBe(Math.max(0, pending - sum));
      },
    ),
  );
});

test.each<[HomeworkStatus | null, string]>([
  ['PENDING_SUBMISSION', 'PENDING SUBMISSION'],
  ['SUBMITTED', 'SUBMITTED'],
  ['RESUBMITTED', 'RESUBMITTED'],
  ['RESUBMISSION_REQUIRE', 'RESUBMISSION REQUIRE'],
  ['marked', 'marked'],
  [null, 'Not assigned'],
])('%s is shown as %s', (status, words) => {
  expect(statusWords(status)).toBe(words);
});

test('work is in time until it is due, late until it is returned, and too late after that', () => {
  const dates = { due_on: '2026-03-21T06:00:00Z', return_on: '2026-03-28T06:00:00Z' };
  expect(latenessOf('2026-03-21T06:00:00Z', dates)).toBe('in time');
  expect(latenessOf('2026-03-21T06:00:01Z', dates)).toBe('late');
  expect(latenessOf('2026-03-28T14:00:00+08:00', dates)).toBe('late');
  expect(latenessOf('2026-03-28T06:00:01Z', dates)).toBe('after return');
});

test('homework is released when its lesson starts, due 7 and returned 14 days later at the same time of the day', () => {
  const dates = homeworkDates(new Date('2026-03-14T06:00:00Z'), 'Asia/Singapore');
  expect(dates).toEqual({
    releasedAt: new Date('2026-03-14T06:00:00Z'),
    dueAt: new Date('2026-03-21T06:00:00Z'),
    returnAt: new Date('2026-03-28T06:00:00Z'),
  });
  // The hour of the day stays the same across a clock change.
  expect(homeworkDates(new Date('2026-03-05T22:00:00Z'), 'America/New_York').dueAt).toEqual(
    new Date('2026-03-12T21:00:00Z'),
  );
});
