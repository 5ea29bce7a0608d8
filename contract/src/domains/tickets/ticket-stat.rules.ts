import { addDays, addMonths, monthOf, weekOf } from '../../shared/dates.ts';
import { isLost, isWon, type TicketStatus } from './tickets.rules.ts';

/** Business days, both included, `YYYY-MM-DD`. */
export type Period = { start: string; end: string };

/** The longest period that is counted at once. */
export const mostDaysCounted = 3 * 366;

/** Why a period is not counted, at which of its ends; undefined where it is. */
export const periodProblem = ({ start, end }: Period): [keyof Period, string] | undefined => {
  if (start > end) return ['start', 'The start lies after the end.'];
  return daysOf({ start, end }) > mostDaysCounted
    ? ['end', 'At most three years at once.']
    : undefined;
};

const daysOf = ({ start, end }: Period) => Temporal.PlainDate.from(start).until(end).days + 1;

/** What is picked quickly (part 2 §9); this month is what the screen begins with. */
export const statPeriods = (today: string): ({ label: string } & Period)[] => [
  { label: 'this week', ...weekOf(today) },
  { label: 'last 2 weeks', start: addDays(today, -13), end: today },
  { label: 'this month', ...monthOf(today) },
  { label: 'last month', ...monthOf(addMonths(monthOf(today).start, -1)) },
];

const isMonth = ({ start, end }: Period) =>
  monthOf(start).start === start && monthOf(start).end === end;

/** What a period is compared with: of a month the month before, else as many days before. */
export const periodBefore = (period: Period): Period => {
  const end = addDays(period.start, -1);
  return isMonth(period) ? monthOf(end) : { start: addDays(period.start, -daysOf(period)), end };
};

/** The parts of a period in a chart, its days, weeks or months, as its length allows. */
export const partsOf = (period: Period): { unit: 'day' | 'week' | 'month'; parts: Period[] } => {
  const days = daysOf(period);
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

/** A week of which the period holds less than half is counted with the one beside it: "1 – 8 Mar". */
const withoutScraps = (weeks: Period[]): Period[] =>
  weeks.reduce<Period[]>((parts, week, index) => {
    const before = parts.at(-1);
    const isScrap =
      before && (daysOf(before) < 4 || (index === weeks.length - 1 && daysOf(week) < 4));
    return isScrap
      ? [...parts.slice(0, -1), { start: before.start, end: week.end }]
      : [...parts, week];
  }, []);

/** How many tickets there are of which result. */
export type TicketFigures = {
  /** Without those that were canceled, so that pending can reach zero (decisions: Tickets). */
  total: number;
  won: number;
  lost: number;
  pending: number;
  canceled: number;
};

/** What the tickets of these statuses come to. */
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

/** Won of those that were won or lost, in whole per cent; null while none was. */
export const wonOfClosed = ({ won, lost }: Pick<TicketFigures, 'won' | 'lost'>): number | null =>
  shareOf(won, won + lost);

/** A part of a whole, in whole per cent; null where there is nothing. */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((100 * part) / whole);

/** What tickets are told apart by; one without it stands under words of its own. */
export const conversionKeys = ['agent', 'tutor', 'class', 'lead_source'] as const;
export type ConversionKey = (typeof conversionKeys)[number];
export const withoutWords: Record<ConversionKey, string> = {
  agent: 'No agent',
  tutor: 'No tutor',
  class: 'No class',
  lead_source: 'No lead source',
};
