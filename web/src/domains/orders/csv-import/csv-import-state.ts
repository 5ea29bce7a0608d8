import type {
  ImportClass,
  ImportDiscount,
  ImportRow,
} from '@staffroom/contract/domains/orders/order-import.contract.ts';
import type { CsvTable } from './csv-import-text.ts';
import { isOrderable, type RowEdit } from './csv-import-plan.ts';

export const importSteps = ['Upload', 'Preview', 'Rows', 'Summary'] as const;
export type ImportStep = (typeof importSteps)[number];

/** A row as the server told it last. */
export type RowOnScreen = ImportRow & {
  /** The answer to its order was lost: until another comes nobody knows whether it stands, so nothing told of it holds. */
  isUnanswered?: boolean;
};

export type ImportState = {
  step: ImportStep;
  /** What was read; null for an import that was opened without its file. */
  file: (CsvTable & { name: string }) | null;
  fileName: string;
  importId: string | null;
  rows: readonly RowOnScreen[];
  classes: Readonly<Record<string, ImportClass>>;
  /** Names of the classes above and of those that a person chose. */
  classNames: Readonly<Record<string, string>>;
  discount: ImportDiscount | null;
  /** Number of the data row on screen. */
  current: number;
  /** By row number. */
  edits: Readonly<Record<number, RowEdit>>;
  /** Why the last try to order a row failed, by row number. */
  failures: Readonly<Record<number, string>>;
};

export type ImportAction =
  | { type: 'file read'; name: string; table: CsvTable }
  | {
      type: 'previewed';
      importId: string;
      fileName: string;
      rows: readonly ImportRow[];
      classes: readonly ImportClass[];
      discount: ImportDiscount | null;
    }
  | { type: 'step'; step: ImportStep }
  | { type: 'row selected'; row: number }
  | { type: 'row edited'; row: number; edit: RowEdit }
  | { type: 'row settled'; row: ImportRow; className?: string }
  | {
      type: 'row failed';
      row: number;
      reason: string;
      /** Left out where the failed act does not tell whether the row's order stands. */
      isUnanswered?: boolean;
    }
  | { type: 'rows read'; rows: readonly ImportRow[]; classes: readonly ImportClass[] }
  | { type: 'started anew' };

export const emptyImport: ImportState = {
  step: 'Upload',
  file: null,
  fileName: '',
  importId: null,
  rows: [],
  classes: {},
  classNames: {},
  discount: null,
  current: 1,
  edits: {},
  failures: {},
};

/** The import dialog's state after an event. */
export const reduceImport = (state: ImportState, action: ImportAction): ImportState => {
  switch (action.type) {
    case 'file read':
      return { ...emptyImport, step: 'Preview', file: { name: action.name, ...action.table } };
    case 'previewed':
      return previewed(state, action);
    case 'step':
      return { ...state, step: action.step };
    case 'row selected':
      return { ...state, current: action.row, step: 'Rows' };
    case 'row edited':
      return {
        ...state,
        edits: { ...state.edits, [action.row]: mergeEdit(state.edits[action.row], action.edit) },
        failures: isUnanswered(state, action.row)
          ? state.failures
          : without(state.failures, action.row),
      };
    case 'row settled':
      return settled(state, action);
    case 'row failed':
      return {
        ...state,
        rows: state.rows.map((row) =>
          row.row === action.row
            ? { ...row, isUnanswered: action.isUnanswered ?? row.isUnanswered ?? false }
            : row,
        ),
        failures: { ...state.failures, [action.row]: action.reason },
      };
    case 'rows read':
      return rowsRead(state, action);
    case 'started anew':
      return emptyImport;
  }
};

/** Corrections of rows that are still open outlive a second preview of the same file. */
const previewed = (
  state: ImportState,
  { rows, classes, discount, importId, fileName }: Extract<ImportAction, { type: 'previewed' }>,
): ImportState => {
  const firstOpen = rows.find((row) => row.state === 'open');
  return {
    ...state,
    importId,
    fileName,
    rows,
    classes: byId(classes),
    classNames: {
      ...state.classNames,
      ...Object.fromEntries(classes.map((one) => [one._id, one.name])),
    },
    discount,
    current: firstOpen?.row ?? rows[0]?.row ?? 1,
    step: firstOpen ? 'Rows' : 'Summary',
  };
};

