import { conversionKeys } from 'staffroom-contract/domains/tickets/ticket-stat.rules.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { measureViews, type View } from './measure-views.ts';
import type { ServerUnderLoad } from './server-under-load.ts';
import { measureDefaultViews } from './under-load.ts';

/** The ticket lists by each of their filters, a full ticket, follow-up counts and statistics. */
export const measureTickets = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const at = { server, dataset };
  const ids = await someIds(dataset);
  const trials = '/admin/ticket/TrialConversion';
  const renewals = '/admin/ticket/ClassRenewal';
  const asked = (path: string, filter: object, sortBy?: string) =>
    `${path}?${new URLSearchParams({ filter: JSON.stringify(filter), ...(sortBy && { sortBy }) }).toString()}`;
  const both: View[] = [
    ['all', {}],
    ['of one status', { status: 'PENDING DECISION' }],
    ['of several statuses', { status: { in: ['INIT', 'PENDING PAYMENT', 'CANCELED'] } }],
    ['of an agent', { handled_by: ids.handler }],
    ['unassigned', { handled_by: { exists: false } }],
    ['of an order agent', { agent: ids.agent }],
    ['of a student', { student: ids.student }],
    ['of a class', { class: ids.tuition }],
    ['of a tutor', { tutor: ids.tutor }],
    ['of a lead source', { 'meta.lead_source': 'FB' }],
    ['of no lead source', { 'meta.lead_source': { exists: false } }],
    ['by a name', { search: { regex: 'tan wei' } }],
    ['by a number', { search: { regex: '9123' } }],
    ['by one letter', { search: { regex: 't' } }],
    ['open', { is_closed: false }, { sortBy: 'next_action_date' }],
    ['closed', { is_closed: true }],
    ['overdue', { due: 'overdue' }, { sortBy: 'next_action_date' }],
    ['created in a year', { created: { between: days(-365, 0) } }, { sortBy: 'created' }],
    ['to be followed up in a month', { next_action_date: { between: days(0, 30) } }],
    ['deep page', {}, { offset: '100000' }],
    ['by student, deep page', {}, { sortBy: 'student', offset: '50000' }],
  ];
  return [
    ...(await measureDefaultViews(
      dataset,
      [
        {
          what: 'Trial tickets, default view',
          path: asked(trials, { trial_date: { between: days(0, 0) } }, 'trial_date'),
        },
        {
          what: 'Renewal tickets, default view',
          path: asked(
            renewals,
            { subscription_end_date: { between: days(-15, 15) } },
            'subscription_end_date',
          ),
        },
        {
          what: 'My follow-ups',
          path: asked(trials, { handled_by: ids.handler, is_closed: false }, 'next_action_date'),
        },
        {
          what: 'Follow-up counts',
          path: '/admin/ticket/follow-ups/TrialConversion',
        },
        { what: 'One ticket', path: `${trials}/${ids.trial}` },
      ],
      log,
    )),
    ...(await measureViews(
      at,
      { list: 'Board of trial tickets', path: trials.replace('ticket/', 'ticket/board/') },
      [['of a month', { trial_date: { between: days(-15, 15) } }]],
      log,
    )),
    ...(await measureViews(
      at,
      { list: 'Board of renewal tickets', path: renewals.replace('ticket/', 'ticket/board/') },
      [['of a month', { subscription_end_date: { between: days(-15, 15) } }]],
      log,
    )),
    ...(await measureViews(
      at,
      { list: 'Trial tickets', path: trials },
      [
        ...both,
        ['attended', { attended: 'attended' }],
        ['attendance missing', { attended: 'missing' }],
        ['of a month', { trial_date: { between: days(-30, 0) } }],
        ['of a year', { trial_date: { between: days(-365, 0) } }],
      ],
      log,
    )),
    ...(await measureViews(
      at,
      { list: 'Renewal tickets', path: renewals },
      [...both, ['of a year', { subscription_end_date: { between: days(-365, 0) } }]],
      log,
    )),
    ...(await measureViews(
      at,
      { list: 'Ticket statistics', path: '/admin/report/tickets' },
      [
        ['this month', {}, period(-30, 0)],
        ['a year', {}, period(-365, 0)],
      ],
      log,
    )),
    ...(await measureViews(
      at,
      {
        list: 'Ticket statistics, trials of a month',
        path: '/admin/report/tickets/TrialConversion',
      },
      conversionKeys.map((by): View => [`by ${by}`, {}, { ...period(-30, 0), by }]),
      log,
    )),
  ];
};

const dayIn = (count: number) =>
  businessDayOf(new Date(Date.now() + count * 24 * 60 * 60_000).toISOString(), 'Asia/Singapore');
const days = (from: number, to: number) => [dayIn(from), dayIn(to)];
const period = (from: number, to: number) => ({ start: dayIn(from), end: dayIn(to) });

/** Users and records with the most tickets. */
const someIds = async (dataset: Dataset) => {
  const most = (column: string) =>
    `(select ${column} from tickets where ${column} is not null group by ${column} order by count(*) desc, ${column} limit 1)`;
  const [found] = await dataset.rows<
    Record<'handler' | 'agent' | 'student' | 'tuition' | 'tutor' | 'trial', string>
  >(`select ${most('handled_by')} as handler, ${most('agent_id')} as agent, ${most('student_id')} as student,
    ${most('class_id')} as tuition,
    (select user_id from lesson_staff where kind = 'tutor' group by user_id order by count(*) desc, user_id limit 1) as tutor,
    (select id from tickets where type = 'TrialConversion' order by created desc limit 1) as trial`);
  if (!found) throw new Error('The data set has no tickets.');
  return found;
};
