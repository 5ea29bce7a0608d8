import { listDayLessons } from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import { wholeListQuery } from '../../../lib/queries.ts';
import type { ClientSettings } from '../../../lib/settings.ts';
import type { WeekSearch } from '../week/week-search.ts';
import { dateOf } from './day-search.ts';

/** Rosters and moved lessons are refetched at this interval while the page is open. */
const refreshMs = 60_000;

/** List input for a day, used by the page and the download. */
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

/** Lessons of the day in the URL, filtered by the URL's tutor, class, platform and state. */
export const dayLessonsQuery = (search: WeekSearch, { business_day: today }: ClientSettings) => ({
  ...wholeListQuery(listDayLessons, dayInput(search, today)),
  refetchInterval: refreshMs,
});
