import Papa from 'papaparse';
import { maxImportRows } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import {
  matchColumns,
  missingColumnsMessage,
} from '@staffroom/contract/domains/orders/order-import.rules.ts';
import { cleanText } from '@staffroom/contract/shared/text.ts';

/** A file as read: `rows[0]` is data row 1; cells stand as printed. */
export type CsvTable = { columns: string[]; rows: string[][] };

export type CsvReading = { ok: true; table: CsvTable } | { ok: false; problem: string };

const maxCell = 5000;
const maxColumns = 200;
const delimiters = [',', ';', '\t'] as const;

export const notUtf8Message =
  'This file is not UTF-8. In Excel choose "CSV UTF-8 (Comma delimited)" and save again.';

const refuse = (problem: string): CsvReading => ({ ok: false, problem });

/** The bytes as text without the byte order mark; undefined when they are not UTF-8. */
export const decodeUtf8 = (bytes: ArrayBuffer | Uint8Array): string | undefined => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // UTF-16 of plain letters passes as UTF-8 with a NUL beside each.
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined;
  }
};

/**
 * Reads a partner's file: comma, semicolon or tab, quoted cells, any line ends (decisions: Orders).
 * Says in one sentence what is wrong with a file that cannot be previewed.
 */
export const readCsvText = (file: string): CsvReading => {
  const text = file.replace(aboveHeader, '');
  const delimiter = delimiterOf(text);
  const { data, errors } = parse(text, delimiter);
  const [columns, ...rows] = withoutTrailingBlanks(data);
  if (!columns) return refuse('The file is empty.');
  const problem = columnProblem(columns) ?? quoteProblem(errors[0]) ?? sizeProblem(columns, rows);
  return problem === undefined ? { ok: true, table: { columns, rows } } : refuse(problem);
};

/** Blank lines and Excel's `sep=;`. */
const aboveHeader = /^(?:(?:[ \t,;]*|"?sep=.?"?[ \t]*)(?:\r\n|\r|\n))*/i;

const parse = (text: string, delimiter: string, preview = 0) => {
  const newline = text.includes('\n') ? '\n' : '\r';
  const result = Papa.parse<string[]>(text, { delimiter, newline, preview });
  // Lines that end in CR LF leave the CR on their last cell.
  return { ...result, data: result.data.map(withoutLastReturn) };
};

const withoutLastReturn = (cells: string[]) => {
  const last = cells.at(-1);
  return last?.endsWith('\r') ? [...cells.slice(0, -1), last.slice(0, -1)] : cells;
};

/** The delimiter under which the header has most of the columns that we need. */
const delimiterOf = (text: string) => {
  const scores = delimiters.map((delimiter) => {
    const header = parse(text, delimiter, 1).data[0] ?? [];
    return { delimiter, known: matchColumns(header).positions.size, cells: header.length };
  });
  return scores.toSorted((a, b) => b.known - a.known || b.cells - a.cells)[0]?.delimiter ?? ',';
};

const columnProblem = (header: readonly string[]): string | undefined => {
  const { missing, positions, extra } = matchColumns(header);
  if (missing.length > 0) return missingColumnsMessage(missing);
  const twice = [...positions.keys()].find((column) =>
    extra.some((name) => cleanText(name).toLowerCase() === column),
  );
  if (twice) return `The file has the column ${twice} more than once.`;
  if (header.length > maxColumns) return `The file has more than ${maxColumns} columns.`;
  return undefined;
};

const quoteProblem = (error: Papa.ParseError | undefined) =>
  error?.type === 'Quotes'
    ? `A quotation mark in data row ${error.row ?? 1} is not closed or stands in the wrong place.`
    : undefined;

const sizeProblem = (columns: readonly string[], rows: readonly string[][]) => {
  if (rows.length === 0) return 'The file has no rows below its header.';
  if (rows.length > maxImportRows)
    return `The file has ${rows.length.toLocaleString('en-SG')} rows. At most 5,000 can be imported at once; split the file.`;
  for (const [index, cells] of rows.entries()) {
    const column = cells.findIndex((cell) => cell.length > maxCell);
    if (column >= 0)
      return `Data row ${index + 1} holds more than 5,000 characters in ${columns[column] ?? `cell ${column + 1}`}.`;
    if (cells.length > maxColumns)
      return `Data row ${index + 1} has more than ${maxColumns} cells.`;
  }
  return undefined;
};

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell === '');

/** Line ends after the last row are no rows; blank rows between rows keep their number. */
const withoutTrailingBlanks = (rows: string[][]) =>
  rows.slice(0, rows.findLastIndex((cells) => !(cells.length <= 1 && isBlank(cells))) + 1);
