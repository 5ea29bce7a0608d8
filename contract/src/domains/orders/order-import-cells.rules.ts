import type { Currency } from '../../shared/money.ts';
import { cleanText, isEmail } from '../../shared/text.ts';

/** Converts full-width digits and signs of Chinese or Japanese spreadsheets to ASCII, and trims. */
const plain = (text: string) => cleanText(text.normalize('NFKC'));

/** Most characters of a cell that a message quotes. */
const mostShown = 60;

/** A cell quoted in a message, cut if it is long. */
export const quoted = (cell: string) =>
  cell.length > mostShown ? `${cell.slice(0, mostShown).toWellFormed()}…` : cell;

/** The currencies that an amount's sign may mean; empty for a currency that the product does not support. */
type CurrencySign = { label: string; currencies: readonly Currency[] };

export type MoneyCell =
  | { kind: 'empty' }
  | { kind: 'unreadable' }
  | { kind: 'amount'; cents: number; sign: CurrencySign | null };

const signs: [RegExp, CurrencySign][] = [
  [/US\$|USD/i, { label: 'USD', currencies: ['USD'] }],
  [/S\$|SGD/i, { label: 'SGD', currencies: ['SGD'] }],
  [/Rp\.?|IDR/i, { label: 'IDR', currencies: ['IDR'] }],
  [/CNY|RMB|元/i, { label: 'CNY', currencies: ['CNY'] }],
  [/JPY|円/i, { label: 'JPY', currencies: [] }],
  [/¥/, { label: '¥ (CNY or JPY)', currencies: ['CNY'] }],
  [/€|EUR/i, { label: 'EUR', currencies: [] }],
  [/£|GBP/i, { label: 'GBP', currencies: [] }],
  [/MYR|RM/i, { label: 'MYR', currencies: [] }],
  [/\$/, { label: '$', currencies: ['SGD', 'USD'] }],
];

const withCommas = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;
/** Indonesian: dots between thousands, a comma before the decimals. */
const withDots = /^(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/;

/**
 * Parses an amount into cents: `$`, currency words, spaces and thousands separators are dropped; parentheses or a
 * leading minus mean negative; dots are thousands separators only for rupiah. An ambiguous amount is unreadable.
 */
export const readMoney = (cell: string): MoneyCell => {
  let text = plain(cell).replaceAll('\u2212', '-');
  if (text === '') return { kind: 'empty' };
  const inBrackets = /^\((.*)\)$/.exec(text);
  if (inBrackets) text = inBrackets[1] ?? '';
  const found = signs.find(([pattern]) => pattern.test(text));
  const sign = found?.[1] ?? null;
  if (found) text = text.replace(found[0], '');
  text = text.replaceAll(/\s/g, '');
  const isNegative = Boolean(inBrackets) !== text.startsWith('-');
  const digits = text.replace(/^-/, '');
  const isRupiah = sign?.label === 'IDR';
  const match =
    withCommas.exec(digits) && !(isRupiah && withDots.test(digits))
      ? { number: digits.replaceAll(',', '') }
      : isRupiah && withDots.test(digits)
        ? { number: digits.replaceAll('.', '').replace(',', '.') }
        : null;
  if (!match || match.number.length > 12) return { kind: 'unreadable' };
  const [whole = '0', decimals = ''] = match.number.split('.');
  const cents = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return { kind: 'amount', cents: isNegative && cents > 0 ? -cents : cents, sign };
};

export type LessonsCell = { lessons: number } | { problem: string };

/** More lessons than any class has. */
const tooManyLessons = 10_000;

/** Parses the number of lessons: a whole number from 1. */
export const readLessons = (cell: string): LessonsCell => {
  const text = plain(cell).replaceAll('\u2212', '-');
  if (text === '') return { problem: 'No number of lessons. Choose the lessons yourself.' };
  const whole = /^([+-]?\d+)(?:\.0+)?$/.exec(text);
  if (!whole) return { problem: 'Lessons must be a whole number.' };
  const lessons = Number(whole[1]);
  if (lessons <= 0) return { problem: `Lessons is ${quoted(text)}. Choose at least one lesson.` };
  if (lessons >= tooManyLessons)
    return {
      problem: `Lessons is ${quoted(text)}, more than a class has. Choose the lessons yourself.`,
    };
  return { lessons };
};

export type EmailCell =
  | { kind: 'empty' }
  | { kind: 'several'; emails: string[] }
  | { kind: 'invalid' }
  | { kind: 'email'; email: string };

/** Parses an e-mail cell; `email` is as typed, so compare it in lower case. */
export const readEmail = (cell: string): EmailCell => {
  const text = cleanText(cell);
  if (text === '') return { kind: 'empty' };
  if (isEmail(text)) return { kind: 'email', email: text };
  const parts = text.split(/[\s;,/|]+|\bor\b|\band\b/).filter((part) => part.includes('@'));
  return parts.length > 1 ? { kind: 'several', emails: parts } : { kind: 'invalid' };
};

/** The first character that would make a spreadsheet treat the cell as a formula, if any. */
export const formulaSign = (cell: string): string | undefined => {
  if (/^[\t\r]/.test(cell)) return 'a tab or line break';
  const first = plain(cell).charAt(0);
  return first !== '' && '=+-@'.includes(first) ? `'${first}'` : undefined;
};
