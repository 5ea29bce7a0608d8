import type { DayLesson } from '@staffroom/contract/domains/lessons/lesson-day.contract.ts';
import { lessonStateAt } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import { StatusChip, type Tone } from '../../../ui/status-chip.tsx';
import { untilWords } from '../lesson-words.ts';

type Props = {
  lesson: Pick<DayLesson, 'scheduled_on' | 'ended_on' | 'is_active' | 'is_completed'>;
  /** The instant it is, by the server's clock. */
  now: string;
};

/** Whether a lesson is live, how long until it is, or that it has ended. */
export const LessonState = ({ lesson, now }: Props) => {
  const [tone, words] = stateOf(lesson, now);
  return <StatusChip tone={tone}>{words}</StatusChip>;
};

/** A tone and the words of it. */
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
