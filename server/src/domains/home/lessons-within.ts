import { sql } from 'drizzle-orm';
import { addDays, startOfBusinessDay } from '@staffroom/contract/shared/dates.ts';
import type { Context } from '../../platform/context.ts';
import { lessonDay } from '../lessons/lesson-day.ts';
import { lessonList } from '../lessons/lesson-list.ts';

/** Today's lessons, as far as they are looked at, and how many there are and take place now. */
export const lessonsOfToday = async (context: Context, today: string) => {
  const filter = { date: today, is_active: true, is_live: true };
  const [lessons, { rows }] = await Promise.all([
    lessonsWithin(context, today, today),
    context.db.execute<{ live: number }>(
      sql`select count(*)::int as live from lessons where ${lessonDay.where({ filter }, context)}`,
    ),
  ]);
  return { ...lessons, live: rows[0]?.live ?? 0 };
};

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
