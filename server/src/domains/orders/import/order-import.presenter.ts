import type {
  ImportClass,
  ImportDiscount,
  ImportProgress,
  ImportRow,
} from '@staffroom/contract/domains/orders/order-import.contract.ts';
import {
  importRowStates,
  type ImportRowState,
} from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { toWireAmount, type Currency } from '@staffroom/contract/shared/money.ts';
import type { UsableCode } from '../../discount-codes/discount-codes.service.ts';
import type { AssessedRow } from './assess-import.ts';
import type { ClassRow, FactLesson } from './import-facts.ts';
import type { ImportRecord, listOrders, RowRecord } from './order-imports.queries.ts';

export type ImportedOrder = Awaited<ReturnType<typeof listOrders>>[number];

/**
 * A row of a file as it stands; one that was ordered shows its order, not what could still be done. One whose order was
 * cancelled since shows what ordering it again would do.
 */
export const presentRow = (
  record: RowRecord,
  { read, student, tuitionClass, lessons, billable, price, problems, withoutProblems }: AssessedRow,
  order: ImportedOrder | undefined,
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
  };
  if (order && !isCancelled) {
    const billed = new Set(order.billableLessonIds);
    return {
      ...common,
      class: order.classId,
      lesson: order.lessonIds,
      owned_lesson: order.lessonIds.filter((id) => !billed.has(id)),
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
    price: price === null ? null : toWireAmount(price),
    currency: tuitionClass?.currency ?? null,
    problems,
    without_problems: withoutProblems,
    order: order?.id ?? null,
  };
};

/** A class that the file names or seems to mean, with its active lessons. */
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
    scheduled_on: lesson.scheduledOn.toISOString(),
    seats: lesson.seats,
  })),
});

/** The file's code with the terms by which the screen prices a row as it is corrected. */
export const presentDiscount = (code: UsableCode | undefined): ImportDiscount | null =>
  code
    ? {
        code: code.code,
        discount_type: code.discount_type,
        value: code.value,
        currency: code.currency,
        block_trial: code.block_trial,
        classes: [...code.class_ids],
      }
    : null;

/** How far an import has come. */
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

/** How many rows are in each state; 0 where none is. */
export const presentCounts = (counts: ReadonlyMap<ImportRowState, number>) =>
  Object.fromEntries(
    importRowStates.map((state) => [state, counts.get(state) ?? 0]),
  ) as ImportProgress['counts'];
