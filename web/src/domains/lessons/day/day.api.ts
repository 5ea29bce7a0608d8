import { listDayLessons } from '@staffroom/contract/domains/lessons/lesson-day.contract.ts';
import { wholeListQuery } from '../../../lib/queries.ts';
import type { ClientSettings } from '../../../lib/settings.ts';
import type { WeekSearch } from '../week/week-search.ts';
import { dateOf } from './day-search.ts';

/** Who stands on the lessons and what was moved is read again while the page is open. */
const refreshMs = 60_000;

/** What the list of a day is asked for, for its page and its download. */
export const dayInput = (
  { tutor, class: classId, platform, state, ...search }: WeekSearch,
  today: string,
) => ({
  filter: {
    date: dateOf(search, today),
    ...(tutor && { tutor }),
    ...(classId && { class: classId }),
    ...(platform && { hosting_platform: platform }),
    ...(state && { is_active: true }),
    ...(state === 'live' && { is_live: true }),
  },
});

/** The lessons of the day of the address, of a tutor, class or platform where one is chosen. */
export const dayLessonsQuery = (search: WeekSearch, { business_day: today }: ClientSettings) => ({
  ...wholeListQuery(listDayLessons, dayInput(search, today)),
  refetchInterval: refreshMs,
});
