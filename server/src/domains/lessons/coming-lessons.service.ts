import type {
  Class,
  updateClass as updateOperation,
} from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { daysOfWeek } from 'staffroom-contract/domains/classes/classes.rules.ts';
import {
  endOfLesson,
  lessonTimesProblem,
} from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { formatLongDay } from 'staffroom-contract/shared/day-words.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { changeRecordIn } from '../../platform/record.ts';
import { changeClass } from '../classes/classes.service.ts';
import { lockTeachers } from '../users/teachers.service.ts';
import { refuseDoubleBooking } from './bookings.service.ts';
import { toColumns } from './lesson-columns.ts';
import * as lessonRecordQueries from './lesson-record.queries.ts';
import { lessonRecord } from './lesson-record.service.ts';
import * as lessonQueries from './lessons.queries.ts';
import { refuseHostBooking } from './zoom/host-bookings.ts';
import { refuseUnusual } from './unusual-lessons.service.ts';
import { followRooms } from './zoom/zoom-rooms.service.ts';

/**
 * Changes the given fields of a class and, on request, its coming lessons that have the old tutors, TAs or times, in
 * one transaction (decisions: Classes, lessons, rosters). Throws not_found, stale, invalid_value, coming_lessons if a
 * choice is missing, and paid_lessons_change, tutor_booked, host_booked and lesson_unusual like the edit of a lesson.
 */
export const updateClassAndLessons = (
  context: Context,
  jobs: Jobs,
  id: string,
  {
    coming_lessons: wish,
    allow_overlap,
    allow_host_overlap,
    allow_unusual,
    ...body
  }: BodyOf<typeof updateOperation>,
) =>
  inTransactionOnce(context, async (tx) => {
    const { before, after } = await changeClass(tx, context, id, body);
    if (wish !== 'leave') {
      const { following, differing } = await findFollowing(tx, context, before, after);
      if (wish === 'ask' && following.length > 0)
        throw refusal('coming_lessons', {
          message: questionWords(following, differing, context.settings.businessTimeZone),
        });
      await changeLessons(tx, context, after, following, {
        allow_overlap,
        allow_host_overlap,
        allow_unusual,
      });
    }
    // The names of rooms contain the name of the class.
    const coming = await lessonQueries.listActiveOfClass(tx, id, { from: context.clock.now() });
    const ids = coming.map((lesson) => lesson.id);
    await followRooms(tx, context, jobs, ids);
    return { data: after };
  });

type Times = { scheduled_on: string; ended_on: string };
type LessonChanges = { tutor?: string[]; ta?: string[] } & Partial<Times>;
type Lesson = Awaited<ReturnType<typeof lessonQueries.lockByIds>>[number];
type Following = { lesson: Lesson; tutor: string[]; changes: LessonChanges };

/** Returns the lessons that follow the class with their changes, next first, and the number that differ. */
const findFollowing = async (tx: Db, context: Context, before: Class, after: Class) => {
  const parts = [
    ...peopleOf('tutor', before, after),
    ...peopleOf('ta', before, after),
    ...timesOf(before, after, context.settings.businessTimeZone),
  ];
  if (parts.length === 0) return { following: [], differing: 0 };
  const now = context.clock.now();
  const found = await lessonQueries.listActiveOfClass(tx, after._id, { from: now });
  const ids = found.map((lesson) => lesson.id);
  // Re-reads lessons that were moved or deactivated concurrently.
  const locked = await lessonQueries.lockByIds(tx, ids);
  const teachers = await lessonRecordQueries.teachers.list(tx, ids);
  const judged = locked
    .filter((lesson) => lesson.isActive && lesson.scheduledAt > now)
    .toSorted((one, other) => Number(one.scheduledAt) - Number(other.scheduledAt))
    .map((lesson) => {
      const { tutor = [], ta = [] } = teachers.get(lesson.id) ?? {};
      const taught = { ...lesson, tutor: idsOf(tutor), ta: idsOf(ta) };
      const changes = parts.map((part) => part(taught));
      return {
        lesson,
        tutor: taught.tutor,
        changes: Object.assign({}, ...changes) as LessonChanges,
        differs: changes.some((change) => change === null),
      };
    });
  const following = judged.filter(({ changes }) => Object.keys(changes).length > 0);
  return {
    following,
    differing: judged.filter((one) => one.differs && !following.includes(one)).length,
  };
};

type Taught = Lesson & { tutor: string[]; ta: string[] };
/** Changes of a lesson that is as the class was: {} if it already has the new values, null if it differs. */
type Part = (lesson: Taught) => LessonChanges | null;

const peopleOf = (kind: 'tutor' | 'ta', before: Class, after: Class): Part[] => {
  const [old, wanted] = [idsOf(before[kind]), idsOf(after[kind])];
  if (isSame(old, wanted)) return [];
  return [
    (lesson) => {
      if (isSame(lesson[kind], wanted)) return {};
      return isSame(lesson[kind], old) ? { [kind]: wanted } : null;
    },
  ];
};

const idsOf = (people: readonly { _id: string }[]) => people.map(({ _id }) => _id);
const isSame = (ids: readonly string[], others: readonly string[]) =>
  ids.toSorted().join() === others.toSorted().join();

