import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { measureViews, type View } from './measure-views.ts';
import type { ServerUnderLoad } from './server-under-load.ts';

const day = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString();

/** Default filter of the dashboard. */
const usual = { class_type: 'Regular Classes', end_date: { gt: 'now' }, is_active: true };

/** The dashboard's reports: class enrolment and trial statistics. */
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
    // The figures are requested separately, and the rows do not wait for them.
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
    // Former students are in all places of all lessons.
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
      ['default view, by attended', trials(7, { subject: 'English' }), { sortBy: 'attended' }],
      ['of 30 days, by attended', trials(30), { sortBy: 'attended' }],
    ])),
    ...(await report(
      'Trial statistics',
      '/admin/report/trial',
      [
        // The longest period with these sort orders: each of its trials is looked up.
        ['of 92 days, by attended', trials(91), { sortBy: 'attended' }],
        ['of 92 days, by converted', trials(91), { sortBy: 'converted' }],
        ['of 92 days, by both', trials(91), { sortBy: 'attended-converted' }],
      ],
      1000,
    )),
  ];
};
