import type { DayLesson } from '@staffroom/contract/domains/lessons/lesson-day.contract.ts';
import { lessonStateAt } from '@staffroom/contract/domains/lessons/lessons.rules.ts';

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
