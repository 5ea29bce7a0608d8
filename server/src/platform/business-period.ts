import { addDays, startOfBusinessDay, toBusinessDay } from 'staffroom-contract/shared/dates.ts';
import type { Context } from './context.ts';
import { refusal } from './errors.ts';

/** Business days, both included, `YYYY-MM-DD`. */
export type BusinessPeriod = { start: string; end: string };

/** Instants; the end is not included. */
export type Span = { from: Date; to: Date };

type Asked = Pick<Context, 'settings'>;

/** Converts the requested period to business days. Throws invalid_value for the field that `problemOf` names. */
export const readPeriod = (
  { settings }: Asked,
  { start, end }: BusinessPeriod,
  problemOf: (period: BusinessPeriod) => [keyof BusinessPeriod, string] | undefined,
): BusinessPeriod => {
  const zone = settings.businessTimeZone;
  const period = { start: toBusinessDay(start, zone), end: toBusinessDay(end, zone) };
  const problem = problemOf(period);
  if (problem) throw refusal('invalid_value', { field: problem[0], message: problem[1] });
  return period;
};

/** Start of a business day. */
export const startOfDay = ({ settings }: Asked, day: string): Date =>
  new Date(startOfBusinessDay(day, settings.businessTimeZone).epochMilliseconds);

export const spanOf = (context: Asked, { start, end }: BusinessPeriod): Span => ({
  from: startOfDay(context, start),
  to: startOfDay(context, addDays(end, 1)),
});
