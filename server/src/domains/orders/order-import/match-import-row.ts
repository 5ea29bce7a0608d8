import type { ImportProblem } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { quoted } from 'staffroom-contract/domains/orders/order-import-cells.rules.ts';
import {
  formatMonth,
  monthName,
} from 'staffroom-contract/domains/orders/order-import-dates.rules.ts';
import {
  problem,
  refusalProblem,
  type ReadRow,
} from 'staffroom-contract/domains/orders/order-import.rules.ts';
import { formatMoney, toWireAmount } from 'staffroom-contract/shared/money.ts';
import type { ClassRow, FactLesson, Facts } from './import-facts.ts';

/** Returns the one active class that a row names, or null with a problem for a person to resolve. */
export const findClass = (
  read: ReadRow,
  facts: Facts,
): { tuitionClass: ClassRow | null; problems: ImportProblem[] } => {
  if (read.className === '') return { tuitionClass: null, problems: [] };
  const name = read.className.toLowerCase();
  const named = facts.classes.get(name) ?? [];
  const active = named.filter((row) => row.isActive);
  const [first] = active;
  if (first && active.length === 1) return { tuitionClass: first, problems: [] };
  if (first) {
    const message = `${active.length} classes are called '${quoted(read.className)}'. Choose one of them.`;
    return { tuitionClass: null, problems: [withClass(problem('fix', 'class', message), first)] };
  }
  if (named.length > 0)
    return {
      tuitionClass: null,
      problems: [refusalProblem('fix', 'class', 'class_not_orderable')],
    };
  const near = facts.suggestions.get(name);
  if (!near)
    return {
      tuitionClass: null,
      problems: [
        problem(
          'fix',
          'class',
          'No class found matching that name. Choose a class or skip the row.',
        ),
      ],
    };
  const message = `No class is called '${quoted(read.className)}'. Did you mean ${near.name}?`;
  return { tuitionClass: null, problems: [withClass(problem('fix', 'class', message), near)] };
};

/** The class that the user chose, unless it no longer takes orders. */
export const takeClass = (chosen: ClassRow): ReturnType<typeof findClass> =>
  chosen.isActive
    ? { tuitionClass: chosen, problems: [] }
    : { tuitionClass: null, problems: [refusalProblem('fix', 'class', 'class_not_orderable')] };

const withClass = (found: ImportProblem, { id, name }: ClassRow): ImportProblem => ({
  ...found,
  suggestion: { class: id, label: name },
});

/** Refuses a price in another currency than the class's. */
export const currencyProblems = ({ price }: ReadRow, { currency }: ClassRow): ImportProblem[] =>
  price.kind === 'amount' && price.sign !== null && !price.sign.currencies.includes(currency)
    ? [
        problem(
          'fix',
          'llp_price',
          `The price is in ${price.sign.label} but the class is priced in ${currency}.`,
        ),
      ]
    : [];

/** Problems if the partner's price is not the class's; trials are free, unreadable amounts are reported elsewhere. */
export const priceProblems = (
  { type, price, total, lessons }: Pick<ReadRow, 'type' | 'price' | 'total' | 'lessons'>,
  { currency, rate, isFree }: Pick<ClassRow, 'currency' | 'rate' | 'isFree'>,
): ImportProblem[] => {
  if (type === 'TRIAL') return [];
  const costs = isFree ? 0 : rate;
  const centsOf = (cell: ReadRow['price']) =>
    cell.kind === 'amount' && (!cell.sign || cell.sign.currencies.includes(currency))
      ? cell.cents
      : undefined;
  const money = (cents: number) => formatMoney(toWireAmount(cents), currency);
  const [printed, sum] = [centsOf(price), centsOf(total)];
  if (printed !== undefined && printed !== costs) {
    const message = `The file says ${money(printed)} per lesson; the class costs ${money(costs)}.`;
    return [problem('warn', 'llp_price', message)];
  }
  // With both in the file, the total was already compared with lessons and price.
  if (printed !== undefined || sum === undefined || lessons === null) return [];
  const message = `The file says ${money(sum)}; ${lessons} lessons cost ${money(lessons * costs)}.`;
  return sum === lessons * costs ? [] : [problem('warn', 'total', message)];
};

export type Choice = {
  lessons: FactLesson[];
  tooFew: boolean;
  /** The user chose at least one of them. */
  byHand: boolean;
  problems: ImportProblem[];
};

/** The result while class, month, date or number are unknown. */
export const noChoice: Choice = { lessons: [], tooFew: false, byHand: false, problems: [] };

/** The lessons that the user chose, without those that are not active lessons of the class. */
export const keepLessons = (
  ids: readonly string[],
  { id }: Pick<ClassRow, 'id'>,
  facts: Pick<Facts, 'lessons'>,
): Choice => {
  const lessons = (facts.lessons.get(id) ?? []).filter((lesson) => ids.includes(lesson.id));
  return { ...noChoice, lessons, byHand: lessons.length > 0 };
};

/** Month, date and number only serve to choose lessons: they are not needed once the user has chosen. */
export const isSettledByLessons = ({ severity, field }: ImportProblem): boolean =>
  severity === 'fix' && ['for_month', 'date_of_order', 'lessons'].includes(field);

/** A class has at most one lesson a day. */
const mostInMonth = 31;

/** Returns the class's first N lessons of the month on or after the order's date (part 2 §5, CSV). */
export const chooseRowLessons = (
  { month, dateOfOrder, lessons: wanted }: Pick<ReadRow, 'month' | 'dateOfOrder' | 'lessons'>,
  { id }: Pick<ClassRow, 'id'>,
  facts: Pick<Facts, 'lessons'>,
): Choice => {
  if (month === null || dateOfOrder === null || wanted === null) return noChoice;
  const upcoming = (facts.lessons.get(id) ?? []).filter(
    ({ day }) => day >= dateOfOrder && day.startsWith(month),
  );
  if (upcoming.length >= wanted) return { ...noChoice, lessons: upcoming.slice(0, wanted) };
  const message =
    wanted > mostInMonth
      ? `${wanted} lessons is unusual; only ${upcoming.length} are scheduled in ${formatMonth(month)}.`
      : `${monthName(month)} has fewer than ${wanted} lessons left. Choose from the lessons found, or split the order.`;
  const problems = [problem('warn', 'lessons', message)];
  return { ...noChoice, lessons: upcoming, tooFew: true, problems };
};
