import type { WeekSearch } from '../week/week-search.ts';

/** The business day that the address asks for. */
export const dateOf = ({ date }: WeekSearch, today: string): string => date ?? today;

/** The first page of a day, for the same tutor, class and platform; today is none in the address. */
export const withDate = (search: WeekSearch, date: string, today: string): WeekSearch => ({
  tutor: search.tutor,
  class: search.class,
  platform: search.platform,
  state: search.state === 'live' && date !== today ? undefined : search.state,
  date: date === today ? undefined : date,
});
