import { expect, test } from 'vitest';
import { downloadName } from './download-name.ts';

test.each([
  ['a whole month', 'sales.csv', { start: '2026-03-01', end: '2026-03-31' }, 'sales-2026-03.csv'],
  [
    'some days',
    'sales.csv',
    { start: '2026-03-01', end: '2026-03-23' },
    'sales-2026-03-01-to-2026-03-23.csv',
  ],
  [
    'one day',
    'lessons-of-the-day.csv',
    { date: '2026-03-05' },
    'lessons-of-the-day-2026-03-05.csv',
  ],
  ['an excluded brand', 'sales.csv', { exclude: 'LLP', by: 'day' }, 'sales-without-llp.csv'],
  [
    'the filter of a list',
    'orders.csv',
    {
      filter: {
        status: { in: ['PAID', 'PROCESSED'] },
        name: { regex: 'Tan Ah Kow' },
        is_renewal: true,
      },
    },
    'orders-paid-processed-tan-ah-kow-renewal.csv',
  ],
  [
    'pages, order and ids',
    'orders.csv',
    {
      filter: { created_by: '019ab3c0-0000-7000-8000-000000000001' },
      max: 10,
      sortBy: 'created',
      order: 'desc',
    },
    'orders.csv',
  ],
  [
    'many alternatives and who is missing',
    'tickets.csv',
    { filter: { _type: { in: ['A', 'B', 'C', 'D'] }, handled_by: { exists: false } } },
    'tickets-not-handled-by.csv',
  ],
  ['nothing', 'bank-2026-05.csv', undefined, 'bank-2026-05.csv'],
  [
    'words that the name already contains',
    'tutors-tutor.csv',
    { filter: { _type: 'Tutor' } },
    'tutors-tutor.csv',
  ],
])('the name of a download contains %s', (_what, file, query, name) => {
  expect(downloadName(file, { query })).toBe(name);
});

test('the name of a report’s download contains the period and filter of its body', () => {
  const body = {
    date_range: { between: ['2026-03-17', '2026-03-23'] },
    subject: 'English',
  };
  const query = { sortBy: 'scheduled_on', order: 'desc' };
  expect(downloadName('trial-stat.csv', { query, body })).toBe(
    'trial-stat-2026-03-17-to-2026-03-23-english.csv',
  );
});

test('the name of a download stays short', () => {
  expect(downloadName('orders.csv', { query: { name: 'x'.repeat(300) } }).length).toBeLessThan(110);
});
