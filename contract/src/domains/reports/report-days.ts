import { z } from 'zod';
import { addDays, dateOrInstantSchema } from '../../shared/dates.ts';
import type { Period } from '../tickets/ticket-stat.rules.ts';

/** The days of a report, both included: `{"between": ["2026-03-17", "2026-03-23"]}`, days or instants of theirs. */
export const reportDaysSchema = z.strictObject({
  between: z.tuple([dateOrInstantSchema, dateOrInstantSchema]),
});

/** So many business days that end with `today`. */
export const lastDays = (count: number, today: string): Period => ({
  start: addDays(today, 1 - count),
  end: today,
});

/** How much of a whole something is, in per cent; null where there is nothing to divide. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((100 * part) / whole);
