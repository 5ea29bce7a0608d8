import type {
  ImportClass,
  ImportRow,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import type { CsvTable } from './order-import-text.ts';
import { isOrderable, type RowEdit } from './order-import-plan.ts';

export const importSteps = ['Upload', 'Preview', 'Rows', 'Summary'] as const;
type ImportStep = (typeof importSteps)[number];

/** A row as last read from the server. */
export type RowOnScreen = ImportRow & {
  /** The answer to its order was lost: until another state is read, its outcome and data are unknown. */
  isUnanswered?: boolean;
};

export type ImportState = {
  step: ImportStep;
  /** The parsed file; null for an import that was opened without its file. */
  file: (CsvTable & { name: string }) | null;
  fileName: string;
  importId: string | null;
  rows: readonly RowOnScreen[];
  classes: Readonly<Record<string, ImportClass>>;
  /** Names of the classes above and of chosen ones. */
  classNames: Readonly<Record<string, string>>;
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
    }
  | { type: 'step'; step: ImportStep }
  | { type: 'row selected'; row: number }
  /** `className` is that of a class chosen with it. */
  | { type: 'row edited'; row: number; edit: RowEdit; className?: string }
  /** Its cells were replaced, so corrections of the old ones are dropped. */
  | { type: 'row repaired'; row: ImportRow }
  | { type: 'row settled'; row: ImportRow; className?: string }
  | {
      type: 'row failed';
      row: number;
      reason: string;
      /** Left out if the failure does not tell whether the row was ordered; the earlier mark stays. */
      isUnanswered?: boolean;
    }
  | { type: 'rows read'; rows: readonly ImportRow[]; classes: readonly ImportClass[] }
  | { type: 'restarted' };

export const emptyImport: ImportState = {
  step: 'Upload',
  file: null,
  fileName: '',
  importId: null,
  rows: [],
  classes: {},
  classNames: {},
  current: 1,
  edits: {},
  failures: {},
};

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
        classNames: withClassName(state, action.edit.class, action.className),
        failures: isUnanswered(state, action.row)
          ? state.failures
          : without(state.failures, action.row),
      };
    case 'row repaired':
      return {
        ...state,
        rows: state.rows.map((row) => (row.row === action.row.row ? action.row : row)),
        edits: without(state.edits, action.row.row),
        failures: without(state.failures, action.row.row),
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
    case 'restarted':
      return emptyImport;
  }
};

/** Corrections of open rows survive a second preview of the same file. */
const previewed = (
  state: ImportState,
  { rows, classes, importId, fileName }: Extract<ImportAction, { type: 'previewed' }>,
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
    current: firstOpen?.row ?? rows[0]?.row ?? 1,
    step: firstOpen ? 'Rows' : 'Summary',
  };
};

/** A row in the same state may still be being ordered, so it stays unanswered until its state changes. */
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

/** Moves on to the next open row, or to the summary after the last. */
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
    classNames: withClassName(state, row.class, className),
    edits: without(state.edits, row.row),
    failures: without(state.failures, row.row),
    current: state.current === row.row ? (next?.row ?? state.current) : state.current,
    step: next ? state.step : 'Summary',
  };
};

const withClassName = (
  { classNames }: ImportState,
  id: string | null | undefined,
  name: string | undefined,
) => (id && name ? { ...classNames, [id]: name } : classNames);

/** Another class or month resets the lessons, unless they are given with it. */
const mergeEdit = (before: RowEdit | undefined, edit: RowEdit): RowEdit => {
  const { lessons, settled, ...kept } = before ?? {};
  const choosesAnew = 'class' in edit || 'month' in edit || 'orderedOn' in edit;
  return choosesAnew || lessons === undefined
    ? { ...kept, ...edit }
    : { ...kept, lessons, ...(settled && { settled }), ...edit };
};

const without = <T>(record: Readonly<Record<number, T>>, row: number): Record<number, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => Number(key) !== row));

/** A student created by a row's order is found in later reads; such rows still show the student as new. */
const knowingNewStudents = (before: readonly ImportRow[]) => {
  const created = new Set(before.filter((row) => row.student === null).map((row) => row.row));
  return (row: ImportRow): ImportRow =>
    row.state === 'processed' && created.has(row.row) ? { ...row, student: null } : row;
};

/** The next open row after `after`, wrapping around; undefined if all are done. */
export const nextOpenRow = (rows: readonly ImportRow[], after: number): ImportRow | undefined => {
  const open = rows.filter((row) => row.state === 'open' && row.row !== after);
  return open.find((row) => row.row > after) ?? open[0];
};

/** True if closing would lose typed corrections of rows that can still be ordered. */
export const hasUnsavedCorrections = (state: ImportState): boolean =>
  Object.entries(state.edits).some(([number, edit]) => {
    const row = state.rows.find((one) => one.row === Number(number));
    if (row === undefined) return false;
    return edit.cells !== undefined || (isOrderable(row) && changesRow(row, edit));
  });

const changesRow = (row: ImportRow, edit: RowEdit) =>
  (edit.class !== undefined && edit.class !== row.class) ||
  (edit.email !== undefined && edit.email !== row.email) ||
  edit.type !== undefined ||
  (edit.name !== undefined && edit.name !== row.name) ||
  edit.month !== undefined ||
  edit.orderedOn !== undefined ||
  (edit.lessons !== undefined && edit.lessons.join() !== row.lesson.join());
