import { levelYears } from '../../shared/levels.ts';
import { decimalsProblem, type Currency } from '../../shared/money.ts';
import { ownValue } from '../../shared/own-value.ts';

/** Countries of classes. */
export const countries = ['SG', 'US', 'ID'] as const;
export const daysOfWeek = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** Lowest rate per lesson, in whole units of the currency. */
export const lowestRate = 1;
/** Most seats of a lesson. */
export const highestMaxCap = 100_000;
/** Above this number of students the form advises a Zoom webinar (part 1 §2). */
export const webinarAdviceAbove = 100;

const highestRates: Record<Currency, number> = {
  SGD: 10_000,
  USD: 10_000,
  CNY: 10_000,
  IDR: 2_000_000,
};

/** Problem of a rate per lesson; undefined if it is accepted. */
export const rateProblem = (rate: number, currency: Currency): string | undefined => {
  const highest = highestRates[currency];
  if (rate < lowestRate) return 'At least 1';
  if (rate > highest) return `At most ${highest.toLocaleString('en-SG')} ${currency} a lesson`;
  return decimalsProblem(rate);
};

/** Splits `primary-6` into its name and year; the year is null for a level without years (part 1 §3, Level tag). */
export const parseLevel = (tag: string): { name: string; year: number | null } => {
  const parts = /^(.+)-(\d+)$/.exec(tag);
  return parts?.[1] === undefined
    ? { name: tag, year: null }
    : { name: parts[1], year: Number(parts[2]) };
};

const lastYearOf = (name: string): number | null => ownValue(levelYears, name) ?? null;

/** Replaces the name of a level tag and caps the year at the new name's last (part 1 §3). */
export const renameLevel = (tag: string, name: string): string => {
  const last = lastYearOf(name);
  return last === null ? name : `${name}-${Math.min(parseLevel(tag).year ?? 1, last)}`;
};

/** Default for a further tag of a list: a copy of the last one, or primary-1 (part 1 §3). */
export const nextLevel = (tags: readonly string[]): string => tags.at(-1) ?? 'primary-1';
