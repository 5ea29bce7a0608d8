import { describe, expect, test } from 'vitest';
import type { RosterPlace } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { lessonSearchSchema, placesOf, seatsOf, unnamedOf } from './lesson-page.ts';

const aPlace = (kind: RosterPlace['kind'], name: string, email: string): RosterPlace => ({
  student: { _id: email, name, email },
  kind,
  sources: [],
});

const places = [
  aPlace('PAYMENT', 'Chua Si Ying', 'siying@example.com'),
  aPlace('PAYMENT', 'Tan Jun Wei', 'JunWei@example.com'),
  aPlace('TRIAL', 'Chua Kian Meng', 'kianmeng@example.com'),
  aPlace('PAYMENT_VIDEO', '', 'video@example.com'),
];
const counts = { student: 5, trial_student: 1, video_student: 1 };

describe('the places of a tab', () => {
  test('have its kind', () => {
    expect(placesOf(places, 'payment').map(({ student }) => student.name)).toEqual([
      'Chua Si Ying',
      'Tan Jun Wei',
    ]);
    expect(placesOf(places, 'trial')).toHaveLength(1);
    expect(placesOf(places, 'video')).toHaveLength(1);
  });

  test.each([
    ['chua', ['siying@example.com']],
    [' JUNWEI@ ', ['JunWei@example.com']],
    ['example.com', ['siying@example.com', 'JunWei@example.com']],
    ['.*', []],
  ])('that match “%s”', (term, emails) => {
    expect(placesOf(places, 'payment', term).map(({ student }) => student.email)).toEqual(emails);
  });
});

test('hidden students count in their tab', () => {
  const roster = { data: places, unnamed: 3 };
  expect(unnamedOf(roster, 'payment', counts)).toBe(3);
  expect(unnamedOf(roster, 'trial', counts)).toBe(0);
  // The lesson was read before a student was added or removed.
  expect(unnamedOf({ data: places, unnamed: 0 }, 'payment', counts)).toBe(0);
  expect(unnamedOf(roster, 'payment', { ...counts, student: 1 })).toBe(0);
});

test.each([
  [20, { taken: 6, free: 14, over: 0 }],
  [6, { taken: 6, free: 0, over: 0 }],
  [4, { taken: 6, free: 0, over: 2 }],
])('paying and trial students of %i seats', (max_cap, expected) => {
  expect(seatsOf({ counts, max_cap })).toEqual(expected);
});

test('invalid URL values count as missing', () => {
  const search = lessonSearchSchema.parse({ tab: 'video', search: 6512, page: 3, dialog: 'none' });
  expect(search).toMatchObject({ tab: 'video', search: '6512', page: 3, dialog: undefined });
});
