import { describe, expect, test } from 'vitest';
import { compareWithFile, fileHints } from './order-import-amounts.ts';
import {
  canOrder,
  chosenLessons,
  correctionOf,
  fillFromNextMonth,
  formatLessonDays,
  priceOf,
} from './order-import-plan.ts';
import { aLesson, aRow, classId, lessons } from './order-import-row.test-helper.ts';

const ids = (chosen: readonly { _id: string }[]) => chosen.map((lesson) => lesson._id);

describe('the correction sent to the server', () => {
  test('is empty while the values equal those of the file', () => {
    const same = { class: classId, email: ' s1@example.com', name: 'Student 1' };
    expect(correctionOf(aRow(1), {})).toBeUndefined();
    expect(correctionOf(aRow(1), same)).toBeUndefined();
    expect(correctionOf(aRow(1), { cells: ['1'] })).toBeUndefined();
  });

  test('contains every correction', () => {
    const edit = { email: 'new@example.com ', month: '2026-04', orderedOn: '2026-03-20' };
    expect(correctionOf(aRow(1), { ...edit, class: 'class-2', type: 'TRIAL' })).toEqual({
      class: 'class-2',
      email: 'new@example.com',
      type: 'TRIAL',
      month: '2026-04',
      date_of_order: '2026-03-20',
    });
    // Chosen by hand they settle the problems of the row, also when they are those of the file.
    expect(correctionOf(aRow(1), { lessons: aRow(1).lesson })).toEqual({
      lesson: ['l-14', 'l-28'],
    });
  });
});

describe('the lessons to order', () => {
  test('are those of the server unless some are chosen by hand', () => {
    expect(ids(chosenLessons(aRow(1), {}, lessons))).toEqual(['l-14', 'l-28']);
    expect(ids(chosenLessons(aRow(1), { lessons: ['l-04-04'] }, lessons))).toEqual(['l-04-04']);
  });

  test('leave out lessons that the student already owns', () => {
    const owned = lessons.map((lesson) =>
      lesson._id === 'l-14' ? { ...lesson, owned: true } : lesson,
    );
    expect(ids(chosenLessons(aRow(1), {}, owned))).toEqual(['l-28']);
    expect(ids(chosenLessons(aRow(1), { lessons: ['l-14', 'l-04-04'] }, owned))).toEqual([
      'l-04-04',
    ]);
  });

  test('can be completed from the next month with lessons if a month has too few', () => {
    const filled = fillFromNextMonth(lessons, aRow(1, { wanted_lessons: 4 }));
    expect(filled?.month).toBe('2026-04');
    expect(ids(filled?.lessons ?? [])).toEqual(['l-04-04', 'l-11-04']);
    expect(fillFromNextMonth(lessons, aRow(1, { month: '2026-04' }))).toBeUndefined();
  });
});

describe('Create Order', () => {
  test('needs a class, a lesson, a type and a valid e-mail', () => {
    expect(canOrder(aRow(1), {}, lessons)).toBe(true);
    expect(canOrder(aRow(1), {}, [])).toBe(false);
    expect(canOrder(aRow(1), { email: 'priya@example' }, lessons)).toBe(false);
    expect(canOrder(aRow(1, { class: null }), {}, lessons)).toBe(false);
    expect(canOrder(aRow(1, { type: null }), {}, lessons)).toBe(false);
  });

  test('is enabled for skipped rows too, never for ordered or rejected ones', () => {
    expect(canOrder(aRow(1, { state: 'skipped' }), {}, lessons)).toBe(true);
    expect(canOrder(aRow(1, { state: 'processed' }), {}, lessons)).toBe(false);
    expect(canOrder(aRow(1, { state: 'rejected' }), {}, lessons)).toBe(false);
  });
});

describe('the price', () => {
  test('is the server’s price, with the number of charged lessons', () => {
    const assessed = aRow(1, { owned_lesson: ['l-14'], original_price: 25, price: 22.5 });
    expect(priceOf(assessed, 'LLP10')).toEqual({
      currency: 'SGD',
      lessons: 1,
      rate: 2500,
      original: 2500,
      actual: 2250,
      discount: { code: 'LLP10', off: 250 },
    });
    expect(priceOf(assessed, null)?.discount).toBeNull();
  });

  test('includes the reason why the code does not apply', () => {
    const message = 'Nothing is left of this code.';
    const code = 'discount_code_used_up' as const;
    const usedUp = aRow(1, { problems: [{ severity: 'fix', field: 'row', code, message }] });
    expect(priceOf(usedUp, 'LLP10')?.discount).toEqual({ code: 'LLP10', off: 0, refusal: message });
  });

  test('is unknown until the server returns it', () => {
    expect(priceOf(aRow(1, { original_price: null, price: null }), null)).toBeNull();
    expect(priceOf(aRow(1, { currency: null }), null)).toBeNull();
  });

  test('is compared with the total in the file', () => {
    expect(compareWithFile('$100.00', 5000, 'SGD')).toBe(
      'The file says $100.00, that is $50.00 more.',
    );
    expect(compareWithFile('50', 5000, 'SGD')).toBeUndefined();
    expect(compareWithFile('', 5000, 'SGD')).toBeUndefined();
    expect(compareWithFile('Rp 1.160.000', 5000, 'SGD')).toBe('The file says Rp 1.160.000.');
  });
});

test('shows the interpreted value beside each cell', () => {
  const cells = {
    class: 'P6 Maths Sat',
    llp_price: '25',
    total: '110',
    commission: '22',
    to_be_paid: '88',
  };
  const hints = fileHints(aRow(1, { class: null, cells, wanted_lessons: 4 }), { lessons: 2 });
  expect(hints).toMatchObject({
    date_of_order: { text: 'Sun 8 Mar 2026', warns: false },
    class: { text: 'not found', warns: true },
    for_month: { text: 'March 2026', warns: false },
    lessons: { text: '2 found', warns: true },
    llp_price: { text: '$25.00', warns: false },
    total: { text: '4 × $25.00 is $100.00', warns: true },
    commission: { text: '20% of total', warns: false },
    to_be_paid: { text: '110 − 22', warns: false },
  });
});

test('words lesson days as a list with months and years', () => {
  expect(formatLessonDays(['2026-03-14', '2026-03-28'])).toBe('14 and 28 Mar 2026');
  expect(formatLessonDays(['2026-03-28', '2026-04-04', '2026-04-11'])).toBe(
    '28 Mar, 4 and 11 Apr 2026',
  );
  expect(formatLessonDays(['2026-12-30', '2027-01-06'])).toBe('30 Dec and 6 Jan 2027');
  expect(formatLessonDays([])).toBe('');
  const many = Array.from({ length: 9 }, (_, index) => aLesson(`2026-03-0${index + 1}`).day);
  expect(formatLessonDays(many)).toBe('1 Mar to 9 Mar 2026');
});
