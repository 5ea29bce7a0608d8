import type {
  ImportDiscount,
  ImportRow,
} from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { readMonth } from '@staffroom/contract/domains/orders/order-import-dates.rules.ts';
import { priceOrder, type OrderType } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { errorCatalogue, type ErrorCode } from '@staffroom/contract/shared/errors.ts';
import { toCents, type Currency } from '@staffroom/contract/shared/money.ts';
import { isEmail } from '@staffroom/contract/shared/text.ts';
import { firstUpcoming, type LessonWish, type RowLesson } from './csv-import-lessons.ts';

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

/** An open row can be ordered or skipped; a skipped one can still be ordered. */
export const isOrderable = (row: ImportRow) => row.state === 'open' || row.state === 'skipped';

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
