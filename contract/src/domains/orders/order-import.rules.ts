import { errorCatalogue, type ErrorCode } from '../../shared/errors.ts';
import { cleanText } from '../../shared/text.ts';
import {
  formulaSign,
  quoted,
  readEmail,
  readLessons,
  readMoney,
  type MoneyCell,
} from './order-import-cells.rules.ts';
import { readDate, readMonth } from './order-import-dates.rules.ts';
import {
  importColumns,
  type ImportColumn,
  type ImportProblem,
  type ImportSeverity,
} from './order-import.contract.ts';
import { orderTypes, type OrderType } from './orders.rules.ts';

/** Position of each known column in the file, the missing columns, and the file's unknown ones. */
export type ColumnMatch = {
  positions: ReadonlyMap<ImportColumn, number>;
  missing: ImportColumn[];
  extra: string[];
};

/** Matches headers, ignoring letter case, surrounding spaces and a byte order mark. */
export const matchColumns = (headings: readonly string[]): ColumnMatch => {
  const names = headings.map((heading) => cleanText(heading).toLowerCase());
  const positions = new Map<ImportColumn, number>();
  for (const column of importColumns) {
    const position = names.indexOf(column);
    if (position >= 0) positions.set(column, position);
  }
  const ours = new Set<number>(positions.values());
  return {
    positions,
    missing: importColumns.filter((column) => !positions.has(column)),
    extra: headings.map(cleanText).filter((name, index) => name !== '' && !ours.has(index)),
  };
};

export const missingColumnsMessage = (missing: readonly ImportColumn[]) =>
  `The file lacks the column(s): ${missing.join(', ')}.`;

export type ImportCells = Record<ImportColumn, string>;

/** A row's cells by column, as in the file; missing cells are empty. */
export const cellsOf = (row: readonly string[], { positions }: ColumnMatch): ImportCells =>
  Object.fromEntries(
    importColumns.map((column) => [column, row[positions.get(column) ?? -1] ?? '']),
  ) as ImportCells;

/** A row as the import stores it. */
export type FileRow = {
  /** Its number, if it is not its place among the rows that are read. */
  row?: number;
  cells: ImportCells;
  /** Number of cells of the row and of the header in the file; null if it was not recorded. */
  counts: { row: number; header: number } | null;
  /** The cells as the user corrects them, read in place of the file's. */
  corrected?: ImportCells;
};

/** The parsed values of one row, before any lookup. */
export type ReadRow = {
  row: number;
  /** `blank` and `total` rows are not orders. */
  kind: 'order' | 'blank' | 'total';
  /** Trimmed. */
  cells: ImportCells;
  email: string;
  name: string;
  className: string;
  type: OrderType | null;
  dateOfOrder: string | null;
  month: string | null;
  lessons: number | null;
  /** Printed price per lesson; its currency is checked against the class. */
  price: MoneyCell;
  /** Printed price of all lessons; compared with the price of the order. */
  total: MoneyCell;
  /** Identifies the same order in another row or file: e-mail, class, month and transaction number. */
  key: string | null;
  problems: ImportProblem[];
};

/** The remark of a row's order: transaction number, else remarks, else the row number. */
export const remarkOf = (row: Pick<ReadRow, 'row' | 'cells'>) =>
  row.cells.transaction_number || row.cells.remarks || `CSV row ${row.row}`;

/**
 * Parses the rows of a file without any lookup, numbered from 1 with blank rows counted. Every row after the first of
 * several copies is marked as a copy. A corrected row keeps its original cells and key, so that a copy is still recognised.
 */
export const readRows = (rows: readonly FileRow[]): ReadRow[] => {
  const firstWith = new Map<string, number>();
  return rows.map(({ cells, counts, corrected, row: number }, index) => {
    const row = number ?? index + 1;
    const inFile = readRow(cells, row);
    const read = corrected
      ? { ...readRow(corrected, row), cells: inFile.cells, key: inFile.key }
      : inFile;
    if (read.kind === 'order' && counts && counts.row !== counts.header)
      read.problems.push(problem('fix', 'row', countsMessage(counts)));
    const first = read.key === null ? undefined : firstWith.get(read.key);
    if (read.key !== null && first === undefined) firstWith.set(read.key, read.row);
    if (first !== undefined) read.problems.push(problem('fix', 'row', copyMessage(first)));
    return read;
  });
};

