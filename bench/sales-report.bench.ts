import { businessDayOf, monthOf } from 'staffroom-contract/shared/dates.ts';
import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { measureViews, type View } from './measure-views.ts';
import type { ServerUnderLoad } from './server-under-load.ts';

/** The sales of a past month and of the current one, and the orders behind their figures. */
export const measureSales = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const at = { server, dataset };
  const [month, lastMonth] = [monthOf(dayIn(0)), monthOf(dayIn(-31))];
  const [most] = await dataset.rows<{ id: string }>(
    'select class_id as id from orders group by 1 order by count(*) desc, 1 limit 1',
  );
  const sold = { status: { in: ['PAID', 'PROCESSED'] } };
  const created = { between: [lastMonth.start, lastMonth.end] };
  const year = { between: [dayIn(-365), dayIn(0)] };
  return [
    ...(await measureViews(
      at,
      { list: 'Sales report', path: '/admin/report/sales' },
      [
        ['this month', {}, month],
        ['last month', {}, lastMonth],
        ['last month, every brand', {}, { ...lastMonth, exclude: 'none' }],
      ],
      log,
    )),
    ...(await measureViews(
      at,
      { list: 'Students of the sales', path: '/admin/report/sales/student' },
      [
        ['last month', {}, lastMonth],
        ['last month, by name', { search: { regex: 'tan' } }, lastMonth],
      ],
      log,
    )),
    ...(await measureViews(
      at,
      { list: 'Orders behind a figure', path: '/admin/order' },
      [
        ['of a class', { ...sold, created, class: most?.id }],
        ['of a subject', { ...sold, created, subject: 'Mathematics' }],
        [
          'of active regular classes',
          {
            ...sold,
            created,
            'class.class_type': 'Regular Classes',
            'class.is_active': true,
            'class.has_ended': false,
          },
        ],
        ['of a currency', { ...sold, created, currency: 'USD' }],
        ['without a brand', { ...sold, created, brand: { not: 'LLP' } }],
        ['of a platform', { ...sold, created, platform: 'paynow' }],
        // The largest range without a class, student, agent or code.
        ...(
          [
            ['subject', 'Mathematics'],
            ['currency', 'CNY'],
            ['brand', { not: 'LLP' }],
            ['platform', 'paynow'],
          ] as const
        ).map(([name, value]): View => [`of a ${name}, a year`, { [name]: value, created: year }]),
        ['needing attention', { needs_attention: true }],
        ['cancelled in the month', { status: 'CANCELLED', cancelled_on: created }],
      ],
      log,
    )),
  ];
};

const dayIn = (count: number) =>
  businessDayOf(new Date(Date.now() + count * 24 * 60 * 60_000).toISOString(), 'Asia/Singapore');
