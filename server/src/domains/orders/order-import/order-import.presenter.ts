import type {
  ImportClass,
  ImportProgress,
  ImportRow,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import {
  importRowStates,
  type ImportRowState,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { toWireAmount, type Currency } from 'staffroom-contract/shared/money.ts';
import type { AssessedRow } from './assess-import.ts';
import type { ClassRow, FactLesson } from './import-facts.ts';
import type { ImportRecord, listOrders, RowRecord } from './order-imports.queries.ts';

export type ImportedOrder = Awaited<ReturnType<typeof listOrders>>[number];

/** A row as it is now; if its order was cancelled, the effect of ordering it again. `columns` is the file's header. */
export const presentRow = (
  record: RowRecord,
  { read, student, tuitionClass, lessons, billable, price, problems, withoutProblems }: AssessedRow,
  order: ImportedOrder | undefined,
  columns: readonly string[] | null,
): ImportRow => {
  const isCancelled = record.state === 'processed' && order?.status === 'CANCELLED';
  const common = {
    row: record.rowNumber,
    state: isCancelled ? ('cancelled' as const) : record.state,
    cells: read.cells,
    email: read.email,
    name: read.name,
    type: read.type,
    month: read.month,
    date_of_order: read.dateOfOrder,
    wanted_lessons: read.lessons,
    student: student && { _id: student.id, name: student.name },
    note: record.note,
    shifted: shiftedCells(record, columns),
  };
  if (order && !isCancelled) {
    const billed = new Set(order.billableLessonIds);
    return {
      ...common,
      class: order.classId,
      lesson: order.lessonIds,
      owned_lesson: order.lessonIds.filter((id) => !billed.has(id)),
      original_price: toWireAmount(order.originalPrice),
      price: toWireAmount(order.actualPrice),
      currency: order.currency,
      problems: read.problems.filter((problem) => problem.severity === 'warn'),
      without_problems: false,
      order: order.id,
    };
  }
  const billed = new Set(billable);
  return {
    ...common,
    class: tuitionClass?.id ?? null,
    lesson: lessons.map((lesson) => lesson.id),
    owned_lesson: lessons.filter((lesson) => !billed.has(lesson)).map((lesson) => lesson.id),
    original_price: price && toWireAmount(price.original),
    price: price && toWireAmount(price.actual),
    currency: tuitionClass?.currency ?? null,
    problems,
    without_problems: withoutProblems,
    order: order?.id ?? null,
  };
};

/** The cells of a row whose columns have shifted, until a person repairs it. */
const shiftedCells = ({ fileCells, repaired }: RowRecord, columns: readonly string[] | null) =>
  fileCells === null || columns === null || repaired
    ? null
    : { columns: [...columns], cells: fileCells };

/** A class that the file names or probably means, with its active lessons. */
export const presentClass = (row: ClassRow, lessons: readonly FactLesson[]): ImportClass => ({
  _id: row.id,
  name: row.name,
  schedule: { date_of_week: row.dateOfWeek, start_time: row.startTime, end_time: row.endTime },
  rate: row.isFree ? 0 : toWireAmount(row.rate),
  currency: row.currency,
  max_cap: row.maxCap,
  lessons: lessons.map((lesson) => ({
    _id: lesson.id,
    name: lesson.name,
    meta: { index: lesson.lessonIndex, term: lesson.term },
    scheduled_on: lesson.scheduledAt.toISOString(),
    seats: lesson.seats,
  })),
});

/** Progress of an import. */
export const presentProgress = (
  record: ImportRecord,
  counts: ReadonlyMap<ImportRowState, number>,
  sums: readonly { currency: Currency; cents: number }[],
  queued: number,
): ImportProgress => ({
  _id: record.id,
  file_name: record.fileName,
  created: record.created.toISOString(),
  discount_code: record.discountCode,
  run: record.runState,
  run_total: record.runTotal,
  run_done: record.runTotal - queued,
  counts: presentCounts(counts),
  ordered_total: sums.map(({ currency, cents }) => ({ currency, amount: toWireAmount(cents) })),
});

/** Number of rows in each state, including 0. */
export const presentCounts = (counts: ReadonlyMap<ImportRowState, number>) =>
  Object.fromEntries(
    importRowStates.map((state) => [state, counts.get(state) ?? 0]),
  ) as ImportProgress['counts'];
