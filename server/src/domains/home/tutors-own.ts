import type { getHome } from 'staffroom-contract/domains/home/home.contract.ts';
import { lessonStateAt } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { addDays, weekOf } from 'staffroom-contract/shared/dates.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { classList } from '../classes/class-list.ts';
import { feedbackList } from '../feedback/feedback-list.ts';
import { homeworkList } from '../homework/homework-list.ts';
import { findJoined } from '../lessons/joining.ts';
import { lessonList } from '../lessons/lesson-list.ts';
import * as pollQueries from '../polls/polls.queries.ts';
import { listQuestions } from '../polls/polls.service.ts';
import { studentScope } from '../users/users.policy.ts';
import * as homeQueries from './home.queries.ts';
import { lessonsWithin } from './lessons-within.ts';

type Home = ResponseOf<typeof getHome>['data'];

/** Most classes on a Tutor's Home. */
const mostClasses = 100;
/** Most homework on a Tutor's Home. */
const mostHomework = 5;
/** Most feedback on a Tutor's Home. */
const mostFeedback = 3;
/** The number of days for which feedback is new. */
const feedbackDays = 7;

/** Returns lessons, classes, homework and feedback of the signed-in Tutor, within the scopes of the lists. */
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

/** Returns homework of own lessons with submissions to mark, earliest return date first. */
const homeworkToMark = async (
  context: Context,
): Promise<NonNullable<Home['tutor']>['homework']> => {
  const { ids, count } = await homeQueries.findHomeworkToMark(
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
  return { data, count };
};

/** Returns the live lesson, else the next active one, with the expected students. */
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
  const isLive = lessonStateAt(lesson, context.clock.now().toISOString()) === 'live';
  const [joined, paying, trial, homework, poll] = await Promise.all([
    findJoined(context.db, context, isLive ? [lesson._id] : []),
    homeQueries.countPaying(context.db, lesson._id),
    homeQueries.listTrials(context.db, lesson._id, studentScope(context.actor)),
    homeworkBefore(context, lesson),
    pollOf(context, lesson),
  ]);
  const withJoined = { ...lesson, joined: joined.get(lesson._id) ?? ('unknown' as const) };
  return { lesson: withJoined, paying, trial, homework, poll };
};

/** Returns the last homework released in own lessons of the class, except that of this lesson. */
const homeworkBefore = async (context: Context, lesson: LessonSummary) => {
  const { data } = await homeworkList.page(context, {
    filter: {
      class: lesson.class,
      released_on: { between: [null, context.clock.now().toISOString()] },
    },
    sortBy: 'released_on',
    order: 'desc',
    max: 5,
    offset: 0,
  });
  return data.find((homework) => homework.lesson._id !== lesson._id) ?? null;
};

/** Returns the number of prepared poll questions, and the share of answers in the last own lesson with a poll. */
const pollOf = async (context: Context, lesson: LessonSummary) => {
  const questions = await pollQueries.countOf(context.db, lesson._id);
  const last = await homeQueries.findPolledBefore(context.db, context.actor.id, lesson);
  if (last === undefined) return { questions, answered: null };
  const { data, students } = await listQuestions(context, last);
  const answers = data.reduce((sum, { result }) => sum + result.answered, 0);
  const asked = data.length * students;
  return { questions, answered: asked === 0 ? null : Math.round((100 * answers) / asked) };
};
