import { readMonth } from '@staffroom/contract/domains/orders/order-import-dates.rules.ts';
import type {
  ImportDiscount,
  ImportRow,
} from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { priceOrder, type OrderType } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { errorCatalogue, type ErrorCode } from '@staffroom/contract/shared/errors.ts';
import { toCents, type Currency } from '@staffroom/contract/shared/money.ts';
import { isEmail } from '@staffroom/contract/shared/text.ts';
import { formatMonthOfDay } from '../../../lib/formats.ts';

/** What a person changed on a row; what is missing stands as the file has it. */
export type RowEdit = {
  class?: string;
  email?: string;
  /** The chosen lessons; missing means the first upcoming ones. */
  lessons?: readonly string[];
  month?: string;
  orderedOn?: string;
  /** Only where the file's type could not be read. */
  type?: OrderType;
};

/** A class as a row needs it to be priced and described. */
export type RowClass = {
  _id: string;
  name: string;
  schedule: { date_of_week: string; start_time: string; end_time: string };
  rate: number;
  currency: Currency;
  max_cap: number;
};

/** An open row can be ordered or skipped; a skipped one, and one whose order was cancelled, can still be ordered. */
export const isOrderable = ({ state }: ImportRow) =>
  state === 'open' || state === 'skipped' || state === 'cancelled';

export const emailOf = (row: ImportRow, edit: RowEdit) => edit.email ?? row.email;
export const classOf = (row: ImportRow, edit: RowEdit) => edit.class ?? row.class;
export const typeOf = (row: ImportRow, edit: RowEdit) => edit.type ?? row.type;

/** Does the row still read as the file has it? Then what the preview found holds. */
export const asInFile = (row: ImportRow, edit: RowEdit) =>
  classOf(row, edit) === row.class &&
  emailOf(row, edit).trim().toLowerCase() === row.email.trim().toLowerCase();

/** Was a correction made that lets lessons be chosen anew? */
export const isMoved = (row: ImportRow, edit: RowEdit) =>
  !asInFile(row, edit) || edit.month !== undefined || edit.orderedOn !== undefined;

/** What lessons the row asks for. */
export const wishOf = (row: ImportRow, edit: RowEdit): LessonWish => ({
  month: edit.month ?? (edit.orderedOn ? monthByDate(row, edit.orderedOn) : row.month),
  orderedOn: edit.orderedOn ?? row.date_of_order,
  count: row.wanted_lessons,
});

/** A month without a year has none until the date is known. */
const monthByDate = (row: ImportRow, orderedOn: string) => {
  const read = readMonth(row.cells['for_month'] ?? '', orderedOn);
  return 'month' in read ? read.month : null;
};

/** The lessons that the row asks for by itself, those the student already has among them. */
export const wantedLessons = (
  row: ImportRow,
  edit: RowEdit,
  lessons: readonly RowLesson[],
): RowLesson[] =>
  isMoved(row, edit)
    ? firstUpcoming(lessons, wishOf(row, edit))
    : lessons.filter((lesson) => row.lesson.includes(lesson._id));

/** The lessons that would be ordered: those chosen by hand, else the first upcoming ones. */
export const chosenLessons = (
  row: ImportRow,
  edit: RowEdit,
  lessons: readonly RowLesson[],
): RowLesson[] => {
  const { lessons: byHand } = edit;
  const chosen = byHand
    ? lessons.filter((lesson) => byHand.includes(lesson._id))
    : wantedLessons(row, edit, lessons);
  return chosen.filter((lesson) => !lesson.owned);
};

/** Create Order needs a class, at least one lesson and no e-mail error (part 2 §5, CSV). */
export const canOrder = (row: ImportRow, edit: RowEdit, chosen: readonly RowLesson[]) =>
  isOrderable(row) &&
  classOf(row, edit) !== null &&
  typeOf(row, edit) !== null &&
  chosen.length > 0 &&
  isEmail(emailOf(row, edit).trim());

export type RowPrice = {
  currency: Currency;
  /** Cents. */
  rate: number;
  lessons: number;
  original: number;
  actual: number;
  /** The code, what it takes off, or why it does not apply. */
  discount: { code: string; off: number; refusal?: string } | null;
};

/** What the order would cost by the class's rate and the file's code (decisions: Orders). */
export const priceOf = (
  row: ImportRow,
  edit: RowEdit,
  tuitionClass: RowClass,
  lessons: number,
  discount: ImportDiscount | null,
): RowPrice => {
  const type = typeOf(row, edit) ?? 'PAYMENT';
  const refusal = discount
    ? (whyNeverApplies(row) ?? whyNot(discount, tuitionClass, type === 'TRIAL'))
    : undefined;
  const rate = toCents(tuitionClass.rate);
  const price = priceOrder({
    type,
    isFree: tuitionClass.rate === 0,
    rateCents: rate,
    billableLessons: lessons,
    discount: discount && !refusal ? discount : undefined,
  });
  return {
    currency: tuitionClass.currency,
    rate: type === 'TRIAL' ? 0 : rate,
    lessons,
    ...price,
    discount: discount && {
      code: discount.code,
      off: price.original - price.actual,
      ...(refusal && { refusal }),
    },
  };
};

/** The server says of a code that is used up or over, with the row; that does not depend on its class. */
const whyNeverApplies = (row: ImportRow) =>
  row.problems.find(({ code }) => code !== undefined && general.includes(code))?.message;

const general: readonly ErrorCode[] = [
  'discount_code_unknown',
  'discount_code_disabled',
  'discount_code_not_started',
  'discount_code_expired',
  'discount_code_used_up',
];

const whyNot = (discount: ImportDiscount, tuitionClass: RowClass, isTrial: boolean) => {
  const { classes, discount_type: kind } = discount;
  const fixed = kind === 'Absolute' || kind === 'Each Element Dollar Off';
  if (classes.length > 0 && !classes.includes(tuitionClass._id))
    return errorCatalogue.discount_code_other_class[1];
  if (fixed && discount.currency !== tuitionClass.currency)
    return errorCatalogue.discount_code_other_currency[1];
  return isTrial && discount.block_trial
    ? errorCatalogue.discount_code_not_for_trials[1]
    : undefined;
};

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
