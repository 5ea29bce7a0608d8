import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { measureViews, type View } from './measure-views.ts';
import type { ServerUnderLoad } from './server-under-load.ts';

const day = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString();

/** What the dashboard begins with. */
const usual = { class_type: 'Regular Classes', end_date: { gt: 'now' }, is_active: true };

/** The dashboard's reports: the classes by their students and orders, and what became of trials. */
export const measureDashboard = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const report = (list: string, path: string, views: readonly View[], bar?: number) =>
    measureViews(
      { server, dataset },
      { list, path, isReport: true, ...(bar !== undefined && { bar }) },
      views,
      log,
    );
  const trials = (days: number, filter: object = {}): Record<string, unknown> => ({
    date_range: { between: [daysAgo(days), daysAgo(0)] },
    ...filter,
  });
  return [
    ...(await report('Class enrolment', '/admin/report/enrolment', [
      ['default view', usual],
      ['by orders of 30 days', usual, { sortBy: 'orders_30' }],
      ['by all students ever', usual, { sortBy: 'aggregate' }],
      ['by name', {}, { sortBy: 'name', order: 'asc' }],
      ['all classes', {}],
      ['a name', { name: { regex: 'P6' } }],
    ])),
    // Beside the rows, which do not wait for it.
    ...(await report(
      'Figures of the class enrolment',
      '/admin/report/enrolment/figures',
      [['default view', usual]],
      1000,
    )),
    ...(await report(
      'Active students of the class enrolment',
      '/admin/report/enrolment/figures/students/active',
      [
        ['default view', usual],
        ['all classes', {}],
      ],
    )),
    ...(await report(
      'Students ever of the class enrolment',
      '/admin/report/enrolment/figures/students/aggregate',
      [['default view', usual]],
    )),
    // Whoever was ever in a class stands in all places that there were.
    ...(await report(
      'Students ever of the class enrolment',
      '/admin/report/enrolment/figures/students/aggregate',
      [['all classes', {}]],
      3000,
    )),
    ...(await report('Trial statistics', '/admin/report/trial', [
      ['default view', trials(7, { subject: 'English' })],
      ['of a year', trials(365)],
      ['of a year, by trials', trials(365), { sortBy: 'registered' }],
    ])),
  ];
};
