import type { DayLesson } from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import { lessonStateAt } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { StatusChip, type Tone } from '../../../ui/status-chip.tsx';
import { problemsOf } from './day-words.ts';
import { stateOf } from './lesson-state.tsx';

/** A lesson's state in the day list: its first problem, else "Ready", "Live" and so on. */
export const DayState = ({ lesson, now }: { lesson: DayLesson; now: string }) => {
  const [tone, words] = dayStateOf(lesson, now);
  return <StatusChip tone={tone}>{words}</StatusChip>;
};

const red: ReadonlySet<string> = new Set(['No zoom room created', 'Zoom host booked twice']);

/** The chip's tone and text. */
export const dayStateOf = (lesson: DayLesson, now: string): [Tone, string] => {
  // A missing tutor is shown in the tutor column.
  const problem = problemsOf(lesson, now).find((each) => each !== 'No tutor');
  if (problem !== undefined) return [red.has(problem) ? 'red' : 'orange', problem];
  const isComing = lesson.is_active && lessonStateAt(lesson, now) === 'coming';
  return isComing ? ['blue', 'Ready'] : stateOf(lesson, now);
};