/** A row that still is as it was may be ordered a moment later; only another state answers a lost answer. */
const rowsRead = (
  state: ImportState,
  { rows, classes }: Extract<ImportAction, { type: 'rows read' }>,
): ImportState => {
  const lost = new Map(
    state.rows.filter((row) => row.isUnanswered).map((row) => [row.row, row.state]),
  );
  const isLost = (row: ImportRow) => lost.get(row.row) === row.state;
  return {
    ...state,
    rows: rows
      .map(knowingNewStudents(state.rows))
      .map((row) => (isLost(row) ? { ...row, isUnanswered: true } : row)),
    classes: byId(classes),
    failures: rows
      .filter((row) => lost.has(row.row) && !isLost(row))
      .reduce((failures, { row }) => without(failures, row), state.failures),
  };
};

const isUnanswered = (state: ImportState, row: number) =>
  state.rows.some((one) => one.row === row && one.isUnanswered);

const byId = (classes: readonly ImportClass[]) =>
  Object.fromEntries(classes.map((one) => [one._id, one]));

/** A settled row moves the person on to the next open one; after the last comes the summary. */
const settled = (
  state: ImportState,
  { row, className }: Extract<ImportAction, { type: 'row settled' }>,
): ImportState => {
  const rows = state.rows.map((other) =>
    other.row === row.row ? { ...row, isUnanswered: false } : other,
  );
  const next = nextOpenRow(rows, row.row);
  return {
    ...state,
    rows,
    classNames:
      row.class && className ? { ...state.classNames, [row.class]: className } : state.classNames,
    edits: without(state.edits, row.row),
    failures: without(state.failures, row.row),
    current: state.current === row.row ? (next?.row ?? state.current) : state.current,
    step: next ? state.step : 'Summary',
  };
};

/** Another class or month means other lessons, unless they are given with it. */
const mergeEdit = (before: RowEdit | undefined, edit: RowEdit): RowEdit => {
  const { lessons, ...kept } = before ?? {};
  const choosesAnew = 'class' in edit || 'month' in edit || 'orderedOn' in edit;
  return choosesAnew || lessons === undefined
    ? { ...kept, ...edit }
    : { ...kept, lessons, ...edit };
};

const without = <T>(record: Readonly<Record<number, T>>, row: number): Record<number, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => Number(key) !== row));

/** A student that a row's order created is found afterwards; here it stays known as new. */
const knowingNewStudents = (before: readonly ImportRow[]) => {
  const created = new Set(before.filter((row) => row.student === null).map((row) => row.row));
  return (row: ImportRow): ImportRow =>
    row.state === 'processed' && created.has(row.row) ? { ...row, student: null } : row;
};

/** The next row that is still open after `after`, then from the top; none is left: undefined. */
export const nextOpenRow = (rows: readonly ImportRow[], after: number): ImportRow | undefined => {
  const open = rows.filter((row) => row.state === 'open' && row.row !== after);
  return open.find((row) => row.row > after) ?? open[0];
};

/** Would closing lose something typed? Only corrections of rows that wait can be lost. */
export const hasUnsavedCorrections = (state: ImportState): boolean =>
  Object.entries(state.edits).some(([number, edit]) => {
    const row = state.rows.find((one) => one.row === Number(number));
    return row !== undefined && isOrderable(row) && changesRow(row, edit);
  });

const changesRow = (row: ImportRow, edit: RowEdit) =>
  (edit.class !== undefined && edit.class !== row.class) ||
  (edit.email !== undefined && edit.email !== row.email) ||
  edit.type !== undefined ||
  edit.month !== undefined ||
  edit.orderedOn !== undefined ||
  (edit.lessons !== undefined && edit.lessons.join() !== row.lesson.join());
