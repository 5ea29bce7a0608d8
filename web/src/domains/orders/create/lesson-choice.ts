import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { OrderLessonChoice } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { isOwned } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { lessonRange, type OrderType } from 'staffroom-contract/domains/orders/orders.rules.ts';

/** The form's dates, `YYYY-MM-DD`; they alone determine the lessons (decisions: Orders). */
export type OrderDates = { start: string | null; end: string | null };

export const noDates: OrderDates = { start: null, end: null };

type Lesson = Pick<OrderLessonChoice, '_id' | 'scheduled_on' | 'meta' | 'owned'>;

/** The lessons whose business day is within the dates, both inclusive. */
export const lessonsWithin = <L extends Lesson>(
  lessons: readonly L[],
  { start, end }: OrderDates,
  timeZone: string,
): L[] => {
  if (!start || !end) return [];
  return lessons.filter((lesson) => {
    const day = businessDayOf(lesson.scheduled_on, timeZone);
    return day >= start && day <= end;
  });
};

/** The dates that select these lessons; dates cannot separate lessons of the same day. */
export const datesOf = (chosen: readonly Lesson[], timeZone: string): OrderDates => {
  const [first] = chosen;
  const last = chosen.at(-1);
  if (!first || !last) return noDates;
  return {
    start: businessDayOf(first.scheduled_on, timeZone),
    end: businessDayOf(last.scheduled_on, timeZone),
  };
};

/**
 * The chosen lessons after one more click: every lesson from the earliest to the latest (part 2 §5). A click inside the
 * range restarts it there; a click on the only lesson deselects it.
 */
export const choose = <L extends Lesson>(
  lessons: readonly L[],
  chosen: readonly L[],
  id: string,
): L[] => {
  const [first] = chosen;
  const last = chosen.at(-1);
  if (!first || !last) return lessonRange(lessons, id, id);
  if (chosen.length === 1 && first._id === id) return [];
  if (chosen.some((lesson) => lesson._id === id)) return lessonRange(lessons, id, id);
  const index = lessons.findIndex((lesson) => lesson._id === id);
  const firstIndex = lessons.indexOf(first);
  return index < firstIndex
    ? lessonRange(lessons, id, last._id)
    : lessonRange(lessons, first._id, id);
};

/** Lessons that start after `now` (ISO instant), which a class can still sell. */
export const remainingLessons = <L extends Lesson>(lessons: readonly L[], now: string): L[] => {
  const moment = Temporal.Instant.from(now);
  return lessons.filter((lesson) => Temporal.Instant.compare(lesson.scheduled_on, moment) > 0);
};

export type LessonPick<L> = { label: string; lessons: L[] };

/** Next 4, rest of the term, all remaining; each starts at the first lesson that the student does not own. */
export const quickPicks = <L extends Lesson>(
  lessons: readonly L[],
  type: OrderType,
  now: string,
): LessonPick<L>[] => {
  const remaining = remainingLessons(lessons, now);
  const start = remaining.findIndex((lesson) => !isOwned(lesson.owned, type));
  const open = start < 0 ? [] : remaining.slice(start);
  const term = open[0]?.meta.term;
  return [
    { label: 'Next 4', lessons: open.slice(0, 4) },
    {
      label: term === undefined ? 'Rest of term' : `Rest of term ${term}`,
      lessons: open.slice(0, open.findLastIndex((lesson) => lesson.meta.term === term) + 1),
    },
    { label: 'All remaining', lessons: remaining },
  ];
};

export type TileGroup<L> = { term: number | null; rows: L[][] };

/** Tiles in rows; with `byTerm` each term starts a new row and is named beside it. */
export const tileGroups = <L extends Lesson>(
  lessons: readonly L[],
  options: { columns: number; byTerm: boolean },
): TileGroup<L>[] => {
  const groups: { term: number | null; lessons: L[] }[] = [];
  for (const lesson of lessons) {
    const term = options.byTerm ? lesson.meta.term : null;
    const current = groups.at(-1);
    if (current && current.term === term) current.lessons.push(lesson);
    else groups.push({ term, lessons: [lesson] });
  }
  return groups.map((group) => ({
    term: group.term,
    rows: Array.from({ length: Math.ceil(group.lessons.length / options.columns) }, (_, row) =>
      group.lessons.slice(row * options.columns, (row + 1) * options.columns),
    ),
  }));
};

/** The tile that an arrow key moves to from `id`; the same tile at an edge, undefined for other keys. */
export const tileAfterKey = <L extends Lesson>(
  rows: readonly (readonly L[])[],
  id: string,
  key: string,
): string | undefined => {
  const all = rows.flat();
  const index = all.findIndex((lesson) => lesson._id === id);
  const row = rows.findIndex((lessons) => lessons.some((lesson) => lesson._id === id));
  const column = rows[row]?.findIndex((lesson) => lesson._id === id) ?? -1;
  const inRow = (to: number) => {
    const target = rows[to];
    return target?.[Math.min(column, target.length - 1)]?._id ?? id;
  };
  switch (key) {
    case 'ArrowRight':
      return all[index + 1]?._id ?? id;
    case 'ArrowLeft':
      return all[index - 1]?._id ?? id;
    case 'ArrowDown':
      return inRow(row + 1);
    case 'ArrowUp':
      return inRow(row - 1);
    case 'Home':
      return all[0]?._id ?? id;
    case 'End':
      return all.at(-1)?._id ?? id;
    default:
      return undefined;
  }
};
