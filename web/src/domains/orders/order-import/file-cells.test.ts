import { expect, test } from 'vitest';
import { importColumns } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { cellsOf, matchColumns } from 'staffroom-contract/domains/orders/order-import.rules.ts';
import { aRow } from './order-import-row.test-helper.ts';
import { columnsOfRow, insertCell, joinCells, removeCell, rowCells } from './file-cells.ts';

const whole = importColumns.map((column) => `${column} cell`);
const at = importColumns.indexOf('remarks');

const shifted = (cells: string[]) => aRow(1, { shifted: { columns: [...importColumns], cells } });

test('joining the two halves of a remark moves later cells back under their columns', () => {
  const row = shifted(whole.toSpliced(at, 1, 'Paid by mum', ' on Friday'));

  const cells = cellsOf(joinCells(rowCells(row), at), matchColumns(columnsOfRow(row)));

  expect(cells.remarks).toBe('Paid by mum, on Friday');
  expect(cells.to_be_paid).toBe('to_be_paid cell');
});

test('an empty cell replaces a missing one', () => {
  const row = shifted(whole.toSpliced(at, 1));

  const cells = cellsOf(insertCell(rowCells(row), at), matchColumns(columnsOfRow(row)));

  expect([cells.remarks, cells.to_be_paid]).toEqual(['', 'to_be_paid cell']);
});

test('inserting a cell and removing it again changes nothing', () => {
  for (const place of whole.keys())
    expect(removeCell(insertCell(whole, place), place)).toEqual(whole);
});

test('a row whose cells are not shifted uses our columns', () => {
  const row = aRow(1, { cells: { no: '7', email: 'a@example.com' } });

  expect(columnsOfRow(row)).toEqual(importColumns);
  expect(rowCells(row)[importColumns.indexOf('email')]).toBe('a@example.com');
});
