import type { WeekSearch } from '../week/week-search.ts';

/** The business day in the URL; today if missing. */
export const dateOf = ({ date }: WeekSearch, today: string): string => date ?? today;

/** The first page of another day, with the same filters; today is left out of the URL. */
export const withDate = (search: WeekSearch, date: string, today: string): WeekSearch => ({
  tutor: search.tutor,
  class: search.class,
  platform: search.platform,
  state: search.state === 'live' && date !== today ? undefined : search.state,
  date: date === today ? undefined : date,
});
