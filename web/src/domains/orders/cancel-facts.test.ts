import { expect, test } from 'vitest';
import { cancelFacts } from './cancel-facts.ts';

const lesson = (day: string) => ({
  _id: day,
  name: 'Surds',
  meta: { index: 1, term: 1 },
  scheduled_on: `${day}T11:00:00Z`,
});

const order = {
  type: 'PAYMENT' as const,
  status: 'PROCESSED' as const,
  created_by: { _id: 's', name: 'Chua Si Ying', email: '', phone_country_code: '', phone: '' },
  detail: {
    class_obj: { _id: 'c', name: 'Sec 3 A Maths' },
    lessonList: [lesson('2026-03-01'), lesson('2026-03-08'), lesson('2026-04-01')],
    lesson: [],
    billable_lesson: [],
    discount: { _id: 'a', code: 'SIBLING5' },
  },
};
const now = '2026-03-23T00:00:00Z';

test('lists the places that end and stay, the code use given back, and that nothing is refunded', () => {
  expect(cancelFacts(order, now)).toEqual([
    'Chua Si Ying leaves the roster of 1 lesson to come.',
    '2 lessons already held keep their record.',
    'One use of SIBLING5 is given back.',
    'No money is refunded by this.',
  ]);
});

test('an order that was never processed has no places', () => {
  const open = { ...order, status: 'INIT' as const, detail: { ...order.detail, discount: null } };
  expect(cancelFacts(open, now)).toEqual(['No money is refunded by this.']);
});

test('cancelling a trial order cancels its ticket', () => {
  expect(cancelFacts({ ...order, type: 'TRIAL' }, now)).toContain('The trial ticket is cancelled.');
});
