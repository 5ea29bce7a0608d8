import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { formatMonthOfDay } from '../../../lib/formats.ts';

/** A lesson that a row can take, with its business day and whether the student has it already. */
export type RowLesson = {
  _id: string;
  name: string;
  meta: { index: number; term: number };
  day: string;
  seats: number;
  owned: boolean;
};

type AnyLesson = Omit<RowLesson, 'day' | 'owned'> & { scheduled_on: string };

/** A class's lessons as a row sees them, earliest first. */
export const toRowLessons = <L extends AnyLesson>(
  lessons: readonly L[],
  isOwned: (lesson: L) => boolean,
  timeZone: string,
): RowLesson[] =>
  lessons
    .map((lesson) => ({
      _id: lesson._id,
      name: lesson.name,
      meta: lesson.meta,
      seats: lesson.seats,
      day: businessDayOf(lesson.scheduled_on, timeZone),
      owned: isOwned(lesson),
    }))
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.meta.index - b.meta.index);

export type LessonWish = {
  /** `YYYY-MM` */
  month: string | null;
  /** Lessons before this business day are not upcoming for the row. */
  orderedOn: string | null;
  count: number | null;
};

/**
 * The first N upcoming lessons of the named month (part 2 §5, CSV), those the student already has
 * among them: as the server chooses. Empty while month, date or number are not known.
 */
export const firstUpcoming = (lessons: readonly RowLesson[], wish: LessonWish): RowLesson[] => {
  const { month, orderedOn, count } = wish;
  if (!month || !orderedOn || !count) return [];
  return lessons
    .filter((lesson) => lesson.day.startsWith(month) && lesson.day >= orderedOn)
    .slice(0, count);
};

/** What fills up a month that has too few lessons: the first ones of the next month with lessons. */
export const fillFromNextMonth = (
  lessons: readonly RowLesson[],
  chosen: readonly string[],
  wish: LessonWish,
): { month: string; lessons: RowLesson[] } | undefined => {
  const missing = (wish.count ?? 0) - chosen.length;
  const { month } = wish;
  if (missing <= 0 || !month) return undefined;
  const later = lessons.filter((lesson) => lesson.day.slice(0, 7) > month && !lesson.owned);
  const next = later[0]?.day.slice(0, 7);
  if (!next) return undefined;
  return { month: next, lessons: later.filter((l) => l.day.startsWith(next)).slice(0, missing) };
};

/** "14 and 28 Mar 2026", "4, 11 and 18 Apr 2026", "28 Mar and 4 Apr 2026"; long lists name their ends. */
export const formatLessonDays = (days: readonly string[]): string => {
  const dates = days.map((day) => Temporal.PlainDate.from(day));
  const first = dates[0];
  const last = dates.at(-1);
  if (!first || !last) return '';
  const short = (date: Temporal.PlainDate) => formatMonthOfDay(date.toString());
  const end = `${short(last)} ${last.year}`;
  if (dates.length > 6)
    return `${first.day} ${short(first)}${first.year === last.year ? '' : ` ${first.year}`} to ${last.day} ${end}`;
  const words = dates.map((date, index) => {
    const next = dates[index + 1];
    const sameMonth = next && next.month === date.month && next.year === date.year;
    return !next || sameMonth ? String(date.day) : `${date.day} ${short(date)}`;
  });
  const list = words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words[0];
  return `${list} ${end}`;
};
