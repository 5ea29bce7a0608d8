import type { DayLesson } from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import { joinProblem } from 'staffroom-contract/domains/lessons/joining.rules.ts';
import { lessonStateAt } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { formatCount } from '../../../lib/formats.ts';

type Times = Pick<DayLesson, 'scheduled_on' | 'ended_on'>;

const order = ['live', 'coming', 'ended'] as const;

/** Live lessons first, then coming, then ended ones; each by start. */
export const inOrder = <L extends Times>(lessons: readonly L[], now: string): L[] =>
  lessons.toSorted(
    (one, other) =>
      order.indexOf(lessonStateAt(one, now)) - order.indexOf(lessonStateAt(other, now)) ||
      one.scheduled_on.localeCompare(other.scheduled_on),
  );

/** The group heading for a lesson. */
export const groupOfLesson = (lesson: Times, now: string, isToday: boolean): string =>
  ({ live: 'Live', coming: isToday ? 'Later today' : 'Coming', ended: 'Ended' })[
    lessonStateAt(lesson, now)
  ];

/** "20 of 22 in", "20 of 22 attended"; '' while attendance is unknown. */
export const attendedWords = (
  lesson: Times & Pick<DayLesson, 'attended' | 'seats'>,
  now: string,
): string => {
  if (lesson.attended === null) return '';
  const isOver = lessonStateAt(lesson, now) === 'ended';
  return `${lesson.attended} of ${lesson.seats} ${isOver ? 'attended' : 'in'}`;
};

/** "20 paying, 2 trial, 3 video". */
export const studentWords = ({ counts }: Pick<DayLesson, 'counts'>): string =>
  [
    `${counts.student} paying`,
    ...(counts.trial_student > 0 ? [`${counts.trial_student} trial`] : []),
    ...(counts.video_student > 0 ? [`${counts.video_student} video`] : []),
  ].join(', ');

/** "3 of 5 asked", before the lesson "6 ready"; '' without poll questions. */
export const pollWords = (lesson: Times & Pick<DayLesson, 'polls'>, now: string): string => {
  const { questions, asked } = lesson.polls;
  if (questions === 0) return '';
  return asked === 0 && lessonStateAt(lesson, now) === 'coming'
    ? `${questions} ready`
    : `${asked} of ${questions} asked`;
};

type Problem =
  | 'No tutor'
  | 'Tutor not in yet'
  | 'No zoom room created'
  | 'Zoom host booked twice'
  | NonNullable<ReturnType<typeof joinProblem>>;

const hour = 60 * 60_000;
/** How long before a lesson a missing room or tutor becomes a problem. */
const soon = 24 * hour;

type Looked = Times &
  Pick<
    DayLesson,
    | 'is_active'
    | 'tutor'
    | 'tutor_in'
    | 'hosting_platform'
    | 'has_room'
    | 'host_booked'
    | 'joined'
    | 'seats'
  >;

/**
 * Problems of a lesson that is live or begins within a day, most urgent first. A double-booked host is reported for any
 * future lesson.
 */
export const problemsOf = (lesson: Looked, now: string): Problem[] => {
  const state = lessonStateAt(lesson, now);
  if (!lesson.is_active || state === 'ended') return [];
  const isNear = Date.parse(lesson.scheduled_on) - Date.parse(now) < soon;
  const notJoined = joinProblem(lesson, now);
  return [
    ...(isNear && lesson.tutor.length === 0 ? (['No tutor'] as const) : []),
    ...(state === 'live' && lesson.tutor.length > 0 && lesson.tutor_in === false
      ? (['Tutor not in yet'] as const)
      : []),
    ...(isNear && lesson.hosting_platform === 'Zoom' && !lesson.has_room
      ? (['No zoom room created'] as const)
      : []),
    ...(lesson.host_booked ? (['Zoom host booked twice'] as const) : []),
    ...(notJoined ? [notJoined] : []),
  ];
};

/** Summary of a day: "8 lessons", "3 live", "1 problem". */
export const dayWords = (lessons: readonly Looked[], now: string): string[] => {
  const live = lessons.filter(
    (lesson) => lesson.is_active && lessonStateAt(lesson, now) === 'live',
  ).length;
  const problems = lessons.filter((lesson) => problemsOf(lesson, now).length > 0).length;
  return [
    formatCount(lessons.length, 'lesson'),
    ...(live > 0 ? [`${live} live`] : []),
    ...(problems > 0 ? [formatCount(problems, 'problem')] : []),
  ];
};