/** Without a complete schedule before and after the change, lesson times stay unchanged. */
const timesOf = (before: Class, after: Class, zone: string): Part[] => {
  const [old, wanted] = [weeklyTimeOf(before.schedule), weeklyTimeOf(after.schedule)];
  if (!old || !wanted || isAt(old, wanted)) return [];
  // The nearest such day: at most three days earlier or later.
  const days = ((wanted.day - old.day + 10) % 7) - 3;
  return [
    ({ scheduledAt, endedAt }) => {
      const [start, end] = [scheduledAt, endedAt].map((at) =>
        Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(zone),
      );
      if (!start || !end) return null;
      const own = { day: start.dayOfWeek, start: clockOf(start), end: clockOf(end) };
      if (isAt(own, wanted)) return {};
      if (!isAt(own, old)) return null;
      const moved = start
        .toPlainDate()
        .add({ days })
        .toZonedDateTime({ timeZone: zone, plainTime: wanted.start })
        .toInstant()
        .toString();
      return { scheduled_on: moved, ended_on: endOfLesson(moved, wanted.end, zone) };
    },
  ];
};

type WeeklyTime = { day: number; start: string; end: string };

/** Monday is 1, as in Temporal; times are `HH:MM`. */
const weeklyTimeOf = ({ date_of_week, start_time, end_time }: Class['schedule']) => {
  const day = daysOfWeek.findIndex((name) => name === date_of_week.slice(0, 3)) + 1;
  if (day === 0 || start_time === '' || end_time === '') return null;
  return { day, start: start_time.slice(0, 5), end: end_time.slice(0, 5) };
};

const clockOf = (at: Temporal.ZonedDateTime) => at.toPlainTime().toString().slice(0, 5);
const isAt = (one: WeeklyTime, other: WeeklyTime) =>
  one.day === other.day && one.start === other.start && one.end === other.end;

/** Changes the lessons as separate edits would, but with one confirmation for all of them. */
const changeLessons = async (
  tx: Db,
  context: Context,
  { _id: classId }: Class,
  following: readonly Following[],
  allowed: { allow_overlap: boolean; allow_host_overlap: boolean; allow_unusual: boolean },
) => {
  const saves = following.map(({ lesson, tutor, changes }) => {
    const before = {
      scheduled_on: lesson.scheduledAt.toISOString(),
      ended_on: lesson.endedAt.toISOString(),
      meta: { term: lesson.term, index: lesson.lessonIndex },
      is_active: true,
    };
    const after = { ...before, tutor, ...changes, _id: lesson.id, class: classId };
    return {
      before,
      after,
      changes: true,
      takesTime: changes.tutor ?? changes.scheduled_on,
      moves: changes.scheduled_on !== undefined,
      hosting_platform: lesson.hostingPlatform,
    };
  });
  for (const { after } of saves) {
    const problem = lessonTimesProblem(after);
    if (problem) throw refusal('invalid_value', { field: 'schedule.end_time', message: problem });
  }
  if (!allowed.allow_unusual) await refuseUnusual(tx, context, ...saves);
  await lockTeachers(tx, [...new Set(saves.flatMap(({ after }) => after.tutor))]);
  for (const { lesson, changes } of following)
    await changeRecordIn(
      tx,
      context,
      lessonRecord,
      { id: lesson.id, action: 'updated' },
      async () => {
        await lessonRecordQueries.teachers.replace(tx, lesson.id, changes);
        return toColumns(changes);
      },
    );
  // Checked after all lessons have moved, because they free each other's old times.
  if (!allowed.allow_overlap)
    await refuseDoubleBooking(
      tx,
      context,
      ...saves.filter(({ takesTime }) => takesTime).map(({ after }) => after),
    );
  if (!allowed.allow_host_overlap)
    await refuseHostBooking(
      tx,
      context,
      ...saves
        .filter(({ moves }) => moves)
        .map(({ after, hosting_platform }) => ({ ...after, hosting_platform })),
    );
};

/** Returns "10 coming lessons have the old tutors. Change them too?", the next lesson's move and the number left. */
const questionWords = (following: readonly Following[], differing: number, zone: string) => {
  const parts = [
    ...(following.some(({ changes }) => changes.tutor) ? ['tutors'] : []),
    ...(following.some(({ changes }) => changes.ta) ? ['TAs'] : []),
    ...(following.some(({ changes }) => changes.scheduled_on) ? ['times'] : []),
  ];
  const moved = following.find(({ changes }) => changes.scheduled_on);
  const at = (instant: string) =>
    `${formatLongDay(businessDayOf(instant, zone))}, ${clockOf(Temporal.Instant.from(instant).toZonedDateTimeISO(zone))}`;
  return [
    `${plural(following.length, 'has', 'have')} the old ${parts.join(' or ')}.`,
    'Change them too?',
    ...(moved?.changes.scheduled_on
      ? [
          `The first of them moves from ${at(moved.lesson.scheduledAt.toISOString())} to ${at(moved.changes.scheduled_on)}.`,
        ]
      : []),
    ...(differing > 0
      ? [`${plural(differing, 'differs and is left as it is', 'differ and are left as they are')}.`]
      : []),
  ].join(' ');
};

const plural = (count: number, one: string, many: string) =>
  `${count} coming ${count === 1 ? `lesson ${one}` : `lessons ${many}`}`;
