import { listClasses } from '@staffroom/contract/domains/classes/classes.contract.ts';
import { listLessons } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { addDays, startOfBusinessDay } from '@staffroom/contract/shared/dates.ts';
import { listQuery, operationQuery } from '../../lib/queries.ts';

/** As many lessons as one answer holds. */
const mostLessons = 200;

type Wanted = { monday: string; tutor: string | undefined; class: string | undefined };

/** The lessons that begin in the week from this Monday, of a tutor or class where one is chosen. */
export const weekLessonsQuery = (wanted: Wanted, timeZone: string) => {
  const { monday, tutor, class: classId } = wanted;
  const next = startOfBusinessDay(addDays(monday, 7), timeZone);
  return operationQuery(listLessons, {
    query: {
      filter: {
        scheduled_on: {
          between: [
            startOfBusinessDay(monday, timeZone).toString(),
            next.subtract({ milliseconds: 1 }).toString(),
          ],
        },
        ...(tutor && { tutor }),
        ...(classId && { class: classId }),
      },
      sortBy: 'scheduled_on',
      order: 'asc',
      max: mostLessons,
    },
  });
};

/** The first classes whose name holds the term, ended and inactive ones too: they have lessons to see. */
export const classesByName = (term: string) =>
  listQuery(listClasses, {
    filter: { ...(term && { name: { regex: term } }) },
    sortBy: 'name',
    order: 'asc',
    max: 30,
  });
