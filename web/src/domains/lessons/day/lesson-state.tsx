import type { DayLesson } from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import { lessonStateAt } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { StatusChip, type Tone } from '../../../ui/status-chip.tsx';
import { untilWords } from '../lesson-words.ts';

type Props = {
  lesson: Pick<DayLesson, 'scheduled_on' | 'ended_on' | 'is_active' | 'is_completed'>;
  /** The current instant by the server's clock. */
  now: string;
  /** A problem, shown instead of the state. */
  problem?: string | undefined;
};

/** A chip with the lesson's state: live, time until start, or ended. */
export const LessonState = ({ lesson, now, problem }: Props) => {
  const [tone, words]: [Tone, string] = problem ? ['orange', problem] : stateOf(lesson, now);
  return <StatusChip tone={tone}>{words}</StatusChip>;
};

/** The chip's tone and text. */
export const stateOf = (lesson: Props['lesson'], now: string): [Tone, string] => {
  if (!lesson.is_active) return ['grey', 'Inactive'];
  switch (lessonStateAt(lesson, now)) {
    case 'live':
      return ['green', 'Live'];
    case 'coming':
      return ['blue', untilWords(lesson, now)];
    case 'ended':
      return ['grey', lesson.is_completed ? 'Completed' : 'Ended'];
  }
};