const countsMessage = ({ row, header }: { row: number; header: number }) =>
  `This row has ${row} ${row === 1 ? 'cell' : 'cells'} where the header has ${header}, so its cells may have moved. Check each of them.`;

const copyMessage = (first: number) =>
  `Looks like a copy of row ${first} (same e-mail, class, month and transaction number).`;

export const problem = (
  severity: ImportSeverity,
  field: ImportProblem['field'],
  message: string,
): ImportProblem => ({ severity, field, message });

/** The error with which the order would be refused, with its message from the catalogue. */
export const refusalProblem = (
  severity: ImportSeverity,
  field: ImportProblem['field'],
  code: ErrorCode,
): ImportProblem => ({ ...problem(severity, field, errorCatalogue[code][1]), code });

/** Parses one row, independent of the others. */
export const readRow = (raw: ImportCells, row: number): ReadRow => {
  const cells = Object.fromEntries(
    importColumns.map((column) => [column, cleanText(raw[column])]),
  ) as ImportCells;
  const kind = kindOf(cells);
  if (kind !== 'order') return notAnOrder(row, kind, cells);

  const email = readEmail(cells.email);
  const date = readDate(cells.date_of_order);
  const dateOfOrder = 'date' in date ? date.date : null;
  const month = readMonth(cells.for_month, dateOfOrder ?? undefined);
  const lessons = readLessons(cells.lessons);
  const type = readType(cells.type);
  const money = moneyColumns.map((column) => [column, readMoney(cells[column])] as const);
  const amounts = Object.fromEntries(money) as Record<MoneyColumn, MoneyCell>;
  const isNegative = money.some(([, cell]) => cell.kind === 'amount' && cell.cents < 0);
  const monthKnown = 'month' in month ? month.month : null;
  return {
    row,
    kind,
    cells,
    email: cells.email,
    name: cells.name,
    className: cells.class,
    type,
    dateOfOrder,
    month: monthKnown,
    lessons: 'lessons' in lessons ? lessons.lessons : null,
    price: amounts.llp_price,
    total: amounts.total,
    key: keyOf(cells, monthKnown),
    problems: [
      ...emailProblems(row, cells.no, email),
      ...(cells.class === ''
        ? [problem('fix', 'class', 'No class. Choose a class or skip the row.')]
        : []),
      ...(type === null ? [problem('fix', 'type', typeMessage(cells.type))] : []),
      ...('problem' in date ? [problem('fix', 'date_of_order', date.problem)] : []),
      ...('problem' in month ? [problem('fix', 'for_month', month.problem)] : []),
      ...('note' in month && month.note ? [problem('warn', 'for_month', month.note)] : []),
      ...('problem' in lessons ? [problem('fix', 'lessons', lessons.problem)] : []),
      ...(isNegative ? [problem('fix', 'row', negativeMessage)] : []),
      ...money.flatMap(([column, cell]) => unreadableAmount(column, cell, cells)),
      ...(isNegative ? [] : sumProblems(amounts, 'lessons' in lessons ? lessons.lessons : 0)),
      ...formulaProblems(raw),
    ],
  };
};

const kindOf = (cells: ImportCells): ReadRow['kind'] => {
  if (importColumns.every((column) => cells[column] === '')) return 'blank';
  // A total line has a word in place of the row's number. A row that merely lacks e-mail and class is an order.
  const isTotal = cells.email === '' && cells.class === '' && /^\p{L}[\p{L}\s:.]*$/u.test(cells.no);
  return isTotal ? 'total' : 'order';
};

const notAnOrder = (row: number, kind: 'blank' | 'total', cells: ImportCells): ReadRow => ({
  row,
  kind,
  cells,
  email: '',
  name: '',
  className: '',
  type: null,
  dateOfOrder: null,
  month: null,
  lessons: null,
  price: { kind: 'empty' },
  total: { kind: 'empty' },
  key: null,
  problems: [
    problem(
      'ignore',
      'row',
      kind === 'total'
        ? `Row ${row} looks like a total line and was left out.`
        : `Row ${row} is blank and was left out.`,
    ),
  ],
});

