import type { getHome } from '@staffroom/contract/domains/home/home.contract.ts';
import { addDays, weekOf } from '@staffroom/contract/shared/dates.ts';
import type { ResponseOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { classList } from '../classes/class-list.ts';
import { feedbackList } from '../feedback/feedback-list.ts';
import { homeworkList } from '../homework/homework-list.ts';
import { lessonList } from '../lessons/lesson-list.ts';
import { studentScope } from '../users/users.policy.ts';
import * as homeQueries from './home.queries.ts';
import { lessonsWithin } from './lessons-within.ts';

type Home = ResponseOf<typeof getHome>['data'];

/** As many as are looked at in one go. */
const mostClasses = 100;
const mostHomework = 5;
const mostFeedback = 3;
/** How long feedback is new, in days. */
const feedbackDays = 7;

/** Lessons and classes that the signed-in Tutor teaches; whose else there are, their lists leave out. */
export const tutorsOwn = async (
  context: Context,
  today: string,
): Promise<NonNullable<Home['tutor']>> => {
  const week = weekOf(today);
  const [next, lessons, classes, homework, feedback] = await Promise.all([
    nextLesson(context),
    lessonsWithin(context, week.start, week.end),
    classList.page(context, {
      filter: { is_active: true, end_date: { gt: 'now' } },
      sortBy: 'name',
      order: 'asc',
      max: mostClasses,
      offset: 0,
    }),
    homeworkToMark(context),
    feedbackList.page(context, {
      filter: { created: { between: [addDays(today, -feedbackDays), null] } },
      sortBy: 'created',
      order: 'desc',
      max: mostFeedback,
      offset: 0,
    }),
  ]);
  const students = await homeQueries.countActiveStudents(
    context.db,
    classes.data.map(({ _id }) => _id),
    context.clock.now(),
  );
  return {
    next,
    week: lessons.data,
    classes: classes.data.map(({ _id, name, max_cap }) => ({
      _id,
      name,
      max_cap,
      students: students.get(_id) ?? 0,
    })),
    homework,
    feedback,
  };
};

/** Homework of own lessons with work that waits to be marked, the first to be returned first. */
const homeworkToMark = async (
  context: Context,
): Promise<NonNullable<Home['tutor']>['homework']> => {
  const { ids, count, toMark } = await homeQueries.findHomeworkToMark(
    context.db,
    context.actor.id,
    mostHomework,
  );
  const { data } = await homeworkList.page(context, {
    filter: { _id: { in: ids } },
    sortBy: 'return_on',
    order: 'asc',
    max: mostHomework,
    offset: 0,
  });
  return { data, count, to_mark: toMark };
};

/** The active lesson that takes place now, else the one that begins next, with who comes. */
const nextLesson = async (context: Context): Promise<NonNullable<Home['tutor']>['next']> => {
  const { data } = await lessonList.page(context, {
    filter: { is_active: true, ended_on: { between: [context.clock.now().toISOString(), null] } },
    sortBy: 'scheduled_on',
    order: 'asc',
    max: 1,
    offset: 0,
  });
  const [lesson] = data;
  if (!lesson) return null;
  const [paying, trial] = await Promise.all([
    homeQueries.countPaying(context.db, lesson._id),
    homeQueries.listTrials(context.db, lesson._id, studentScope(context.actor)),
  ]);
  return { lesson, paying, trial };
};
