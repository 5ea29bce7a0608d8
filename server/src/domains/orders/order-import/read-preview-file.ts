import { createHash } from 'node:crypto';
import {
  importColumns,
  maxImportRows,
  previewOrderImport,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import {
  cellsOf,
  matchColumns,
  missingColumnsMessage,
  readRows,
  type FileRow,
  type ReadRow,
} from 'staffroom-contract/domains/orders/order-import.rules.ts';
import { refusal } from '../../../platform/errors.ts';
import { parseBody } from '../../../platform/parse-body.ts';

/** A partner's file, parsed and validated, before any lookups. */
export type PreviewFile = {
  name: string;
  code: string | null;
  fileRows: readonly FileRow[];
  read: readonly ReadRow[];
  columns: readonly string[];
  /** For each row: its cells in the file's order if their number differs from the header's, otherwise null. */
  shifted: readonly (readonly string[] | null)[];
  extra: string[];
  contentHash: Uint8Array;
};

/**
 * Parses and validates the body of a preview in a worker thread, matches the columns and reads the rows. Throws
 * malformed_json, invalid_value, file_columns_missing, file_empty, file_too_long.
 */
export const readPreviewFile = (bytes: Uint8Array): PreviewFile => {
  const { file_name: name, discount_code, columns, rows } = parseBody(previewOrderImport, bytes);
  const match = matchColumns(columns);
  if (match.missing.length > 0)
    throw refusal('file_columns_missing', {
      field: 'columns',
      message: missingColumnsMessage(match.missing),
    });
  // A final line feed is no row; a row of separators alone is a blank row.
  const last = rows.findLastIndex((row) => row.length > 1 || (row[0] ?? '') !== '');
  const lines = rows.slice(0, last + 1);
  if (lines.length > maxImportRows) throw refusal('file_too_long', { field: 'rows' });
  const header = columns.length;
  const fileRows = lines.map((line) => ({
    cells: cellsOf(line, match),
    counts: { row: line.length, header },
  }));
  const read = readRows(fileRows);
  if (read.every((row) => row.kind === 'blank')) throw refusal('file_empty', { field: 'rows' });
  return {
    name,
    code: discount_code || null,
    fileRows,
    read,
    columns,
    shifted: lines.map((line) => (line.length === header ? null : line)),
    extra: match.extra,
    contentHash: hashRows({ fileRows, read, header }),
  };
};

/**
 * Hashes the trimmed cells of the known columns in a fixed order, so that re-saving a file does not change it, and the
 * number of cells if it is wrong, so that a corrected file is a new one.
 */
const hashRows = ({
  fileRows,
  read,
  header,
}: Pick<PreviewFile, 'fileRows' | 'read'> & { header: number }) =>
  createHash('sha256')
    .update(
      JSON.stringify(
        read.map((row, index) => {
          const count = fileRows[index]?.counts?.row ?? header;
          const cells = importColumns.map((column) => row.cells[column]);
          return row.kind === 'order' && count !== header ? [...cells, count] : cells;
        }),
      ),
    )
    .digest();
