import type { DayLesson } from '@staffroom/contract/domains/lessons/lesson-day.contract.ts';
import { lessonStateAt } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { untilWords } from '../lesson-words.ts';

type Props = {
  lesson: Pick<DayLesson, 'scheduled_on' | 'ended_on' | 'is_active'>;
  /** The instant it is, by the server's clock. */
  now: string;
};

/** Whether a lesson is live, how long until it is, or that it has ended. */
export const LessonState = ({ lesson, now }: Props) => {
  if (!lesson.is_active) return <StatusChip tone="grey">Inactive</StatusChip>;
  switch (lessonStateAt(lesson, now)) {
    case 'live':
      return <StatusChip tone="green">Live</StatusChip>;
    case 'coming':
      return <StatusChip tone="blue">{untilWords(lesson, now)}</StatusChip>;
    case 'ended':
      return <StatusChip tone="grey">Ended</StatusChip>;
  }
};
