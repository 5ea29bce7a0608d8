import type {
  assessImportRow,
  ImportClass,
  ImportProblem,
  ImportRow,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import type { OrderType } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { toCents, type Currency } from 'staffroom-contract/shared/money.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { isEmail } from 'staffroom-contract/shared/text.ts';
import { formatMonthOfDay } from '../../../lib/formats.ts';

/** The user's changes to a row; missing properties keep the file's values. */
export type RowEdit = {
  class?: string;
  email?: string;
  /** Lessons chosen by hand; the first upcoming ones if missing. */
  lessons?: readonly string[];
  /** The problems that the lessons had before these were chosen; they stay visible, marked as fixed. */
  settled?: readonly ImportProblem[];
  month?: string;
  orderedOn?: string;
  /** Only set if the file's type could not be read. */
  type?: OrderType;
  /** Of a new student. */
  name?: string;
  /** The row's cells while they are being corrected, in the order of the file; saved separately. */
  cells?: readonly string[] | undefined;
};

/** A class as a row shows it. */
export type RowClass = ImportClass;

/** An open row can be ordered or skipped; a skipped one, and one whose order was cancelled, can still be ordered. */
export const isOrderable = ({ state }: ImportRow) =>
  state === 'open' || state === 'skipped' || state === 'cancelled';

export const emailOf = (row: ImportRow, edit: RowEdit) => edit.email ?? row.email;
export const studentNameOf = (row: ImportRow, edit: RowEdit) => edit.name ?? row.name;
export const classOf = (row: ImportRow, edit: RowEdit) => edit.class ?? row.class;

type Correction = BodyInput<typeof assessImportRow>;

/** The request to the server: the row's corrections; undefined while the row is as in the file. */
export const correctionOf = (row: ImportRow, edit: RowEdit): Correction | undefined => {
  const email = edit.email?.trim();
  const correction: Correction = {
    ...(edit.class !== undefined && edit.class !== row.class && { class: edit.class }),
    ...(email !== undefined && email !== row.email && { email }),
    ...(edit.name !== undefined && edit.name !== row.name && { name: edit.name }),
    ...(edit.type && { type: edit.type }),
    ...(edit.month !== undefined && { month: edit.month }),
    ...(edit.orderedOn !== undefined && { date_of_order: edit.orderedOn }),
    ...(edit.lessons && { lesson: [...edit.lessons] }),
  };
  return Object.keys(correction).length === 0 ? undefined : correction;
};

/** The lessons that would be ordered: those chosen by hand, else those that the server chose. */
export const chosenLessons = (
  assessed: Pick<ImportRow, 'lesson'>,
  edit: RowEdit,
  lessons: readonly RowLesson[],
): RowLesson[] => {
  const chosen = edit.lessons ?? assessed.lesson;
  return lessons.filter((lesson) => chosen.includes(lesson._id) && !lesson.owned);
};

/**
 * Create Order needs a class, at least one lesson and a valid e-mail (part 2 §5, CSV); a new student (null) also needs a
 * Cells that are being corrected are saved first. `assessed` is the row as the server sees it with the corrections.
 */
export const canOrder = (
  assessed: ImportRow,
  edit: RowEdit,
  chosen: readonly RowLesson[],
  student?: object | null,
) =>
  isOrderable(assessed) &&
  edit.cells === undefined &&
  (student !== null || studentNameOf(assessed, edit).trim() !== '') &&
  assessed.class !== null &&
  assessed.type !== null &&
  chosen.length > 0 &&
  isEmail(emailOf(assessed, edit).trim());

export type RowPrice = {
  currency: Currency;
  /** Lessons that are charged. */
  lessons: number;
  /** Cents, as the others. */
  rate: number;
  original: number;
  actual: number;
  /** The import's code, what it takes off, or why it does not apply. */
  discount: { code: string; off: number; refusal?: string } | null;
};

/** The price of the order from the server; null while it is unknown. */
export const priceOf = (assessed: ImportRow, code: string | null): RowPrice | null => {
  const { currency, original_price: before, price, problems } = assessed;
  if (currency === null || before === null || price === null) return null;
  const lessons = assessed.lesson.length - assessed.owned_lesson.length;
  const [original, actual] = [toCents(before), toCents(price)];
  const refusal = problems.find((problem) => problem.code?.startsWith('discount_code'))?.message;
  return {
    currency,
    lessons,
    rate: lessons === 0 ? 0 : original / lessons,
    original,
    actual,
    discount: code === null ? null : { code, off: original - actual, ...(refusal && { refusal }) },
  };
};

/** A lesson that a row can order, with its business day and whether the student owns it. */
export type RowLesson = {
  _id: string;
  name: string;
  meta: { index: number; term: number };
  day: string;
  seats: number;
  owned: boolean;
};

/** A class's lessons in the shape that rows need, earliest first. */
export const toRowLessons = (
  lessons: ImportClass['lessons'],
  owned: readonly string[],
  timeZone: string,
): RowLesson[] =>
  lessons
    .map((lesson) => ({
      _id: lesson._id,
      name: lesson.name,
      meta: lesson.meta,
      seats: lesson.seats,
      day: businessDayOf(lesson.scheduled_on, timeZone),
      owned: owned.includes(lesson._id),
    }))
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.meta.index - b.meta.index);

/** Lessons to complete a month that has too few: the first ones of the next month with lessons. */
export const fillFromNextMonth = (
  lessons: readonly RowLesson[],
  { lesson: found, month, wanted_lessons: wanted }: ImportRow,
): { month: string; lessons: RowLesson[] } | undefined => {
  const missing = (wanted ?? 0) - found.length;
  if (missing <= 0 || !month) return undefined;
  const later = lessons.filter((lesson) => lesson.day.slice(0, 7) > month && !lesson.owned);
  const next = later[0]?.day.slice(0, 7);
  if (!next) return undefined;
  return { month: next, lessons: later.filter((l) => l.day.startsWith(next)).slice(0, missing) };
};

/** "14 and 28 Mar 2026", "28 Mar and 4 Apr 2026"; long lists show the first and last day. */
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
