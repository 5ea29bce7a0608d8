import type {
  listTicketConversion as conversionOperation,
  readTicketStats as statsOperation,
  TicketConversion,
} from 'staffroom-contract/domains/tickets/ticket-stat.contract.ts';
import {
  figuresOf,
  partsOf,
  periodCompared,
  periodProblem,
  withoutWords,
  wonOfClosed,
  type ConversionKey,
  type Period,
  type TicketFigures,
} from 'staffroom-contract/domains/tickets/ticket-stat.rules.ts';
import {
  renewalStatuses,
  trialStatuses,
  type TicketStatus,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { QueryOf, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { readPeriod, spanOf, startOfDay } from '../../platform/business-period.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, type CsvAnswer, type CsvColumn } from '../../platform/csv.ts';
import * as statQueries from './ticket-stat.queries.ts';

/**
 * Results of a period's trials and renewals beside the period before, of a running one up to the same time (decisions:
 * Reports, Tickets). Throws invalid_value for a start after the end and for more than three years.
 */
export const readTicketStats = async (
  context: Context,
  query: QueryOf<typeof statsOperation>,
): Promise<ResponseOf<typeof statsOperation>> => {
  const { db, actor, clock } = context;
  const period = periodOf(context, query);
  const today = businessDayOf(clock.now().toISOString(), context.settings.businessTimeZone);
  const before = periodCompared(period, today);
  const isRunning = period.start <= today && today <= period.end;
  const { parts } = partsOf(period);
  const { from, to } = spanOf(context, period);
  const until = isRunning ? sameTimeOn(context, today, before.end) : from;
  // What lies between the time compared with and the period is a part that is not shown.
  const starts = [
    startOfDay(context, before.start),
    until < from ? until : from,
    ...parts.map(({ start }) => startOfDay(context, start)),
  ];
  const [counts, funnel] = await Promise.all([
    statQueries.countByPart(db, actor, starts, to),
    statQueries.readFunnel(db, actor, { from, to }, clock.now()),
  ]);
  if (!funnel) throw new Error('The count returned no row.');
  const figuresIn = (type: TicketType, part: number) =>
    figuresOf(counts.filter((each) => each.type === type && each.part === part));
  const ofPeriod = counts.filter(({ part }) => part > 2);
  return {
    data: {
      ...period,
      trial: countsOf(
        trialStatuses,
        ofPeriod.filter(({ type }) => type === 'TrialConversion'),
      ),
      renewal: countsOf(
        renewalStatuses,
        ofPeriod.filter(({ type }) => type === 'ClassRenewal'),
      ),
      before: {
        ...before,
        until: isRunning ? until.toISOString() : null,
        trial: figuresIn('TrialConversion', 1),
        renewal: figuresIn('ClassRenewal', 1),
      },
      trial_parts: parts.map((part, index) => ({
        ...part,
        ...figuresIn('TrialConversion', index + 3),
      })),
      funnel,
    },
  };
};

/** The current time of day on another business day. */
const sameTimeOn = (context: Context, today: string, day: string): Date => {
  const sinceMidnight = context.clock.now().getTime() - startOfDay(context, today).getTime();
  return new Date(startOfDay(context, day).getTime() + sinceMidnight);
};

/** Every status of a kind, including those without tickets. */
const countsOf = <Status extends TicketStatus>(
  statuses: readonly Status[],
  counts: readonly { status: TicketStatus; count: number }[],
) =>
  statuses.map((status) => ({
    status,
    count: counts.reduce((sum, each) => (each.status === status ? sum + each.count : sum), 0),
  }));

type Line = Period & { kind: string } & TicketFigures;

const figureColumns = <Row extends TicketFigures>(): CsvColumn<Row>[] => [
  { header: 'total', value: ({ total }) => total },
  { header: 'won', value: ({ won }) => won },
  { header: 'lost', value: ({ lost }) => lost },
  { header: 'pending', value: ({ pending }) => pending },
  { header: 'canceled', value: ({ canceled }) => canceled },
  { header: 'won_of_closed_percent', value: wonOfClosed },
];

const lineColumns: CsvColumn<Line>[] = [
  { header: 'kind', value: ({ kind }) => kind },
  { header: 'start', value: ({ start }) => start },
  { header: 'end', value: ({ end }) => end },
  ...figureColumns<Line>(),
];

/** Exports the results as CSV, with one line each for the period, the period before and the parts. */
export const exportTicketStats = async (
  context: Context,
  query: QueryOf<typeof statsOperation>,
): Promise<CsvAnswer> => {
  const { start, end, trial, renewal, before, trial_parts } = (
    await readTicketStats(context, query)
  ).data;
  const { trial: trialBefore, renewal: renewalBefore, ...earlier } = before;
  return csvAnswer('ticket-stat.csv', lineColumns, [
    { kind: 'trial', start, end, ...figuresOf(trial) },
    { kind: 'renewal', start, end, ...figuresOf(renewal) },
    { kind: 'trial, period before', ...earlier, ...trialBefore },
    { kind: 'renewal, period before', ...earlier, ...renewalBefore },
    ...trial_parts.map((part) => ({ kind: 'trial, part of the period', ...part })),
  ]);
};

type Conversion = QueryOf<typeof conversionOperation>;

/** Returns a page of a period's figures, grouped by `query.by`. Throws as `readTicketStats`. */
export const listTicketConversion = async (
  context: Context,
  type: TicketType,
  query: Conversion,
): Promise<ResponseOf<typeof conversionOperation>> => {
  const { count, data } = await statQueries.listConversion(context.db, context.actor, {
    ...query,
    ...spanOf(context, periodOf(context, query)),
    type,
  });
  return { count, data: data.map((row) => presentConversion(row, query.by)) };
};

/** Exports all groups of a period's figures as CSV. */
export const exportTicketConversion = async (
  context: Context,
  type: TicketType,
  query: Conversion,
): Promise<CsvAnswer> => {
  const { max: _max, offset: _offset, ...whole } = query;
  const { data } = await statQueries.listConversion(context.db, context.actor, {
    ...whole,
    ...spanOf(context, periodOf(context, query)),
    type,
  });
  return csvAnswer(
    `${type === 'TrialConversion' ? 'trial' : 'renewal'}-by-${query.by.replace('_', '-')}.csv`,
    [{ header: query.by, value: ({ name }) => name }, ...figureColumns<TicketConversion>()],
    data.map((row) => presentConversion(row, query.by)),
  );
};

const presentConversion = (
  { name, ...row }: Awaited<ReturnType<typeof statQueries.listConversion>>['data'][number],
  by: ConversionKey,
): TicketConversion => ({
  ...row,
  name: row._id === null ? withoutWords[by] : (name ?? ''),
  rate: wonOfClosed(row),
});

const periodOf = (context: Context, query: Period): Period =>
  readPeriod(context, query, periodProblem);
