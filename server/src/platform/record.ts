import { isDeepStrictEqual } from 'node:util';
import { and, eq, getTableColumns, is, sql, type SQL } from 'drizzle-orm';
import { PgCustomColumn, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { ErrorCode } from 'staffroom-contract/shared/errors.ts';
import { recordAudit } from './audit.ts';
import { timeAfter } from './clock.ts';
import type { Actor, Context } from './context.ts';
import { brokenConstraint, type Db } from './database.ts';
import { notFound, refusal } from './errors.ts';
import { inTransactionOnce } from './idempotency.ts';
import { newId } from './ids.ts';
import { findLastSave, listRecordChanges } from './record-changes.ts';

/** A table of records; every save updates `updated` and `version`. */
export type RecordTable = PgTable & Record<'id' | 'updated' | 'version', PgColumn>;
type RowOf<Table extends RecordTable> = Table['$inferSelect'] & {
  id: string;
  version: number;
  updated: Date;
};
type Columns<Table extends RecordTable> = Partial<Table['$inferInsert']>;

/** Definition of a record that staff open, change and see the history of: its table, scope, presentation and audit. */
export type RecordKind<Table extends RecordTable, Details, Recorded extends object, Shown> = {
  /** Name in the audit trail; an action is this name and a verb: `class.updated`. */
  entity: string;
  table: Table;
  /** Condition for the records that the actor may see. */
  scope: (actor: Actor) => SQL | undefined;
  /** Reads the row with the parts of the record in other tables. */
  read: (db: Db, row: RowOf<Table>, context: Context) => Promise<Details>;
  /** The record for the audit trail (ADR 11), with wire names and independent of the reader. */
  record: (details: Details) => Recorded;
  /** Unique constraints with the error that a violation throws. */
  unique?: Record<string, readonly [code: ErrorCode, field: string]>;
  /** The record as the actor may see it. */
  present: (details: Details, context: Context) => Shown;
  /** Columns that are never shown, by the name under which the audit trail records that they were set or changed. */
  secrets?: Record<string, string>;
  /** Fields of the timeline that the actor may not see in the record either. */
  hides?: (actor: Actor, field: string) => boolean;
  /** True if only the system has changed the record since this version, so that saving it is not stale. */
  isCurrent?: (tx: Db, id: string, version: number) => Promise<boolean>;
  /** True if no report counts these records, so that a save notifies none. */
  isUncounted?: true;
  /** Writes of a change in addition to its audit row. */
  follow?: (
    tx: Db,
    context: Context,
    step: { id: string; action: string; before: Recorded; after: Recorded },
  ) => Promise<unknown>;
};

/** Declares a record: its table, scope, recorded and shown shape. */
export const defineRecord = <Table extends RecordTable, Details, Recorded extends object, Shown>(
  kind: RecordKind<Table, Details, Recorded, Shown>,
) => kind;

/** Returns one record. Throws not_found, also for records out of the actor's scope. */
export const getRecord = async <Table extends RecordTable, Details, Recorded extends object, Shown>(
  context: Context,
  kind: RecordKind<Table, Details, Recorded, Shown>,
  id: string,
) => {
  const row = await requireRow(context.db, kind, context, id);
  return { data: kind.present(await kind.read(context.db, row, context), context) };
};

/** A record's timeline, newest first, with the fields that the actor may see. Throws not_found. */
export const listChanges = async <Table extends RecordTable, Details, Recorded extends object>(
  context: Context,
  kind: RecordKind<Table, Details, Recorded, unknown>,
  id: string,
  page: { max: number; offset: number },
) => {
  await requireRow(context.db, kind, context, id);
  const timeline = await listRecordChanges(context.db, {
    entity: kind.entity,
    entityId: id,
    actorId: context.actor.id,
    ...page,
  });
  const isReadable = ({ field }: { field: string }) => !kind.hides?.(context.actor, field);
  const data = timeline.data.map((step) => ({ ...step, changes: step.changes.filter(isReadable) }));
  return { ...timeline, data };
};

type Insert<Table extends RecordTable> = (
  columns: Omit<Table['$inferInsert'], 'id' | 'created' | 'updated' | 'version'>,
) => Promise<string>;

/**
 * Creates a record in one transaction with its audit row, at most once per Idempotency-Key. `create` throws for invalid
 * input, inserts the row, and writes to other tables.
 */
export const createRecord = <Table extends RecordTable, Details, Recorded extends object, Shown>(
  context: Context,
  kind: RecordKind<Table, Details, Recorded, Shown>,
  create: (tx: Db, insert: Insert<Table>) => Promise<unknown>,
) =>
  refusingTaken(kind, context, async (tx) => {
    const now = context.clock.now();
    const base = { id: newId(now), created: now, updated: now };
    // The builder cannot infer the columns of a generic table.
    const anyTable: PgTable = kind.table;
    await create(tx, async (columns) => {
      await tx.insert(anyTable).values({ ...columns, ...base });
      return base.id;
    });
    const row = await requireRow(tx, { ...kind, scope: everything }, context, base.id);
    const details = await kind.read(tx, row, context);
    await recordAudit(tx, context, {
      action: `${kind.entity}.created`,
      ...auditedAs(kind, base.id),
      after: { ...kind.record(details), ...secretsIn(kind, row, 'set') },
    });
    return { data: kind.present(details, context) };
  });

/** The record to change; `version` is the one that the caller has seen, `action` the verb for the audit trail. */
type Change = { id: string; version?: number | undefined; action: string };

/** Writes to other tables of a locked record; returns the columns to set. Unchanged ones, or null, change nothing. */
type Act<Table extends RecordTable, Shown> = (
  tx: Db,
  before: { row: RowOf<Table>; shown: Shown },
) => Promise<Columns<Table> | null> | Columns<Table> | null;

/** The columns of the written fields of a record; throws for invalid ones. `before` is undefined for a new record. */
export type ColumnsOf<Table extends RecordTable, Fields, Shown> = (
  fields: Fields,
  step: { tx: Db; context: Context; before?: { row: RowOf<Table>; shown: Shown } },
) => Columns<Table> | Promise<Columns<Table>>;

/**
 * Changes a record in one transaction: lock, scope, stale check, act, audit; without a change no audit row and no new
 * version (ADR 11). Throws not_found, stale with the current record, and the act's errors.
 */
export const changeRecord = <Table extends RecordTable, Details, Recorded extends object, Shown>(
  context: Context,
  kind: RecordKind<Table, Details, Recorded, Shown>,
  change: Change,
  act: Act<Table, Shown>,
) =>
  refusingTaken(kind, context, async (tx) => ({
    data: await changeRecordIn(tx, context, kind, change, act),
  }));

/** Runs an act once. Maps the violation of a unique constraint, as by concurrent saves, to the domain's error code. */
export const refusingTaken = async <T>(
  { unique = {} }: Pick<RecordKind<RecordTable, unknown, object, unknown>, 'unique'>,
  context: Context,
  act: (tx: Db) => Promise<T>,
): Promise<T> => {
  try {
    return await inTransactionOnce(context, act);
  } catch (error) {
    const [code, field] = unique[brokenConstraint(error) ?? ''] ?? [];
    throw code === undefined || field === undefined ? error : refusal(code, { field });
  }
};

/** Changes one record as part of a larger act, in its transaction. */
export const changeRecordIn = async <
  Table extends RecordTable,
  Details,
  Recorded extends object,
  Shown,
>(
  tx: Db,
  context: Context,
  kind: RecordKind<Table, Details, Recorded, Shown>,
  { id, version, action }: Change,
  act: Act<Table, Shown>,
): Promise<Shown> => {
  const row = await requireRow(tx, kind, context, id, 'lock');
  const details = await kind.read(tx, row, context);
  const shown = kind.present(details, context);
  const isSeen = version === undefined || version === row.version;
  const isEarlier = version !== undefined && version > 0 && version < row.version;
  if (!isSeen && !(isEarlier && (await kind.isCurrent?.(tx, id, version))))
    throw refusal('stale', { current: shown, saved: await findLastSave(tx, kind.entity, id) });
  const before = kind.record(details);

  const columns = differingColumns(kind.table, row, await act(tx, { row, shown }));
  const isSame =
    Object.keys(columns).length === 0 &&
    isDeepStrictEqual(kind.record(await kind.read(tx, row, context)), before);
  if (isSame) return shown;

  const saved = await saveRow(tx, kind.table, id, {
    ...columns,
    updated: timeAfter(context.clock, row.updated),
  });
  const changed = await kind.read(tx, saved, context);
  const after = { ...kind.record(changed), ...secretsIn(kind, columns, 'changed') };
  await recordAudit(tx, context, {
    action: `${kind.entity}.${action}`,
    ...auditedAs(kind, id),
    before,
    after,
  });
  await kind.follow?.(tx, context, { id, action, before, after });
  return kind.present(changed, context);
};

/**
 * Deletes one record in one transaction with its audit row, at most once per Idempotency-Key. `check` refuses by its
 * details, or deletes what belongs to it. Throws not_found.
 */
export const deleteRecord = <Table extends RecordTable, Details, Recorded extends object, Shown>(
  context: Context,
  kind: RecordKind<Table, Details, Recorded, Shown>,
  id: string,
  check?: Check<Details>,
) =>
  refusingTaken(kind, context, async (tx) => ({
    data: await deleteRecordIn(tx, context, kind, id, check),
  }));

type Check<Details> = (details: Details, tx: Db) => unknown;

/** Deletes one record as part of a larger act, in its transaction. */
export const deleteRecordIn = async <
  Table extends RecordTable,
  Details,
  Recorded extends object,
  Shown,
>(
  tx: Db,
  context: Context,
  kind: RecordKind<Table, Details, Recorded, Shown>,
  id: string,
  check?: Check<Details>,
): Promise<Shown> => {
  // The lock makes a concurrent row that refers to the record wait, or `check` see it.
  const row = await requireRow(tx, kind, context, id, 'lockAlone');
  const details = await kind.read(tx, row, context);
  await check?.(details, tx);
  await tx.delete(kind.table).where(eq(kind.table.id, id));
  await recordAudit(tx, context, {
    action: `${kind.entity}.deleted`,
    ...auditedAs(kind, id),
    before: kind.record(details),
  });
  return kind.present(details, context);
};

const auditedAs = (
  { entity, isUncounted = false }: { entity: string; isUncounted?: boolean },
  entityId: string,
) => ({ entity, entityId, isUncounted });

const everything = () => undefined;

/**
 * Returns a record's row in the actor's scope; `lock` locks it until the transaction ends, `lockAlone` also against rows
 * that refer to it. Throws not_found.
 */
export const requireRow = async <Table extends RecordTable>(
  db: Db,
  { table, scope }: { table: Table; scope: (actor: Actor) => SQL | undefined },
  { actor }: Pick<Context, 'actor'>,
  id: string,
  lock: keyof typeof rowLocks | 'read' = 'read',
): Promise<RowOf<Table>> => {
  // The builder cannot infer the columns of a generic table.
  const anyTable: PgTable = table;
  const found = db
    .select()
    .from(anyTable)
    .where(and(eq(table.id, id), scope(actor)));
  const [row] = await (lock === 'read' ? found : found.for(rowLocks[lock]));
  if (!row) throw notFound('id');
  return row as RowOf<Table>;
};

const rowLocks = { lock: 'no key update', lockAlone: 'update' } as const;

const saveRow = async <Table extends RecordTable>(
  tx: Db,
  table: Table,
  id: string,
  columns: object,
): Promise<RowOf<Table>> => {
  const [row] = await tx
    .update(table as PgTable)
    .set({ ...columns, version: sql`${table.version} + 1` })
    .where(eq(table.id, id))
    .returning();
  return row as RowOf<Table>;
};

const differingColumns = (table: RecordTable, row: object, columns: object | null): object => {
  const kinds = getTableColumns(table as PgTable);
  return Object.fromEntries(
    Object.entries(columns ?? {}).filter(
      ([name, value]) =>
        value !== undefined &&
        !isDeepStrictEqual(keptAs(kinds[name], value), row[name as keyof typeof row]),
    ),
  );
};

/** The value as the column stores it: formatted text is cleaned. */
const keptAs = (column: unknown, value: unknown) =>
  is(column, PgCustomColumn) ? column.mapToDriverValue(value) : value;

const secretsIn = (
  { secrets = {} }: { secrets?: Record<string, string> },
  columns: object,
  word: string,
) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([column, value]) =>
      secrets[column] !== undefined && value !== null ? [[secrets[column], word]] : [],
    ),
  );
