import { addDays, startOfBusinessDay } from 'staffroom-contract/shared/dates.ts';
import { AppError, notFound, refusal } from '../../platform/errors.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import * as classQueries from '../classes/classes.queries.ts';
import * as lessonQueries from '../lessons/lessons.queries.ts';
import { problem } from './assess-order.ts';

type Choice = {
  classId: string;
  startDate: string;
  endDate: string;
  /** Ids of the lessons that the form showed. */
  seen: string[] | undefined;
};

/**
 * The class's active lessons from start to end, both included. Throws `no_lessons`, `lessons_not_in_class` if a seen
 * lesson is of another class, and 409 `lessons_changed` with the current set if it differs from the seen one.
 */
export const chooseLessons = async (db: Db, context: Context, choice: Choice) => {
  const lessons = await lessonsOfDates(db, context, choice);
  const { seen } = choice;
  if (seen && !sameSet(seen, lessons)) {
    const foreign = await foreignLessons(db, choice.classId, seen);
    if (foreign.length > 0) throw refusal('lessons_not_in_class', { field: 'lesson' });
    throw new AppError([problem('lessons_changed', 'lesson')], {
      current: { lesson: lessons.map((lesson) => lesson.id) },
    });
  }
  if (lessons.length === 0) throw await noLessons(db, choice.classId);
  return lessons;
};

/** The active lessons of a class from start to end, both business days included. */
export const lessonsOfDates = (
  db: Db,
  context: Context,
  { classId, startDate, endDate }: Omit<Choice, 'seen'>,
) => {
  const zone = context.settings.businessTimeZone;
  return lessonQueries.listActiveOfClass(db, classId, {
    from: new Date(startOfBusinessDay(startDate, zone).epochMilliseconds),
    before: new Date(startOfBusinessDay(addDays(endDate, 1), zone).epochMilliseconds),
  });
};

const noLessons = async (db: Db, classId: string) =>
  (await classQueries.findById(db, classId))
    ? refusal('no_lessons', { field: 'start_date' })
    : notFound('class');

const sameSet = (seen: string[], lessons: { id: string }[]) => {
  const ids = new Set(seen);
  return ids.size === lessons.length && lessons.every((lesson) => ids.has(lesson.id));
};

const foreignLessons = async (db: Db, classId: string, seen: string[]) => {
  const known = await lessonQueries.classesOfLessons(db, seen);
  return seen.filter((id) => known.get(id) !== classId);
};
