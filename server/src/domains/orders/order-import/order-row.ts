import { isDeepStrictEqual } from 'node:util';
import type {
  orderImportRow,
  repairImportRow,
  skipImportRow,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import {
  isMoneyWarning,
  readRow,
  remarkOf,
  type ReadRow,
} from 'staffroom-contract/domains/orders/order-import.rules.ts';
import type { OrderType } from 'staffroom-contract/domains/orders/orders.rules.ts';
import type { BodyOf, ParamsOf, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction, type Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import { notFound, refusal } from '../../../platform/errors.ts';
import { findById as findClassById } from '../../classes/classes.queries.ts';
import { presentOrder } from '../orders.presenter.ts';
import { requireCard } from '../orders.queries.ts';
import { placeOrder } from '../place-order.ts';
import { priceProblems } from './match-import-row.ts';
import { noteCorrections } from './note-corrections.ts';
import * as importQueries from './order-imports.queries.ts';
import { stateOf } from './preview-import.ts';
import { assessImport, presentRows } from './read-import.ts';
import { hashKey } from './row-key.ts';

type Choice = BodyOf<typeof orderImportRow>;

/**
 * Orders a row as corrected. Idempotent: every repeat returns the one order; `instead_of` names a cancelled order to
 * replace once. Throws not_found, row_not_importable, row_already_processed if the order was cancelled and is not
 * named, import_running while the row is queued, and any refusal of the order.
 */
export const orderRow = (
  context: Context,
  choice: Choice,
): Promise<ResponseOf<typeof orderImportRow>> =>
  inTransaction(context, async (tx) => {
    const row = await lockRow(tx, choice.import_id, choice.row);
    const record = await findImport(tx, choice.import_id);
    if (row.orderId === null) refuseUnlessImportable(record, row);
    else {
      const placed = await requireCard(tx, row.orderId);
      const isCancelled = placed.order.status === 'CANCELLED';
      if (isCancelled && choice.instead_of === undefined) throw refusal('row_already_processed');
      if (!isCancelled || choice.instead_of !== row.orderId)
        return { data: presentOrder(placed, context.actor) };
    }
    const read = readRow(row.cells, row.rowNumber);
    const type = choice.type ?? read.type;
    if (type === null)
      throw refusal('row_not_importable', {
        field: 'type',
        message: 'Choose PAYMENT, TRIAL or PAYMENT_VIDEO.',
      });
    const note = await noteCorrections(tx, context, read, choice, row);
    const ordered = await becomeOrder(tx, context, {
      record,
      row,
      read,
      type,
      email: choice.email,
      name: choice.name ?? read.name,
      class: choice.class,
      lesson: choice.lesson,
      allowOverbook: choice.allow_overbook,
      allowSeveralLessons: choice.allow_several_lessons,
      withCode: !choice.without_discount_code,
      expectedPrice: choice.expected_price,
      note,
    });
    await auditRow(tx, context, row, { state: 'processed', ...ordered });
    return { data: presentOrder(await requireCard(tx, ordered.order), context.actor) };
  });

type Becoming = {
  record: importQueries.ImportRecord;
  row: importQueries.RowRecord;
  read: ReadRow;
  type: OrderType;
  email: string;
  name: string;
  class: string;
  lesson: string[];
  allowOverbook: boolean;
  allowSeveralLessons: boolean;
  withCode: boolean;
  /** The price that was shown; older plans have none. */
  expectedPrice: number | undefined;
  note: string;
};

/** Places the order of a locked row and updates the row; accepted amounts are added to its note. */
export const becomeOrder = async (
  tx: Db,
  context: Context,
  { record, row, read, ...order }: Becoming,
): Promise<{ order: string; note: string }> => {
  const placed = await placeOrder(tx, context, {
    type: order.type,
    email: order.email,
    name: order.name.slice(0, 200),
    phone_country_code: '65',
    phone: '',
    class: order.class,
    lessonIds: order.lesson,
    remark: remarkOf(read).slice(0, 2000),
    discount_code: order.withCode ? (record.discountCode ?? undefined) : undefined,
    payment: { channel: 'offline' },
    is_renewal: false,
    allow_overbook: order.allowOverbook,
    allow_second_trial: false,
    allow_several_lessons: order.allowSeveralLessons,
    expected_price: order.expectedPrice,
    brand: context.settings.partnerBrand,
  });
  const accepted = await acceptedAmounts(tx, read, order.class);
  const note = [order.note, accepted && `Accepted: ${accepted}`].filter(Boolean).join(' ');
  await importQueries.updateRow(tx, record.id, row.rowNumber, {
    state: 'processed',
    orderId: placed.order.id,
    note,
    planned: null,
    updated: context.clock.now(),
  });
  return { order: placed.order.id, note };
};

/** The warnings about amounts that are accepted with the order. */
const acceptedAmounts = async (tx: Db, read: ReadRow, classId: string): Promise<string> => {
  const tuitionClass = await findClassById(tx, classId);
  return [...read.problems, ...(tuitionClass ? priceProblems(read, tuitionClass) : [])]
    .filter(isMoneyWarning)
    .map(({ message }) => message)
    .join(' ');
};

/** The order has its own audit row; this one is about the file's row. */
const auditRow = (
  tx: Db,
  context: Context,
  row: importQueries.RowRecord,
  after: { state: 'processed' | 'skipped'; order?: string; note?: string },
) =>
  recordAudit(tx, context, {
    action: `order_import.row_${after.state}`,
    entity: 'order_import',
    entityId: row.importId,
    before: { row: row.rowNumber, state: row.state },
    after: { row: row.rowNumber, ...after },
  });

/** Skips a row; it can still be ordered later. Throws not_found, row_already_processed, row_not_importable, import_running. */
export const skipRow = async (
  context: Context,
  { import_id: importId, row: number }: BodyOf<typeof skipImportRow>,
): Promise<ResponseOf<typeof skipImportRow>> => {
  const record = await inTransaction(context, async (tx) => {
    const row = await lockRow(tx, importId, number);
    const found = await findImport(tx, importId);
    if (row.state === 'skipped') return found;
    if (row.state === 'processed') throw refusal('row_already_processed');
    refuseUnlessImportable(found, row);
    await importQueries.updateRow(tx, importId, number, {
      state: 'skipped',
      planned: null,
      updated: context.clock.now(),
    });
    await auditRow(tx, context, row, { state: 'skipped' });
    return found;
  });
  return { data: await readOneRow(context, record, number) };
};

/**
 * Replaces the cells of a row. A rejected or skipped row is opened again if its new cells are those of an order. Throws
 * not_found, row_already_processed, row_not_importable for a row that is no order, import_running.
 */
export const repairRow = async (
  context: Context,
  { importId, row: number }: ParamsOf<typeof repairImportRow>,
  { cells }: BodyOf<typeof repairImportRow>,
): Promise<ResponseOf<typeof repairImportRow>> => {
  const record = await inTransaction(context, async (tx) => {
    const row = await lockRow(tx, importId, number);
    const found = await findImport(tx, importId);
    if (row.orderId !== null) throw refusal('row_already_processed');
    if (row.state !== 'rejected') refuseUnlessImportable(found, row);
    const read = readRow(cells, number);
    if (row.repaired && isDeepStrictEqual(row.cells, read.cells)) return found;
    await importQueries.updateRow(tx, importId, number, {
      cells: read.cells,
      cellCount: found.columnCount,
      repaired: true,
      state: stateOf(read),
      rowKey: read.key === null ? null : hashKey(read.key),
      note: '',
      planned: null,
      updated: context.clock.now(),
    });
    await recordAudit(tx, context, {
      action: 'order_import.row_repaired',
      entity: 'order_import',
      entityId: importId,
      before: { row: number, state: row.state, cells: row.fileCells ?? row.cells },
      after: { row: number, state: stateOf(read), cells: read.cells },
    });
    return found;
  });
  return { data: await readOneRow(context, record, number) };
};

const readOneRow = async (context: Context, record: importQueries.ImportRecord, number: number) => {
  const assessment = await assessImport(context.db, context, record, { row: number });
  const [row] = await presentRows(context.db, record.id, assessment);
  if (!row) throw notFound('row');
  return row;
};

const findImport = async (db: Db, id: string) => {
  const record = await importQueries.findById(db, id);
  if (!record) throw notFound('import_id');
  return record;
};

const lockRow = async (tx: Db, importId: string, number: number) => {
  const row = await importQueries.lockRow(tx, importId, number);
  if (!row) throw notFound('row');
  return row;
};

const refuseUnlessImportable = (
  record: importQueries.ImportRecord,
  row: importQueries.RowRecord,
) => {
  if (row.state !== 'open' && row.state !== 'skipped') throw refusal('row_not_importable');
  if (row.planned !== null && record.runState === 'running') throw refusal('import_running');
};
