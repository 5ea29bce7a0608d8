import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { listLessons } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { addDays, startOfBusinessDay } from 'staffroom-contract/shared/dates.ts';
import { everyQuery, listQuery } from '../../../lib/queries.ts';
import type { ClientSettings } from '../../../lib/settings.ts';
import { mondayOf, type WeekSearch } from './week-search.ts';

/** Lessons that begin in the URL's week, filtered by tutor or class. */
export const weekLessonsQuery = (search: WeekSearch, settings: ClientSettings) => {
  const { tutor, class: classId, state } = search;
  const { business_day: today, business_time_zone: timeZone } = settings;
  const monday = mondayOf(search, today);
  const next = startOfBusinessDay(addDays(monday, 7), timeZone);
  return everyQuery(listLessons, {
    filter: {
      scheduled_on: {
        between: [
          startOfBusinessDay(monday, timeZone).toString(),
          next.subtract({ milliseconds: 1 }).toString(),
        ],
      },
      ...(tutor && { tutor }),
      ...(classId && { class: classId }),
      ...(state && { is_active: true }),
    },
    sortBy: 'scheduled_on',
    order: 'asc',
  });
};

/** The first classes whose name contains the term, including ended and inactive ones, as those have lessons too. */
export const classesByName = (term: string) =>
  listQuery(listClasses, {
    filter: { ...(term && { name: { regex: term } }) },
    sortBy: 'name',
    order: 'asc',
    max: 30,
  });
