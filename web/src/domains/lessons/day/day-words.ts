import type { DayLesson } from '@staffroom/contract/domains/lessons/lesson-day.contract.ts';
import { lessonStateAt } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import { formatCount } from '../../../lib/formats.ts';

type Times = Pick<DayLesson, 'scheduled_on' | 'ended_on'>;

const order = ['live', 'coming', 'ended'] as const;

/** Those that are live first, then those to come, then those that have ended; each by its start. */
export const inOrder = <L extends Times>(lessons: readonly L[], now: string): L[] =>
  lessons.toSorted(
    (one, other) =>
      order.indexOf(lessonStateAt(one, now)) - order.indexOf(lessonStateAt(other, now)) ||
      one.scheduled_on.localeCompare(other.scheduled_on),
  );

/** The heading that a lesson stands under. */
export const groupOfLesson = (lesson: Times, now: string, isToday: boolean): string =>
  ({ live: 'Live', coming: isToday ? 'Later today' : 'Coming', ended: 'Ended' })[
    lessonStateAt(lesson, now)
  ];

/** "20 of 22 in", "20 of 22 attended": how many of those expected were there; '' while nothing is known. */
export const attendedWords = (
  lesson: Times & Pick<DayLesson, 'attended' | 'seats'>,
  now: string,
): string => {
  if (lesson.attended === null) return '';
  const isOver = lessonStateAt(lesson, now) === 'ended';
  return `${lesson.attended} of ${lesson.seats} ${isOver ? 'attended' : 'in'}`;
};

/** "20 paying, 2 trial, 3 video": who stands on a lesson. */
export const studentWords = ({ counts }: Pick<DayLesson, 'counts'>): string =>
  [
    `${counts.student} paying`,
    ...(counts.trial_student > 0 ? [`${counts.trial_student} trial`] : []),
    ...(counts.video_student > 0 ? [`${counts.video_student} video`] : []),
  ].join(', ');

/** "3 of 5 asked", of a lesson to come "6 ready"; '' where it has no poll questions. */
export const pollWords = (lesson: Times & Pick<DayLesson, 'polls'>, now: string): string => {
  const { questions, asked } = lesson.polls;
  if (questions === 0) return '';
  return asked === 0 && lessonStateAt(lesson, now) === 'coming'
    ? `${questions} ready`
    : `${asked} of ${questions} asked`;
};

type Problem = 'No tutor' | 'Tutor not in yet' | 'No zoom room created';

const hour = 60 * 60_000;
/** So soon a lesson needs its room. */
const soon = 24 * hour;

/** What somebody should see to before it is too late, of a lesson that is live or begins within a day. */
export const problemOf = (
  lesson: Times &
    Pick<DayLesson, 'is_active' | 'tutor' | 'tutor_in' | 'hosting_platform' | 'has_room'>,
  now: string,
): Problem | undefined => {
  const state = lessonStateAt(lesson, now);
  const isNear = Date.parse(lesson.scheduled_on) - Date.parse(now) < soon;
  if (!lesson.is_active || state === 'ended' || !isNear) return undefined;
  if (lesson.tutor.length === 0) return 'No tutor';
  if (state === 'live' && lesson.tutor_in === false) return 'Tutor not in yet';
  return lesson.hosting_platform === 'Zoom' && !lesson.has_room
    ? 'No zoom room created'
    : undefined;
};

/** "8 lessons", "3 live", "1 problem": what is said of a whole day. */
export const dayWords = (
  lessons: readonly (Parameters<typeof problemOf>[0] & Times)[],
  now: string,
): string[] => {
  const live = lessons.filter(
    (lesson) => lesson.is_active && lessonStateAt(lesson, now) === 'live',
  ).length;
  const problems = lessons.filter((lesson) => problemOf(lesson, now) !== undefined).length;
  return [
    formatCount(lessons.length, 'lesson'),
    ...(live > 0 ? [`${live} live`] : []),
    ...(problems > 0 ? [formatCount(problems, 'problem')] : []),
  ];
};
