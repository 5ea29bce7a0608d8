import { addDays, businessDayOf, startOfBusinessDay } from '../../shared/dates.ts';

/** Years until a new token expires if its Admin chooses nothing, and the most that can be chosen. */
export const usualYears = 1;
export const mostYears = 10;
/** Days before its expiry from which a token is shown with a warning. */
const warnedDays = 14;

export type TokenState = 'active' | 'expiring' | 'expired' | 'revoked';

type Judged = { expires_on: string | null; revoked: string | null };

/** State of a token at an instant; `expiring` in the last 14 days. */
export const tokenState = ({ expires_on: end, revoked }: Judged, now: string): TokenState => {
  if (revoked !== null) return 'revoked';
  if (end === null) return 'active';
  const left = Temporal.Instant.from(now).until(end).total('hours');
  if (left <= 0) return 'expired';
  return left <= warnedDays * 24 ? 'expiring' : 'active';
};

/** The last day on which a token works: the business day before its expiry, which is the start of a day. */
export const lastDayOf = (expiresOn: string, timeZone: string): string =>
  businessDayOf(Temporal.Instant.from(expiresOn).subtract({ milliseconds: 1 }), timeZone);

/** The expiry of a token that works until the end of a day. */
export const endOfDay = (day: string, timeZone: string): string =>
  startOfBusinessDay(addDays(day, 1), timeZone).toString();

/** The day some years after a day, or the day before if that year has no such day. */
export const yearsAfter = (day: string, years: number): string =>
  Temporal.PlainDate.from(day).add({ years }).toString();

/** The error for an expiry that is over or too far ahead; undefined if it may be stored. */
export const expiryProblem = (expiresOn: string, now: string): string | undefined => {
  if (Temporal.Instant.compare(expiresOn, now) <= 0) return 'Please choose a day that is not over.';
  const latest = Temporal.Instant.from(now).add({ hours: 24 * (mostYears * 366 + 1) });
  return Temporal.Instant.compare(expiresOn, latest) > 0
    ? `Please choose a day within ${mostYears} years.`
    : undefined;
};
