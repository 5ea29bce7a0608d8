import { addDays, startOfBusinessDay } from '@staffroom/contract/shared/dates.ts';
import type { Context } from '../../platform/context.ts';
import { lessonList } from '../lessons/lesson-list.ts';

/** As many as a page of their list holds. */
const mostLessons = 100;

/** The active lessons that begin from one business day to another, both included. */
export const lessonsWithin = (context: Context, from: string, to: string) => {
  const timeZone = context.settings.businessTimeZone;
  const after = startOfBusinessDay(addDays(to, 1), timeZone);
  return lessonList.page(context, {
    filter: {
      is_active: true,
      scheduled_on: {
        between: [
          startOfBusinessDay(from, timeZone).toString(),
          after.subtract({ milliseconds: 1 }).toString(),
        ],
      },
    },
    sortBy: 'scheduled_on',
    order: 'asc',
    max: mostLessons,
    offset: 0,
  });
};
