import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { fieldKindOf } from 'staffroom-contract/shared/shown.ts';
import type { z } from 'zod';
import type { AuditEntry } from './audit.ts';

type Cell = string | number | boolean | null | undefined;

/** A column of a download. Numbers stay numbers; a time is business time, and the heading names the zone. */
export type CsvColumn<Row> = { header: string } & (
  { value: (row: Row) => Cell } | { time: (row: Row) => Date | string | null | undefined }
);

/** Columns by wire name, formatted by schema: times, names of records, lists joined with commas. */
export const shownColumns =
  <Schema extends z.ZodObject>(schema: Schema) =>
  (...names: (keyof z.output<Schema> & string)[]): CsvColumn<z.output<Schema>>[] =>
    names.map((header) => {
      const field = (schema.shape as z.core.$ZodShape)[header];
      const isMoment = field !== undefined && fieldKindOf(field) === 'moment';
      const valueOf = (row: z.output<Schema>) => cellOf(row[header]);
      return isMoment
        ? { header, time: (row) => row[header] as string }
        : { header, value: valueOf };
    });

const cellOf = (value: unknown): Cell => {
  if (Array.isArray(value)) return value.map(cellOf).join(', ');
  return typeof value === 'object' && value !== null && 'name' in value
    ? String(value.name)
    : (value as Cell);
};

/** A list as a file: its name, its headings and its rows as cells. */
export type CsvAnswer = {
  fileName: string;
  lines: (timeZone: string) => AsyncGenerator<string[]>;
  /** The record of the file, for its audit row; by default the row is about a list. */
  of?: Pick<AuditEntry, 'action' | 'entity' | 'entityId'>;
};

/** The response of a list to `Accept: text/csv`. */
export const csvAnswer = <Row>(
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): CsvAnswer => ({
  fileName,
  lines: async function* (timeZone) {
    const timeOf = businessTime(timeZone);
    yield columns.map((column) =>
      'time' in column ? `${column.header} (${timeZone})` : column.header,
    );
    for await (const row of rows)
      yield columns.map((column) =>
        'time' in column ? timeOf(column.time(row)) : printed(column.value(row)),
      );
  },
});

/**
 * Streams a file as UTF-8 with BOM, which Excel needs for Chinese names, and CRLF, as fast as the caller reads: a large
 * list is never completely in memory. A list's first error is thrown here. `ended` gets the number of rows and whether
 * these are all, before the last byte: a download that cannot be recorded breaks.
 */
export const streamCsv = async (
  { lines }: CsvAnswer,
  timeZone: string,
  ended: (given: { rows: number; is_whole: boolean }) => Promise<unknown> = async () => undefined,
): Promise<Readable> => {
  const all = lines(timeZone);
  const headings = await all.next();
  const first = await all.next();
  const given = { rows: 0, is_whole: false };
  const counted = async function* () {
    try {
      if (!headings.done) yield headings.value;
      for (let next = first; !next.done; next = await all.next()) {
        given.rows += 1;
        yield next.value;
      }
      given.is_whole = true;
    } finally {
      await ended(given);
    }
  };
  const writer = stringify({
    bom: true,
    record_delimiter: 'windows',
    // With its own delimiter the writer would quote only CRLF, but other tools split at the other characters too.
    quoted_match: /[",;\t\r\n]/,
  });
  const source = Readable.from(counted());
  // A list that fails half-way must break the download, so that it does not look complete.
  source.on('error', (error) => writer.destroy(error));
  source.on('close', () => void all.return(undefined));
  writer.on('close', () => source.destroy());
  return source.pipe(writer);
};

/** Start of a formula for a spreadsheet, also in full-width form, at the start of a line. */
const formulaStart =
  /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]|(?<=[\r\n])[=+\-@\t\uff1d\uff0b\uff0d\uff20]/g;

/** Puts an apostrophe before formulas (decisions: Orders), on each line: some tools split cells at line feeds. */
export const escapeFormula = (text: string) => text.replaceAll(formulaStart, "'$&");

const printed = (cell: Cell): string => {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'string' ? escapeFormula(cell) : String(cell);
};

/** `2026-11-22 07:46`, a format that spreadsheets of all countries read. */
const businessTime = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return (instant: Date | string | null | undefined) =>
    instant ? format.format(new Date(instant)) : '';
};
