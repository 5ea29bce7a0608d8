import { z } from 'zod';
import { addDays, plainDateSchema, weekOf } from '@staffroom/contract/shared/dates.ts';
import { optionalInAddress } from '../../../lib/address-values.ts';

/** What the address of the day and the week holds; all of it may be missing, nonsense counts as missing. */
export const weekSearchSchema = z.object({
  view: optionalInAddress(z.literal('week')),
  /** The day that is shown where no week is; today is none in the address. */
  date: optionalInAddress(plainDateSchema),
  tutor: optionalInAddress(z.uuid()),
  class: optionalInAddress(z.uuid()),
  /** Those that take place, or do so now, which is of the day alone. */
  state: optionalInAddress(z.enum(['active', 'live'])),
  /** Of the day alone. */
  platform: optionalInAddress(z.string().min(1).max(100)),
  page: optionalInAddress(z.int().min(1)),
  /** A day of the week, in links of this page its Monday; this week is none in the address. */
  week: optionalInAddress(plainDateSchema),
  /** The day that a phone shows. */
  day: optionalInAddress(plainDateSchema),
  /** The lesson that is looked for, to be moved: it has the focus. */
  lesson: optionalInAddress(z.uuid()),
  /** The form of a new lesson is open, for what is known of it: day, time, tutor, and class beside the week's own. */
  dialog: optionalInAddress(z.literal('lesson')),
  on: optionalInAddress(plainDateSchema),
  at: optionalInAddress(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  by: optionalInAddress(z.uuid()),
  of: optionalInAddress(z.uuid()),
});
export type WeekSearch = z.infer<typeof weekSearchSchema>;

/** The Monday of the week that the address asks for. */
export const mondayOf = ({ week }: WeekSearch, today: string): string =>
  weekOf(week ?? today).start;

/** Monday to Sunday. */
export const daysOfWeek = (monday: string): string[] =>
  Array.from({ length: 7 }, (_, index) => addDays(monday, index));

/** The one day that a phone shows: the address's, else today where it is of the week, else Monday. */
export const shownDayOf = (search: WeekSearch, today: string): string => {
  const days = daysOfWeek(mondayOf(search, today));
  return [search.day, today].find((day) => day && days.includes(day)) ?? days[0] ?? today;
};

/** Another week for the same tutor and class. */
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

/** Another day, in its own week. */
export const withDay = (search: WeekSearch, day: string, today: string): WeekSearch => ({
  ...withWeek(search, weekOf(day).start, today),
  day,
});

/** What is known of a lesson that is begun: its day, and as far as they are known its time `HH:MM` and tutor. */
export type NewLesson = { on: string; at?: string | undefined; by?: string | undefined };

/** The form of a new lesson over the week. */
export const withNewLesson = (search: WeekSearch, known: NewLesson): WeekSearch => ({
  ...search,
  view: 'week',
  dialog: 'lesson',
  of: undefined,
  ...known,
});

/** The week again, without a form over it. */
export const withoutDialog = (search: WeekSearch): WeekSearch => ({
  ...search,
  dialog: undefined,
  on: undefined,
  at: undefined,
  by: undefined,
  of: undefined,
});
