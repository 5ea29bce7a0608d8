import { listDayLessons } from '@staffroom/contract/domains/lessons/lesson-day.contract.ts';
import { listQuery } from '../../../lib/queries.ts';
import type { ClientSettings } from '../../../lib/settings.ts';
import type { WeekSearch } from '../week/week-search.ts';
import { dateOf } from './day-search.ts';

/** As many lessons as one answer holds. */
const mostLessons = 200;

/** Who stands on the lessons and what was moved is read again while the page is open. */
const refreshMs = 60_000;

/** What the list of a day is asked for, for its page and its download. */
export const dayInput = (
  { tutor, class: classId, platform, ...search }: WeekSearch,
  today: string,
) => ({
  filter: {
    date: dateOf(search, today),
    ...(tutor && { tutor }),
    ...(classId && { class: classId }),
    ...(platform && { hosting_platform: platform }),
  },
  max: mostLessons,
});

/** The lessons of the day of the address, of a tutor, class or platform where one is chosen. */
export const dayLessonsQuery = (search: WeekSearch, { business_day: today }: ClientSettings) => ({
  ...listQuery(listDayLessons, dayInput(search, today)),
  refetchInterval: refreshMs,
});
