import type { FollowUp } from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { formatDay } from '../../lib/formats.ts';
import type { Tone } from '../../ui/status-chip.tsx';

export const stateWords: Record<FollowUp['state'], string> = { open: 'Open', done: 'Done' };

type Due = Pick<FollowUp, 'state' | 'due_date'>;

/** Status of a follow-up on a business day; an open one is overdue after its due date. */
export const standingOf = (followUp: Due, today: string): { words: string; tone: Tone } => {
  if (followUp.state === 'done') return { words: 'Done', tone: 'green' };
  const isOverdue = followUp.due_date !== null && followUp.due_date < today;
  return isOverdue ? { words: 'Overdue', tone: 'red' } : { words: 'Open', tone: 'blue' };
};

/** "due 24 Nov 2026", "due today"; '' without a date, or if done. */
export const dueWords = ({ state, due_date: day }: Due, today: string): string => {
  if (state === 'done' || day === null) return '';
  return day === today ? 'due today' : `due ${formatDay(day)}`;
};
