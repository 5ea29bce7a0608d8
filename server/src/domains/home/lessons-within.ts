import { sql } from 'drizzle-orm';
import { addDays, startOfBusinessDay } from 'staffroom-contract/shared/dates.ts';
import type { Context } from '../../platform/context.ts';
import { lessonStateAt } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { findJoined } from '../lessons/joining.ts';
import { lessonDay } from '../lessons/lesson-day.ts';
import { lessonList } from '../lessons/lesson-list.ts';

/** Returns today's lessons, with the number of all and of live ones. */
export const lessonsOfToday = async (context: Context, today: string) => {
  const filter = { date: today, is_active: true, is_live: true };
  const [lessons, { rows }] = await Promise.all([
    lessonsWithin(context, today, today),
    context.db.execute<{ live: number }>(
      sql`select count(*)::int as live from lessons where ${lessonDay.where({ filter }, context)}`,
    ),
  ]);
  const now = context.clock.now().toISOString();
  const live = lessons.data.filter((lesson) => lessonStateAt(lesson, now) === 'live');
  const joined = await findJoined(
    context.db,
    context,
    live.map(({ _id }) => _id),
  );
  return {
    ...lessons,
    data: lessons.data.map((lesson) => ({
      ...lesson,
      joined: joined.get(lesson._id) ?? 'unknown',
    })),
    live: rows[0]?.live ?? 0,
  };
};

/** The maximum page size of the list. */
const mostLessons = 100;

/** Returns the active lessons that begin between two business days, inclusive. */
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
