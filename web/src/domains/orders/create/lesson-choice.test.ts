import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  choose,
  datesOf,
  lessonsWithin,
  quickPicks,
  tileAfterKey,
  tileGroups,
} from './lesson-choice.ts';

const zone = 'Asia/Singapore';

/** Weekly lessons from Tue 24 Mar 2026, 19:00 in Singapore: four in term 2, the others in term 3. */
const weekly = (count: number, owned: readonly number[] = []) =>
  Array.from({ length: count }, (_, index) => {
    const start = Temporal.Instant.from('2026-03-24T11:00:00Z').add({ hours: index * 168 });
    return {
      _id: `l${index + 1}`,
      scheduled_on: start.toString(),
      meta: index < 4 ? { term: 2, index: index + 1 } : { term: 3, index: index - 3 },
      owned: owned.includes(index + 1) ? ('PAYMENT' as const) : null,
    };
  });

const ids = (lessons: readonly { _id: string }[]) => lessons.map((lesson) => lesson._id);
const before = '2026-03-01T00:00:00Z';

test('choosing two lessons takes every lesson between them, in either order', () => {
  const lessons = weekly(8);
  const one = choose(lessons, [], 'l6');
  expect(ids(one)).toEqual(['l6']);
  expect(ids(choose(lessons, one, 'l3'))).toEqual(['l3', 'l4', 'l5', 'l6']);
});

test('a lesson outside extends the range, one inside restarts it, the only one is deselected', () => {
  const lessons = weekly(8);
  const chosen = lessons.slice(2, 5);
  expect(ids(choose(lessons, chosen, 'l7'))).toEqual(['l3', 'l4', 'l5', 'l6', 'l7']);
  expect(ids(choose(lessons, chosen, 'l4'))).toEqual(['l4']);
  expect(choose(lessons, lessons.slice(3, 4), 'l4')).toEqual([]);
});

test('the chosen range has no gaps, and its dates select the same lessons', () => {
  const lessons = weekly(12);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 8 }), (clicks) => {
      let chosen: typeof lessons = [];
      for (const click of clicks) chosen = choose(lessons, chosen, `l${click}`);
      const first = chosen[0] ? lessons.indexOf(chosen[0]) : 0;
      expect(chosen).toEqual(lessons.slice(first, first + chosen.length));
      expect(lessonsWithin(lessons, datesOf(chosen, zone), zone)).toEqual(chosen);
    }),
  );
});

test('the dates are business days: a lesson just after midnight in Singapore belongs to that day', () => {
  const [lesson] = weekly(1);
  if (!lesson) throw new Error('no lesson');
  const night = { ...lesson, scheduled_on: '2026-03-24T16:30:00Z' };
  expect(datesOf([night], zone)).toEqual({ start: '2026-03-25', end: '2026-03-25' });
  expect(lessonsWithin([night], { start: '2026-03-24', end: '2026-03-24' }, zone)).toEqual([]);
});

test('quick picks start at the first upcoming lesson that the student does not own', () => {
  const picks = quickPicks(weekly(8, [2]), 'PAYMENT', '2026-03-25T00:00:00Z');
  expect(picks.map((pick) => [pick.label, ids(pick.lessons)])).toEqual([
    ['Next 4', ['l3', 'l4', 'l5', 'l6']],
    ['Rest of term 2', ['l3', 'l4']],
    ['All remaining', ['l2', 'l3', 'l4', 'l5', 'l6', 'l7', 'l8']],
  ]);
});

test('a class without upcoming lessons has no quick picks', () => {
  const picks = quickPicks(weekly(3), 'PAYMENT', '2027-01-01T00:00:00Z');
  expect(picks.every((pick) => pick.lessons.length === 0)).toBe(true);
});

test('each term starts a row if terms are shown; otherwise the tiles flow on', () => {
  const lessons = weekly(8);
  const byTerm = tileGroups(lessons, { columns: 3, byTerm: true });
  expect(byTerm.map((group) => [group.term, group.rows.map(ids)])).toEqual([
    [2, [['l1', 'l2', 'l3'], ['l4']]],
    [3, [['l5', 'l6', 'l7'], ['l8']]],
  ]);
  const flowing = tileGroups(lessons, { columns: 3, byTerm: false });
  expect(flowing.flatMap((group) => group.rows.map((row) => row.length))).toEqual([3, 3, 2]);
});

test('arrows move through the tiles and stop at the edges', () => {
  const rows = tileGroups(weekly(8), { columns: 3, byTerm: true }).flatMap((group) => group.rows);
  expect(tileAfterKey(rows, 'l3', 'ArrowRight')).toBe('l4');
  expect(tileAfterKey(rows, 'l3', 'ArrowDown')).toBe('l4');
  expect(tileAfterKey(rows, 'l5', 'ArrowUp')).toBe('l4');
  expect(tileAfterKey(rows, 'l8', 'ArrowDown')).toBe('l8');
  expect(tileAfterKey(rows, 'l1', 'ArrowLeft')).toBe('l1');
  expect(tileAfterKey(rows, 'l4', 'Home')).toBe('l1');
  expect(tileAfterKey(rows, 'l4', 'x')).toBeUndefined();
  expect(quickPicks(weekly(2), 'TRIAL', before)[0]?.lessons).toHaveLength(2);
});
