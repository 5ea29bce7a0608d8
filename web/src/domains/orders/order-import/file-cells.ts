import {
  importColumns,
  type ImportRow,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';

type Cells = readonly string[];

/** The columns of a row's cells: the file's own if cells are shifted, else ours. */
export const columnsOfRow = ({ shifted }: Pick<ImportRow, 'shifted'>): Cells =>
  shifted?.columns ?? importColumns;

/** The row's cells in the order of `columnsOfRow`, including those beyond the header. */
export const rowCells = ({ shifted, cells }: Pick<ImportRow, 'shifted' | 'cells'>): Cells =>
  shifted?.cells ?? importColumns.map((column) => cells[column] ?? '');

/** Joins a cell that a comma split in two; later cells move up. */
export const joinCells = (cells: Cells, place: number): Cells => {
  const joined = [cells[place] ?? '', cells[place + 1] ?? ''].map((cell) => cell.trim());
  return cells.toSpliced(place, 2, joined.filter((cell) => cell !== '').join(', '));
};

/** Inserts an empty cell; later cells move down. */
export const insertCell = (cells: Cells, place: number): Cells => cells.toSpliced(place, 0, '');

export const removeCell = (cells: Cells, place: number): Cells => cells.toSpliced(place, 1);
