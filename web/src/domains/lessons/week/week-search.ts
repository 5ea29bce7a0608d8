import { z } from 'zod';
import { addDays, plainDateSchema, weekOf } from 'staffroom-contract/shared/dates.ts';
import { optionalInAddress } from '../../../lib/address-values.ts';

/** URL search of the day and week; all optional, invalid values count as missing. */
export const weekSearchSchema = z.object({
  view: optionalInAddress(z.literal('week')),
  /** The day in the day view; missing means today. */
  date: optionalInAddress(plainDateSchema),
  tutor: optionalInAddress(z.uuid()),
  class: optionalInAddress(z.uuid()),
  /** Only active lessons, or only live ones (day view only). */
  state: optionalInAddress(z.enum(['active', 'live'])),
  /** Week by tutor: also show tutors without lessons. */
  tutors: optionalInAddress(z.literal('all')),
  /** Day view only. */
  platform: optionalInAddress(z.string().min(1).max(100)),
  page: optionalInAddress(z.int().min(1)),
  /** Any day of the week, in this page's links its Monday; missing means this week. */
  week: optionalInAddress(plainDateSchema),
  /** The day shown on a phone. */
  day: optionalInAddress(plainDateSchema),
  /** The lesson to focus, so that it can be moved. */
  lesson: optionalInAddress(z.uuid()),
  /** The open form of a new lesson: its day, time, tutor, and class if the week shows none. */
  dialog: optionalInAddress(z.literal('lesson')),
  on: optionalInAddress(plainDateSchema),
  at: optionalInAddress(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  by: optionalInAddress(z.uuid()),
  of: optionalInAddress(z.uuid()),
});
export type WeekSearch = z.infer<typeof weekSearchSchema>;

/** The Monday of the URL's week. */
export const mondayOf = ({ week }: WeekSearch, today: string): string =>
  weekOf(week ?? today).start;

/** Monday to Sunday. */
export const daysOfWeek = (monday: string): string[] =>
  Array.from({ length: 7 }, (_, index) => addDays(monday, index));

/** The day shown on a phone: the URL's, else today if in this week, else Monday. */
export const shownDayOf = (search: WeekSearch, today: string): string => {
  const days = daysOfWeek(mondayOf(search, today));
  return [search.day, today].find((day) => day && days.includes(day)) ?? days[0] ?? today;
};

/** Another week with the same tutor and class. */
export const withWeek = (search: WeekSearch, monday: string, today: string): WeekSearch => ({
  ...search,
  view: 'week',
  date: undefined,
  platform: undefined,
  state: search.state === 'live' ? undefined : search.state,
  week: monday === weekOf(today).start ? undefined : monday,
  day: undefined,
  page: undefined,
  lesson: undefined,
});

/** Another day in its week. */
export const withDay = (search: WeekSearch, day: string, today: string): WeekSearch => ({
  ...withWeek(search, weekOf(day).start, today),
  day,
});

/** Known values of a new lesson: its day, and time `HH:MM` and tutor if known. */
export type NewLesson = { on: string; at?: string | undefined; by?: string | undefined };

/** Opens the form of a new lesson over the week. */
export const withNewLesson = (search: WeekSearch, known: NewLesson): WeekSearch => ({
  ...search,
  view: 'week',
  dialog: 'lesson',
  of: undefined,
  ...known,
});

/** Closes the form over the week. */
export const withoutDialog = (search: WeekSearch): WeekSearch => ({
  ...search,
  dialog: undefined,
  on: undefined,
  at: undefined,
  by: undefined,
  of: undefined,
});
