import { formatLongDay } from '../../shared/day-words.ts';

/** A full lesson; `day` is its business day, `YYYY-MM-DD`. */
export type FullLesson = { term: number; index: number; day: string; seats: number };

/** Question whether to add a student to full lessons, naming the first; undefined if `full` is empty. */
export const fullLessonsQuestion = (
  full: readonly FullLesson[],
  maxCap: number,
): string | undefined => {
  const [first] = full;
  if (!first) return undefined;
  const lesson = `T${first.term} L${first.index} on ${formatLongDay(first.day)}`;
  const seats = `(${first.seats} of ${maxCap})`;
  const more = full.length - 1;
  if (more === 0) return `${lesson}: This lesson is full ${seats}. Add anyway?`;
  const others = more === 1 ? 'so is 1 more lesson' : `so are ${more} more lessons`;
  return `${lesson} is full ${seats}, and ${others}. Add anyway?`;
};
