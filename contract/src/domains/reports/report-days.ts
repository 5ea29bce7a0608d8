import { z } from 'zod';
import { addDays, dateOrInstantSchema } from '../../shared/dates.ts';
import type { Period } from '../tickets/ticket-stat.rules.ts';

/** The days of a report, both included: `{"between": ["2026-03-17", "2026-03-23"]}`, or instants of these days. */
export const reportDaysSchema = z.strictObject({
  between: z.tuple([dateOrInstantSchema, dateOrInstantSchema]),
});

/** The last `count` business days up to `today`. */
export const lastDays = (count: number, today: string): Period => ({
  start: addDays(today, 1 - count),
  end: today,
});

/** A part of a whole in whole per cent; null if the whole is 0. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((100 * part) / whole);
