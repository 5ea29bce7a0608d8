import { describe, expect, test } from 'vitest';
import type {
  ImportProblem,
  ImportRow,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { countRows, segmentsOf, statusTextOf } from './order-import-labels.ts';
import { countProblems, needsDecision, problemsOf } from './order-import-problems.ts';
import { aRow, classId, lessons } from './order-import-row.test-helper.ts';

const today = '2026-03-23';
const fix = (field: ImportProblem['field'], message: string): ImportProblem => ({
  severity: 'fix',
  field,
  message,
});
const problemRow = (problem: ImportProblem, change: Partial<ImportRow> = {}) =>
  aRow(1, { problems: [problem], without_problems: false, ...change });
const shown = (row: ImportRow, assessed = row) => problemsOf(row, assessed, { lessons }, today);
const labels = (row: ImportRow) =>
  shown(row).flatMap((problem) => problem.fixes.map((one) => one.label));

describe('a class that is not found', () => {
  const row = problemRow(
    {
      ...fix('class', "No class is called 'P6 Maths Sat'. Did you mean P6 Maths?"),
      suggestion: { class: classId, label: 'P6 Maths' },
    },
    { class: null, lesson: [], wanted_lessons: 4 },
  );

  test('can be chosen with one click, and the problem stays visible as fixed', () => {
    expect(shown(row)[0]?.fixes).toEqual([{ label: 'Choose P6 Maths', edit: { class: classId } }]);
    expect(shown(row, aRow(1))[0]).toMatchObject({ fixed: true, fixes: [] });
  });

  test('reports that its month has too few lessons', () => {
    const message = 'March has fewer than 4 lessons left.';
    const assessed = problemRow(
      { severity: 'warn', field: 'lessons', message },
      { wanted_lessons: 4 },
    );
    const problems = shown(row, assessed);
    expect(problems[1]?.message).toBe(message);
    expect(countProblems(problems)).toEqual({ total: 2, left: 1 });
    expect(problems[1]?.fixes).toEqual([
      { label: 'Keep the 2 found', edit: { lessons: ['l-14', 'l-28'] } },
      {
        label: 'Add the first 2 of April',
        edit: { lessons: ['l-14', 'l-28', 'l-04-04', 'l-11-04'] },
      },
    ]);
    const kept = problemsOf(row, aRow(1), { lessons, settled: assessed.problems }, today);
    expect(kept.map(({ fixed }) => fixed)).toEqual([true, true]);
    expect(countProblems(kept)).toEqual({ total: 2, left: 0 });
  });

  test('leaves out the notes that the corrected row no longer has', () => {
    const note: ImportProblem = { severity: 'warn', field: 'for_month', message: 'Read as 2027.' };
    expect(shown(aRow(1, { problems: [note] }), aRow(1))).toEqual([]);
  });
});

describe('corrections with one click', () => {
  test('offers each of several months', () => {
    const row = problemRow(
      fix('for_month', 'One month per row. Choose March or April, then add the rest by hand.'),
      { month: null, lesson: [], cells: { for_month: 'March/April' } },
    );
    expect(labels(row)).toEqual(['Take March', 'Take April']);
    expect(shown(row)[0]?.fixes[1]?.edit).toEqual({ month: '2026-04' });
  });

  test('offers the likely month for a misspelt one, nothing for a missing one', () => {
    const written = (month: string) =>
      labels(problemRow(fix('for_month', 'This is not a month.'), { cells: { for_month: month } }));
    expect(written('Aprl')).toEqual(['Take April']);
    expect(written('')).toEqual([]);
  });

  test('offers the likely date for a swapped one, nothing for an impossible day', () => {
    const written = (date: string) =>
      problemRow(fix('date_of_order', 'This is not a date.'), { cells: { date_of_order: date } });
    expect(shown(written('3/14/2026'))[0]?.fixes).toEqual([
      { label: 'Take 14/3/2026', edit: { orderedOn: '2026-03-14' } },
    ]);
    expect(labels(written('31/2/2026'))).toEqual([]);
  });

  test('offers each of two e-mails', () => {
    const cells = { email: 'ryan@example.com; mum@example.com' };
    const row = problemRow(fix('email', 'More than one e-mail. Keep one.'), { cells });
    expect(labels(row)).toEqual(['Keep ryan@example.com', 'Keep mum@example.com']);
  });

  test('offers nothing once a row is ordered', () => {
    const row = problemRow(fix('date_of_order', 'This is not a date.'), {
      state: 'processed',
      cells: { date_of_order: '3/14/2026' },
    });
    expect(labels(row)).toEqual([]);
  });
});

describe('problems that keep a row out of the bulk confirmation', () => {
  test('a correction fixes a problem only after the server confirms it', () => {
    const row = problemRow(fix('email', 'You have entered an invalid email'), { email: 'a@b' });
    expect(countProblems(shown(row, { ...row, email: 'a@c' })).left).toBe(1);
    expect(countProblems(shown(row, aRow(1))).left).toBe(0);
  });

  test('too few lessons count, although only a warning', () => {
    const few: ImportProblem = { severity: 'warn', field: 'lessons', message: 'March has fewer …' };
    const row = problemRow(few, { wanted_lessons: 8 });
    expect(statusTextOf(row)).toBe('1 problem');
    expect(shown(row)[0]?.blocks).toBe(true);
  });

  test('copies and refunds need a person’s decision', () => {
    expect(needsDecision(fix('row', 'Looks like a copy of row 1.'))).toBe(true);
    expect(needsDecision(fix('llp_price', 'The price is in IDR.'))).toBe(true);
    expect(needsDecision(fix('email', 'More than one e-mail. Keep one.'))).toBe(false);
    expect(needsDecision({ severity: 'warn', field: 'total', message: '' })).toBe(false);
  });
});

describe('a row in the list', () => {
  const note: ImportProblem = { severity: 'warn', field: 'name', message: 'Starts with @.' };

  test('shows its status in words', () => {
    const person = aRow(1, { without_problems: false, problems: [fix('class', 'x'), note] });
    expect(statusTextOf(aRow(1))).toBe('Ready');
    expect(statusTextOf(aRow(1, { problems: [note] }))).toBe('Ready, 1 note');
    expect(statusTextOf(person)).toBe('1 problem');
    expect(statusTextOf(person, { total: 2, left: 1 })).toBe('1 of 2 left');
    expect(statusTextOf(person, { total: 2, left: 0 })).toBe('Corrected');
    expect(statusTextOf(aRow(1, { state: 'ignored' }))).toBe('Left out');
    expect(statusTextOf(aRow(1, { note: 'The class is full.' }))).toBe('Not ordered');
  });

  test('is one segment of the overview; in a long file several rows share one', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => aRow(index + 1));
    expect(segmentsOf(rows(40), 12)).toHaveLength(40);
    expect(segmentsOf(rows(40), 12).findIndex((segment) => segment.isCurrent)).toBe(11);
    expect(segmentsOf(rows(5000), 4999).length).toBeLessThanOrEqual(120);
    const mixed = [aRow(1, { state: 'processed' }), ...rows(5000).slice(1)];
    expect(segmentsOf(mixed, 1)[0]).toMatchObject({ look: 'ready', isCurrent: true });
  });

  test('is counted by its pending decision', () => {
    const rows = [aRow(1), aRow(2, { without_problems: false }), aRow(3, { state: 'skipped' })];
    expect(countRows(rows)).toMatchObject({ ready: 1, person: 1, skipped: 1, processed: 0 });
  });
});
