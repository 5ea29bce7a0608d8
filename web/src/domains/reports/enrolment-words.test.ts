import { expect, test } from 'vitest';
import { wholeListInput } from '../../kit/list/define-list.ts';
import { orderList, orderSearchSchema } from '../orders/order-lists.ts';
import { nextLessonWords, ordersBehind, ordersOfClasses } from './enrolment-words.ts';

const zone = 'Asia/Singapore';
const now = '2026-03-23T02:00:00Z';

test.each([
  ['2026-03-29T08:00:00Z', 'next Sun 29 Mar'],
  ['2026-03-23T11:00:00Z', 'next today 19:00'],
  // Midnight in Singapore belongs to another day than in UTC.
  ['2026-03-23T16:00:00Z', 'next Tue 24 Mar'],
  ['2026-03-23T01:30:00Z', 'live now'],
])('a class whose next lesson begins at %s shows %s', (start, words) => {
  expect(nextLessonWords({ scheduled_on: start }, now, zone)).toBe(words);
});

test('shows that a class has no upcoming lesson', () => {
  expect(nextLessonWords(null, now, zone)).toBe('no upcoming lesson');
});

test('a count of orders links to those of its class, days and agent', () => {
  const ofAll = {
    type: 'purchases',
    status: ['INIT', 'PAID', 'PROCESSED'],
    class: 'c1',
    from: '2026-03-17',
    to: '2026-03-23',
  };
  expect(ordersBehind('c1', 7, '2026-03-23')).toEqual(ofAll);
  expect(ordersBehind('c1', 7, '2026-03-23', 'a1')).toEqual({ ...ofAll, agent: 'a1' });
  expect(ordersBehind('c1', 7, '2026-03-23', null)).toEqual({ ...ofAll, agents: 'none' });
  expect(ordersBehind('c1', 1, '2026-03-23')).toMatchObject({ from: '2026-03-23' });
});

test('the orders of a figure belong to the classes that the report shows', () => {
  const filterOf = (classes: Parameters<typeof ordersOfClasses>[0]) =>
    wholeListInput(
      orderList,
      orderSearchSchema.parse(ordersOfClasses(classes, 7, '2026-03-23')),
      '2026-03-23',
    ).query?.filter;
  const purchases = {
    created: { between: ['2026-03-17', '2026-03-23'] },
    status: { in: ['INIT', 'PAID', 'PROCESSED'] },
    type: { in: ['PAYMENT', 'PAYMENT_VIDEO'] },
  };
  expect(filterOf({})).toEqual({
    ...purchases,
    'class.class_type': 'Regular Classes',
    'class.has_ended': false,
    'class.is_active': true,
  });
  expect(filterOf({ type: 'All', end: 'Any', active: 'All' })).toEqual(purchases);
  expect(
    filterOf({
      type: 'Workshop',
      end: 'Ended',
      active: 'No',
      listed: 'Yes',
      subject: 'English',
      search: 'p6',
    }),
  ).toEqual({
    ...purchases,
    'class.class_type': 'Workshop',
    'class.has_ended': true,
    'class.is_active': false,
    'class.is_listed': true,
    subject: 'English',
    'class.name': { regex: 'p6' },
  });
});
