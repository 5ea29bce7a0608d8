import type { DayLesson } from '@staffroom/contract/domains/lessons/lesson-day.contract.ts';
import { lessonStateAt } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import { StatusChip, type Tone } from '../../../ui/status-chip.tsx';
import { problemOf } from './day-words.ts';
import { stateOf } from './lesson-state.tsx';

/** How a lesson stands in a day's list, where how long until it is stands beside it: what is to be seen to comes first. */
export const DayState = ({ lesson, now }: { lesson: DayLesson; now: string }) => {
  const [tone, words] = dayStateOf(lesson, now);
  return <StatusChip tone={tone}>{words}</StatusChip>;
};

/** A tone and the words of it. */
export const dayStateOf = (lesson: DayLesson, now: string): [Tone, string] => {
  const problem = problemOf(lesson, now);
  // That it has no tutor stands where its tutors would.
  if (problem !== undefined && problem !== 'No tutor')
    return [problem === 'Tutor not in yet' ? 'orange' : 'red', problem];
  const isComing = lesson.is_active && lessonStateAt(lesson, now) === 'coming';
  return isComing ? ['blue', 'Ready'] : stateOf(lesson, now);
};
