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
 * and CRLF. Rows are taken as fast as the caller reads, so a large list never stands in memory. What
 * refuses the list refuses it here, before the download begins.
 */
export const csvAnswer = async <Row>(
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<CsvAnswer> => {
  const all = (async function* () {
    yield* rows;
  })();
  const first = await all.next();
  const lines = async function* () {
    yield columns.map((column) => column.header);
    for (let next = first; !next.done; next = await all.next()) {
      const { value: row } = next;
      yield columns.map((column) => printed(column.value(row)));
    }
  };
  const writer = stringify({ bom: true, record_delimiter: 'windows' });
  const source = Readable.from(lines());
  // A list that fails half-way must break the download, not end it as if it were whole.
  source.on('error', (error) => writer.destroy(error));
  source.on('close', () => void all.return(undefined));
  writer.on('close', () => source.destroy());
  return { fileName, stream: source.pipe(writer) };
};
