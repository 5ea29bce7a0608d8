import { describe, expect, test } from 'vitest';
import type { ImportDiscount } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { compareWithFile, fileHints } from './csv-import-amounts.ts';
import {
  canOrder,
  chosenLessons,
  formatLessonDays,
  priceOf,
  type RowClass,
} from './csv-import-plan.ts';
import { aLesson, aRow, classId, lessons } from './csv-import-row.test-helper.ts';

const ids = (chosen: readonly { _id: string }[]) => chosen.map((lesson) => lesson._id);
const tuitionClass: RowClass = {
  _id: classId,
  name: 'P6 Maths',
  schedule: { date_of_week: 'Sat', start_time: '14:00', end_time: '15:30' },
  rate: 25,
  currency: 'SGD',
  max_cap: 20,
};
const tenPercent: ImportDiscount = {
  code: 'LLP10',
  discount_type: 'Percent',
  value: 1000,
  currency: 'SGD',
  block_trial: true,
  classes: [],
};

describe('the lessons that would be ordered', () => {
  test('are those of the preview while nothing is corrected', () => {
    expect(ids(chosenLessons(aRow(1), {}, lessons))).toEqual(['l-14', 'l-28']);
  });

  test('of another class are the first upcoming ones of the month, from the order date on', () => {
    const row = aRow(1, { class: null, lesson: [], wanted_lessons: 4 });
    expect(ids(chosenLessons(row, { class: classId }, lessons))).toEqual(['l-14', 'l-28']);
  });

  test('of another month are that month’s', () => {
    const chosen = chosenLessons(aRow(1), { month: '2026-04' }, lessons);
    expect(ids(chosen)).toEqual(['l-04-04', 'l-11-04']);
  });

  test('leave out what the student already has', () => {
    const owned = lessons.map((lesson) =>
      lesson._id === 'l-14' ? { ...lesson, owned: true } : lesson,
    );
    expect(ids(chosenLessons(aRow(1), {}, owned))).toEqual(['l-28']);
    expect(ids(chosenLessons(aRow(1), { lessons: ['l-14', 'l-04-04'] }, owned))).toEqual([
      'l-04-04',
    ]);
  });

  test('are unknown while the date is unreadable', () => {
    const row = aRow(1, { date_of_order: null, month: null, lesson: [], class: null });
    expect(chosenLessons(row, { class: classId }, lessons)).toEqual([]);
    expect(ids(chosenLessons(row, { class: classId, orderedOn: '2026-03-20' }, lessons))).toEqual([
      'l-28',
    ]);
  });
});

describe('Create Order', () => {
  test('needs a class, a lesson, a type and an e-mail without error', () => {
    expect(canOrder(aRow(1), {}, lessons)).toBe(true);
    expect(canOrder(aRow(1), {}, [])).toBe(false);
    expect(canOrder(aRow(1), { email: 'priya@example' }, lessons)).toBe(false);
    expect(canOrder(aRow(1, { class: null }), {}, lessons)).toBe(false);
    expect(canOrder(aRow(1, { type: null }), {}, lessons)).toBe(false);
    expect(canOrder(aRow(1, { type: null }), { type: 'TRIAL' }, lessons)).toBe(true);
  });

  test('is there for skipped rows too, never for ordered or rejected ones', () => {
    expect(canOrder(aRow(1, { state: 'skipped' }), {}, lessons)).toBe(true);
    expect(canOrder(aRow(1, { state: 'processed' }), {}, lessons)).toBe(false);
    expect(canOrder(aRow(1, { state: 'rejected' }), {}, lessons)).toBe(false);
  });
});

describe('the price', () => {
  test('is the class’s rate for each lesson, less the code', () => {
    expect(priceOf(aRow(1), {}, tuitionClass, 3, tenPercent)).toMatchObject({
      original: 7500,
      actual: 6750,
      discount: { code: 'LLP10', off: 750 },
    });
  });

  test('is full where the code does not apply, with the reason', () => {
    const price = (change: Partial<ImportDiscount>, row = aRow(1)) =>
      priceOf(row, {}, tuitionClass, 2, { ...tenPercent, ...change });
    expect(price({ classes: ['class-9'] })).toMatchObject({
      actual: 5000,
      discount: { refusal: 'This discount code does not apply to this class.' },
    });
    expect(price({ discount_type: 'Absolute', currency: 'USD' }).discount?.refusal).toContain(
      'another currency',
    );
    const usedUp = aRow(1, {
      problems: [
        {
          severity: 'fix',
          field: 'row',
          code: 'discount_code_used_up',
          message: 'Nothing is left of this code.',
        },
      ],
    });
    expect(price({}, usedUp)).toMatchObject({ actual: 5000 });
  });

  test('of trials and free classes is 0', () => {
    expect(priceOf(aRow(1, { type: 'TRIAL' }), {}, tuitionClass, 1, null).actual).toBe(0);
    expect(priceOf(aRow(1), {}, { ...tuitionClass, rate: 0 }, 4, null).actual).toBe(0);
  });

  test('is compared with what the file says', () => {
    expect(compareWithFile('$100.00', 5000, 'SGD')).toBe(
      'The file says $100.00, that is $50.00 more.',
    );
    expect(compareWithFile('50', 5000, 'SGD')).toBeUndefined();
    expect(compareWithFile('', 5000, 'SGD')).toBeUndefined();
    expect(compareWithFile('Rp 1.160.000', 5000, 'SGD')).toBe('The file says Rp 1.160.000.');
  });
});

test('beside the cells stands how they were understood', () => {
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

test('lesson days read like a sentence', () => {
  expect(formatLessonDays(['2026-03-14', '2026-03-28'])).toBe('14 and 28 Mar 2026');
  expect(formatLessonDays(['2026-03-28', '2026-04-04', '2026-04-11'])).toBe(
    '28 Mar, 4 and 11 Apr 2026',
  );
  expect(formatLessonDays(['2026-12-30', '2027-01-06'])).toBe('30 Dec and 6 Jan 2027');
  expect(formatLessonDays([])).toBe('');
  const many = Array.from({ length: 9 }, (_, index) => aLesson(`2026-03-0${index + 1}`).day);
  expect(formatLessonDays(many)).toBe('1 Mar to 9 Mar 2026');
});
