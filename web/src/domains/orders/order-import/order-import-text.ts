import Papa from 'papaparse';
import {
  maxImportColumns,
  maxImportRows,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import {
  matchColumns,
  missingColumnsMessage,
} from 'staffroom-contract/domains/orders/order-import.rules.ts';
import { cleanText } from 'staffroom-contract/shared/text.ts';

/** A parsed file: `rows[0]` is data row 1; cells are kept as printed. */
export type CsvTable = { columns: string[]; rows: string[][] };

export type CsvReading = { ok: true; table: CsvTable } | { ok: false; problem: string };

const maxCell = 5000;
/** Empty lines between rows and after them. */
const maxBlankLines = 100_000;
const delimiters = [',', ';', '\t'] as const;

export const notUtf8Message =
  'This file is not UTF-8. In Excel choose "CSV UTF-8 (Comma delimited)" and save again.';

const refuse = (problem: string): CsvReading => ({ ok: false, problem });

/** The bytes as text without the byte order mark; undefined if they are not UTF-8. */
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
 * Reads a partner's file: comma, semicolon or tab, quoted cells, any line ends (decisions: Orders). Reading stops at the
 * first limit that the file exceeds. Otherwise returns one sentence that says why the file cannot be previewed.
 */
export const readCsvText = (file: string): CsvReading => {
  const text = belowBlankLines(file);
  const table = new TableReader();
  eachRow(text, delimiterOf(text), (cells, error) => table.add(cells, error));
  return table.reading();
};

const blankLine = /(?:[ \t,;]*|"?sep=.?"?[ \t]*)(?:\r\n|\r|\n)/iy;

/** The text without blank lines and Excel's `sep=;` above the header. */
const belowBlankLines = (file: string): string => {
  let start = 0;
  for (blankLine.lastIndex = 0; blankLine.test(file);) start = blankLine.lastIndex;
  return file.slice(start);
};

type AddRow = (cells: string[], error: Papa.ParseError | undefined) => 'go on' | 'stop';

/** Reads row by row until the end or until `add` returns 'stop'. */
const eachRow = (text: string, delimiter: string, add: AddRow): void => {
  const newline = text.includes('\n') ? '\n' : '\r';
  Papa.parse<string[]>(text, {
    delimiter,
    newline,
    // Fast mode would split the whole text at once.
    fastMode: false,
    step: ({ data, errors }, parser) => {
      if (add(withoutLastReturn(data), errors[0]) === 'stop') parser.abort();
    },
  });
};

/** Rows that end in CR LF keep the CR in their last cell. */
const withoutLastReturn = (cells: string[]) => {
  const last = cells.at(-1);
  return last?.endsWith('\r') ? [...cells.slice(0, -1), last.slice(0, -1)] : cells;
};

/** Collects a file's rows and stops at the first problem. */
class TableReader {
  #columns: string[] | undefined;
  #rows: string[][] = [];
  /** Blank lines since the last row; at the end of the file they do not count as rows. */
  #blank = 0;
  #problem: string | undefined;

  add(cells: string[], error: Papa.ParseError | undefined): 'go on' | 'stop' {
    this.#problem = this.#columns ? this.#addRow(cells, error) : this.#addHeader(cells, error);
    return this.#problem === undefined ? 'go on' : 'stop';
  }

  reading(): CsvReading {
    if (this.#problem !== undefined) return refuse(this.#problem);
    if (!this.#columns) return refuse('The file is empty.');
    if (this.#rows.length === 0) return refuse('The file has no rows below its header.');
    return { ok: true, table: { columns: this.#columns, rows: this.#rows } };
  }

  #addHeader(cells: string[], error: Papa.ParseError | undefined) {
    if (isBlankLine(cells)) return undefined;
    this.#columns = cells;
    return columnProblem(cells) ?? quoteProblem(error, 1);
  }

  #addRow(cells: string[], error: Papa.ParseError | undefined) {
    if (isBlankLine(cells)) {
      this.#blank += 1;
      return this.#blank > maxBlankLines ? tooManyBlankLines : undefined;
    }
    const row = this.#rows.length + this.#blank + 1;
    if (row > maxImportRows) return tooManyRows;
    for (; this.#blank > 0; this.#blank -= 1) this.#rows.push(['']);
    this.#rows.push(cells);
    return quoteProblem(error, row) ?? rowProblem(cells, row, this.#columns ?? []);
  }
}

/** The delimiter with which the header contains most of the required columns. */
const delimiterOf = (text: string) => {
  const scores = delimiters.map((delimiter) => {
    let header: string[] = [];
    eachRow(text, delimiter, (cells) => {
      header = cells;
      return 'stop';
    });
    return {
      delimiter,
      known: matchColumns(header.slice(0, maxImportColumns)).positions.size,
      cells: header.length,
    };
  });
  return scores.toSorted((a, b) => b.known - a.known || b.cells - a.cells)[0]?.delimiter ?? ',';
};

const columnProblem = (header: readonly string[]): string | undefined => {
  if (header.length > maxImportColumns)
    return `The file has more than ${maxImportColumns} columns.`;
  const { missing, positions, extra } = matchColumns(header);
  if (missing.length > 0) return missingColumnsMessage(missing);
  const twice = [...positions.keys()].find((column) =>
    extra.some((name) => cleanText(name).toLowerCase() === column),
  );
  if (twice) return `The file has the column ${twice} more than once.`;
  return undefined;
};

const quoteProblem = (error: Papa.ParseError | undefined, row: number) =>
  error?.type === 'Quotes'
    ? `A quotation mark in data row ${row} is not closed or is misplaced.`
    : undefined;

const tooManyRows =
  'The file has more than 5,000 rows. At most 5,000 can be imported at once; split the file.';
const tooManyBlankLines =
  'The file has more than 100,000 empty lines. Please delete them and save the file again.';

const rowProblem = (cells: readonly string[], row: number, columns: readonly string[]) => {
  const column = cells.findIndex((cell) => cell.length > maxCell);
  if (column >= 0)
    return `Data row ${row} has more than 5,000 characters in ${columns[column] ?? `cell ${column + 1}`}.`;
  return cells.length > maxImportColumns
    ? `Data row ${row} has more than ${maxImportColumns} cells.`
    : undefined;
};

const isBlankLine = (cells: readonly string[]) => cells.length <= 1 && (cells[0] ?? '') === '';
