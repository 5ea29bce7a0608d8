import { monthNames } from '../../shared/day-words.ts';
import { cleanText } from '../../shared/text.ts';
import { quoted } from './order-import-cells.rules.ts';
import { closestName } from './order-import-names.rules.ts';

const plain = (text: string) => cleanText(text.normalize('NFKC'));

/** A date, or its problem and, if there is a likely one, the intended date as D/M/YYYY. */
export type DateCell = { date: string } | { problem: string; near?: string };

const toDate = (year: number, month: number, day: number): string | undefined => {
  if (year < 2000 || year > 2100) return undefined;
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString();
  } catch {
    return undefined;
  }
};

/** Parses YYYY-MM-DD, YYYY/M/D and D/M/YYYY; a month above 12 is refused with the swapped date as a suggestion. */
export const readDate = (cell: string): DateCell => {
  const text = quoted(plain(cell));
  if (text === '') return { problem: 'No date of order. Choose the lessons yourself.' };
  const yearFirst = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text);
  const dayFirst = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/.exec(text);
  if (yearFirst) {
    const date = toDate(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
    return date === undefined ? { problem: `${text} is not a date.` } : { date };
  }
  if (!dayFirst) return { problem: `${text} is not a date. Write it as YYYY-MM-DD or D/M/YYYY.` };
  const [day, month, year] = [Number(dayFirst[1]), Number(dayFirst[2]), Number(dayFirst[3])];
  const date = toDate(year, month, day);
  if (date !== undefined) return { date };
  if (month > 12 && toDate(year, day, month) !== undefined) {
    const near = `${month}/${day}/${year}`;
    return { problem: `${text} has no month ${month}. Did you mean ${near}?`, near };
  }
  return { problem: `${text} is not a date.` };
};

/** `2026-04` → `April 2026` */
export const formatMonth = (month: string) => `${monthName(month)} ${month.slice(0, 4)}`;

/** `2026-04` → `April` */
export const monthName = (month: string) => monthNames[Number(month.slice(5)) - 1] ?? month;

/** A month as YYYY-MM (null: year unknown; a note if derived), or its problem with the months that may be intended. */
export type MonthCell =
  { month: string | null; note?: string } | { problem: string; near?: string[] };

const numberOf = (word: string) => {
  const letters = word.toLowerCase().replace(/\.$/, '');
  const index = monthNames.findIndex((name) => {
    const full = name.toLowerCase();
    return (
      letters === full || letters === full.slice(0, 3) || (letters === 'sept' && full[0] === 's')
    );
  });
  return index < 0 ? undefined : index + 1;
};

const namedMonths = (text: string) =>
  [...text.matchAll(/(\d{1,2})月|\p{Script=Latin}+\.?/gu)].flatMap((match) => {
    const number = match[1] === undefined ? numberOf(match[0]) : Number(match[1]);
    return number !== undefined && number >= 1 && number <= 12 ? [number] : [];
  });

/**
 * Parses `for_month`: English names in full or three letters, with or without a year, `4月`, `2026年4月`, `2026-04`.
 * Without a year: that of the order's date, or the next one if the month has passed; unknown without an order date.
 */
export const readMonth = (cell: string, dateOfOrder: string | undefined): MonthCell => {
  const text = quoted(plain(cell));
  if (text === '') return { problem: 'No month. Choose the lessons yourself.' };
  const iso = /^(\d{4})-(\d{2})$/.exec(text);
  const found = iso ? [Number(iso[2])] : namedMonths(text);
  const [first, second] = found;
  if (first !== undefined && second !== undefined && first !== second) return severalMonths(found);
  const year = /(?<!\d)(20\d\d)(?!\d)/.exec(text)?.[1];
  if (first === undefined || first < 1 || first > 12 || !isOnlyMonth(text, year))
    return notAMonth(text);
  const inYear = (of: number) => `${of}-${String(first).padStart(2, '0')}`;
  if (year !== undefined) return { month: inYear(Number(year)) };
  if (dateOfOrder === undefined) return { month: null };
  const orderYear = Number(dateOfOrder.slice(0, 4));
  if (inYear(orderYear) >= dateOfOrder.slice(0, 7)) return { month: inYear(orderYear) };
  const month = inYear(orderYear + 1);
  return {
    month,
    note: `${monthName(month)} had passed on ${dateOfOrder}. It is read as ${formatMonth(month)}.`,
  };
};

const isOnlyMonth = (text: string, year: string | undefined) => {
  const rest = text
    .replace(year ?? '', '')
    .replace(/\d{1,2}月|\p{Script=Latin}+\.?|-\d{2}$/u, '')
    .replaceAll(/[年\s,.'/-]/g, '');
  return rest === '';
};

const severalMonths = (numbers: number[]): MonthCell => {
  const near = [...new Set(numbers)].flatMap((number) => monthNames[number - 1] ?? []);
  const choice = `${near.slice(0, -1).join(', ')} or ${near.at(-1)}`;
  return { problem: `One month per row. Choose ${choice}, then add the rest by hand.`, near };
};

const notAMonth = (text: string): MonthCell => {
  const word = /\p{Script=Latin}+/u.exec(text)?.[0];
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  const near =
    monthNames[number - 1] ?? (word === undefined ? undefined : closestName(word, monthNames));
  const problem = `'${text}' is not a month.`;
  return near === undefined
    ? { problem }
    : { problem: `${problem} Did you mean ${near}?`, near: [near] };
};
