import { readMoney } from 'staffroom-contract/domains/orders/order-import-cells.rules.ts';
import type {
  ImportColumn,
  ImportRow,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { formatMonth } from 'staffroom-contract/domains/orders/order-import-dates.rules.ts';
import { formatMoney, toWireAmount, type Currency } from 'staffroom-contract/shared/money.ts';
import { formatLongDay } from '../../../lib/formats.ts';

/** A printed amount in cents; undefined unless it is certainly an amount in this currency. */
const readAmount = (text: string, currency: Currency): number | undefined => {
  const cell = readMoney(text);
  if (cell.kind !== 'amount') return undefined;
  return !cell.sign || cell.sign.currencies.includes(currency) ? cell.cents : undefined;
};

export type FileHint = { text: string; warns: boolean };

const plain = (text: string): FileHint => ({ text, warns: false });
const warning = (text: string): FileHint => ({ text, warns: true });

const money = (cents: number, currency: Currency) => formatMoney(toWireAmount(cents), currency);

/** Notes beside the cells: the interpreted value, or "not found". */
export const fileHints = (
  row: ImportRow,
  /** Number of the wanted lessons that exist; null without a class. */
  found: { lessons: number | null },
): Partial<Record<ImportColumn, FileHint>> => {
  const currency = row.currency ?? 'SGD';
  const amount = (column: ImportColumn) => readAmount(row.cells[column] ?? '', currency);
  const price = amount('llp_price');
  const total = amount('total');
  const commission = amount('commission');
  const wanted = row.wanted_lessons;
  const hints: Partial<Record<ImportColumn, FileHint>> = {};
  if (row.date_of_order) hints.date_of_order = plain(formatLongDay(row.date_of_order));
  if (row.class === null && row.cells['class']) hints.class = warning('not found');
  if (row.month) hints.for_month = plain(formatMonth(row.month));
  if (wanted !== null && row.month && found.lessons !== null && found.lessons < wanted)
    hints.lessons = warning(`${found.lessons} found`);
  if (price !== undefined && row.cells['llp_price'] !== money(price, currency))
    hints.llp_price = plain(money(price, currency));
  if (price !== undefined && wanted !== null)
    hints.total =
      total === wanted * price
        ? plain(`${wanted} × ${money(price, currency)}`)
        : warning(`${wanted} × ${money(price, currency)} is ${money(wanted * price, currency)}`);
  if (commission !== undefined && total)
    hints.commission = plain(`${Math.round((100 * commission) / total)}% of total`);
  if (commission !== undefined && total !== undefined && total > 0)
    hints.to_be_paid = plain(`${row.cells['total']} − ${row.cells['commission']}`);
  return hints;
};

/** How the order's price differs from the file's total, as a sentence; undefined if equal. */
export const compareWithFile = (
  printed: string,
  cents: number,
  currency: Currency,
): string | undefined => {
  const total = readAmount(printed, currency);
  if (printed === '') return undefined;
  if (total === undefined) return `The file says ${printed}.`;
  if (total === cents) return undefined;
  const difference = money(Math.abs(total - cents), currency);
  return `The file says ${money(total, currency)}, that is ${difference} ${total > cents ? 'more' : 'less'}.`;
};
