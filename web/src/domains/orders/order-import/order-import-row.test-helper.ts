import type { ImportRow } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import type { RowLesson } from './order-import-plan.ts';

export const classId = 'class-1';

/** An open row of a previewed file, ready to be ordered by default. */
export const aRow = (row: number, change: Partial<ImportRow> = {}): ImportRow => ({
  row,
  state: 'open',
  cells: { email: `s${row}@example.com`, class: 'P6 Maths', for_month: 'March', total: '100' },
  email: `s${row}@example.com`,
  name: `Student ${row}`,
  type: 'PAYMENT',
  month: '2026-03',
  date_of_order: '2026-03-08',
  wanted_lessons: 2,
  student: null,
  class: classId,
  lesson: ['l-14', 'l-28'],
  owned_lesson: [],
  original_price: 50,
  price: 50,
  currency: 'SGD',
  problems: [],
  without_problems: true,
  order: null,
  note: '',
  shifted: null,
  ...change,
});

export const aLesson = (day: string, change: Partial<RowLesson> = {}): RowLesson => ({
  _id: `l-${day.slice(8)}${day.slice(5, 7) === '03' ? '' : `-${day.slice(5, 7)}`}`,
  name: 'Fractions',
  meta: { index: 1, term: 1 },
  day,
  seats: 3,
  owned: false,
  ...change,
});

/** One before the order's date, two in March, three in April. */
export const lessons = [
  aLesson('2026-03-07'),
  aLesson('2026-03-14'),
  aLesson('2026-03-28'),
  aLesson('2026-04-04'),
  aLesson('2026-04-11'),
  aLesson('2026-04-18'),
];
