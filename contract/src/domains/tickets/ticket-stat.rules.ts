import { addDays, addMonths, countDays, monthOf, weekOf } from '../../shared/dates.ts';
import { isLost, isWon, type TicketStatus } from './tickets.rules.ts';

/** Business days, both included, `YYYY-MM-DD`. */
export type Period = { start: string; end: string };

/** The longest period of one report. */
export const mostDaysCounted = 3 * 366;

/** Problem of a period, with the end that it is at; undefined if it is valid. */
export const periodProblem = ({ start, end }: Period): [keyof Period, string] | undefined => {
  if (start > end) return ['start', 'The start is after the end.'];
  return countDays({ start, end }) > mostDaysCounted
    ? ['end', 'At most three years at once.']
    : undefined;
};

/** Presets of the period picker (part 2 §9); the default is this month. */
export const statPeriods = (today: string): ({ label: string } & Period)[] => [
  { label: 'This week', ...weekOf(today) },
  { label: 'Last 2 weeks', start: addDays(today, -13), end: today },
  { label: 'This month', ...monthOf(today) },
  { label: 'Last month', ...monthOf(addMonths(monthOf(today).start, -1)) },
];

const isMonth = ({ start, end }: Period) =>
  monthOf(start).start === start && monthOf(start).end === end;

/** The period to compare with: the month before a month, otherwise the same number of days before. */
export const periodBefore = (period: Period): Period => {
  const end = addDays(period.start, -1);
  return isMonth(period) ? monthOf(end) : { start: addDays(period.start, -countDays(period)), end };
};

/** The compared part of the period before: all, or while it runs up to today's counterpart (decisions: Reports). */
export const periodCompared = (period: Period, today: string): Period => {
  const whole = periodBefore(period);
  if (today < period.start || today > period.end) return whole;
  const until = !isMonth(period)
    ? addDays(today, -countDays(period))
    : today === period.end
      ? whole.end
      : addMonths(today, -1);
  return { start: whole.start, end: until < whole.end ? until : whole.end };
};

/** Splits a period for a chart into days, weeks or months, by its length. */
export const partsOf = (period: Period): { unit: 'day' | 'week' | 'month'; parts: Period[] } => {
  const days = countDays(period);
  if (days <= 14) return { unit: 'day', parts: splitBy(period, (day) => day) };
  if (days > 100) return { unit: 'month', parts: splitBy(period, (day) => monthOf(day).end) };
  return { unit: 'week', parts: withoutScraps(splitBy(period, (day) => weekOf(day).end)) };
};

const splitBy = ({ start, end }: Period, lastOf: (day: string) => string): Period[] => {
  const parts: Period[] = [];
  for (let day = start; day <= end; day = addDays(parts.at(-1)?.end ?? day, 1)) {
    const last = lastOf(day);
    parts.push({ start: day, end: last < end ? last : end });
  }
  return parts;
};

/** Merges a week with less than half of its days in the period into its neighbour: "1 – 8 Mar". */
const withoutScraps = (weeks: Period[]): Period[] =>
  weeks.reduce<Period[]>((parts, week, index) => {
    const before = parts.at(-1);
    const isScrap =
      before && (countDays(before) < 4 || (index === weeks.length - 1 && countDays(week) < 4));
    return isScrap
      ? [...parts.slice(0, -1), { start: before.start, end: week.end }]
      : [...parts, week];
  }, []);

/** Number of tickets by result. */
export type TicketFigures = {
  /** Without canceled ones, so that pending can reach zero (decisions: Tickets). */
  total: number;
  won: number;
  lost: number;
  pending: number;
  canceled: number;
};

/** Sums the tickets of these statuses by result. */
export const figuresOf = (
  counts: readonly { status: TicketStatus; count: number }[],
): TicketFigures => {
  const sum = (isCounted: (status: TicketStatus) => boolean) =>
    counts.reduce((all, { status, count }) => (isCounted(status) ? all + count : all), 0);
  const [won, lost] = [sum(isWon), sum(isLost)];
  const canceled = sum((status) => status === 'CANCELED');
  const total = sum(() => true) - canceled;
  return { total, won, lost, pending: total - won - lost, canceled };
};

/** Won tickets of the won and lost ones, in whole per cent; null without any. */
export const wonOfClosed = ({ won, lost }: Pick<TicketFigures, 'won' | 'lost'>): number | null =>
  shareOf(won, won + lost);

/** A part of a whole in whole per cent; null if the whole is 0. */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((100 * part) / whole);

/** Dimensions of the results, with the label for tickets without a value. */
export const conversionKeys = ['agent', 'handled_by', 'tutor', 'class', 'lead_source'] as const;
export type ConversionKey = (typeof conversionKeys)[number];
export const withoutWords: Record<ConversionKey, string> = {
  agent: 'No agent',
  handled_by: 'Unassigned',
  tutor: 'No tutor',
  class: 'No class',
  lead_source: 'No lead source',
};