/** Recognises the same order in another row or file; null without an e-mail or a class. */
const keyOf = (cells: ImportCells, month: string | null) =>
  cells.email === '' || cells.class === ''
    ? null
    : JSON.stringify([
        cells.email.toLowerCase(),
        cells.class.toLowerCase(),
        month ?? cells.for_month.toLowerCase(),
        cells.transaction_number.toLowerCase(),
      ]);

const emailProblems = (
  row: number,
  no: string,
  email: ReturnType<typeof readEmail>,
): ImportProblem[] => {
  switch (email.kind) {
    case 'empty':
      return [
        problem(
          'reject',
          'email',
          `Row ${row}${sameNumber(row, no) ? '' : ` (no ${no})`}: no e-mail.`,
        ),
      ];
    case 'several':
      return [problem('fix', 'email', 'More than one e-mail. Keep one.')];
    case 'invalid':
      return [problem('fix', 'email', 'You have entered an invalid email')];
    case 'email':
      return [];
  }
};

const sameNumber = (row: number, no: string) => no === '' || no === String(row);

const readType = (cell: string): OrderType | null => {
  const text = cell.toUpperCase().replaceAll(/[\s-]+/g, '_');
  return orderTypes.find((type) => type === text) ?? null;
};

const typeMessage = (cell: string) =>
  cell === ''
    ? 'No type. Choose PAYMENT, TRIAL or PAYMENT_VIDEO.'
    : `'${quoted(cell)}' is not a type. Choose PAYMENT, TRIAL or PAYMENT_VIDEO.`;

const moneyColumns = ['llp_price', 'total', 'commission', 'commission_paid', 'to_be_paid'] as const;
type MoneyColumn = (typeof moneyColumns)[number];

/** Returns true for a warning about an amount: its row must be ordered by hand, never with all the others. */
export const isMoneyWarning = ({ severity, field }: ImportProblem): boolean =>
  severity === 'warn' && moneyColumns.some((column) => column === field);

const negativeMessage = 'This row is negative. Cancel the earlier order instead of importing it.';

const unreadableAmount = (column: MoneyColumn, cell: MoneyCell, cells: ImportCells) =>
  cell.kind === 'unreadable'
    ? [problem('warn', column, `${column} '${quoted(cells[column])}' cannot be read as an amount.`)]
    : [];

const printed = (cents: number) => (cents / 100).toFixed(2);

/** Checks the partner's own sums; they are shown but never charged. */
const sumProblems = (amounts: Record<MoneyColumn, MoneyCell>, lessons: number): ImportProblem[] => {
  const { llp_price: price, total, commission, to_be_paid: toBePaid } = amounts;
  const problems: ImportProblem[] = [];
  if (total.kind !== 'amount') return problems;
  if (price.kind === 'amount' && lessons > 0 && total.cents !== lessons * price.cents)
    problems.push(
      problem(
        'warn',
        'total',
        `Total ${printed(total.cents)} is not lessons x price (${printed(lessons * price.cents)}).`,
      ),
    );
  if (commission.kind === 'amount' && toBePaid.kind === 'amount') {
    const rest = total.cents - commission.cents;
    if (toBePaid.cents !== rest)
      problems.push(
        problem(
          'warn',
          'to_be_paid',
          `To be paid ${printed(toBePaid.cents)} is not total less commission (${printed(rest)}).`,
        ),
      );
  }
  return problems;
};

const textColumns = {
  name: 'name',
  class: 'class',
  transaction_number: 'transaction number',
  remarks: 'remark',
} as const;

/** Warns about cells that look like formulas; they are stored as plain text. */
const formulaProblems = (raw: ImportCells): ImportProblem[] =>
  (Object.keys(textColumns) as (keyof typeof textColumns)[]).flatMap((column) => {
    const sign = formulaSign(raw[column]);
    return sign === undefined
      ? []
      : [
          problem(
            'warn',
            column,
            `The ${textColumns[column]} starts with ${sign}. It is kept as text; please check it.`,
          ),
        ];
  });
