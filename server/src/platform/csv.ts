import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { CsvAnswer } from './handle.ts';

type Cell = string | number | boolean | null | undefined;

/** A column of a download: its heading and what it shows of a row. Numbers stay numbers. */
export type CsvColumn<Row> = { header: string; value: (row: Row) => Cell };

/** What a spreadsheet takes for the start of a formula, full-width forms included. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Text that a spreadsheet would run as a formula gets a leading apostrophe (decisions: Orders). */
export const escapeFormula = (text: string) => (formulaStart.test(text) ? `'${text}` : text);

const printed = (cell: Cell): string => {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'string' ? escapeFormula(cell) : String(cell);
};

/**
 * The answer of a list to `Accept: text/csv`: UTF-8 with BOM, which Excel needs to read Chinese names,
 * and CRLF. Rows are taken as fast as the caller reads, so a large list never stands in memory.
 */
export const csvAnswer = <Row>(
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): CsvAnswer => {
  const lines = async function* () {
    yield columns.map((column) => column.header);
    for await (const row of rows) yield columns.map((column) => printed(column.value(row)));
  };
  const writer = stringify({ bom: true, record_delimiter: 'windows' });
  const source = Readable.from(lines());
  // A list that fails half-way must break the download, not end it as if it were whole.
  source.on('error', (error) => writer.destroy(error));
  writer.on('close', () => source.destroy());
  return { fileName, stream: source.pipe(writer) };
};

/**
 * All rows of a list, read page by page: `read` gets the last row of the page before and answers the
 * next page, an empty one at the end.
 */
export const inPages = async function* <Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const page = await read(last);
    yield* page;
    last = page.at(-1);
    if (last === undefined) return;
  }
};

const rowsAtOnce = 1000;

/** All rows of a list through the list itself, for lists that are short or rarely downloaded. */
export const everyRow = async function* <Row, Query extends { max: number; offset: number }>(
  list: (query: Query) => Promise<{ data: readonly Row[] }>,
  query: Query,
): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += rowsAtOnce) {
    const { data } = await list({ ...query, max: rowsAtOnce, offset });
    yield* data;
    if (data.length < rowsAtOnce) return;
  }
};
