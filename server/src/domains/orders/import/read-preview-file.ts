import { createHash } from 'node:crypto';
import {
  importColumns,
  maxImportRows,
  previewOrderImport,
} from '@staffroom/contract/domains/orders/order-import.contract.ts';
import {
  cellsOf,
  matchColumns,
  missingColumnsMessage,
  readRows,
  type FileRow,
  type ReadRow,
} from '@staffroom/contract/domains/orders/order-import.rules.ts';
import { refusal } from '../../../platform/errors.ts';
import { parseBody } from '../../../platform/parse-body.ts';

/** A partner's file, read and checked, before anything is looked up. */
export type PreviewFile = {
  name: string;
  code: string | null;
  fileRows: readonly FileRow[];
  read: readonly ReadRow[];
  /** Cells of the header. */
  header: number;
  extra: string[];
  contentHash: Uint8Array;
};

/**
 * Reads the body of a preview from its bytes, in a worker thread: validates it, matches the columns and reads the rows.
 * Throws malformed_json, invalid_value, file_columns_missing, file_empty, file_too_long.
 */
export const readPreviewFile = (bytes: Uint8Array): PreviewFile => {
  const { file_name: name, discount_code, columns, rows } = parseBody(previewOrderImport, bytes);
  const match = matchColumns(columns);
  if (match.missing.length > 0)
    throw refusal('file_columns_missing', {
      field: 'columns',
      message: missingColumnsMessage(match.missing),
    });
  // A line feed at the end of a file is no row; a row of separators alone is one, and is left out by name.
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
  const file = { fileRows, read, header, extra: match.extra };
  return { ...file, name, code: discount_code || null, contentHash: hashRows(file) };
};

/**
 * Over the trimmed cells of our columns in our order, so that a file saved again stays the same; and over the cells that a
 * row has too many or too few, so that a corrected file is another.
 */
const hashRows = ({ fileRows, read, header }: Pick<PreviewFile, 'fileRows' | 'read' | 'header'>) =>
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
