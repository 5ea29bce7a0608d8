import { and, count, desc, eq, getTableColumns, inArray, not, sql } from 'drizzle-orm';
import type { RecordChange } from 'staffroom-contract/shared/changes.ts';
import type { Db } from './database.ts';
import { firstWithinBudget, nextOffset } from './byte-budget.ts';
import { diffsOf, type Step } from './record-diff.ts';
import { threadOf } from './in-worker-thread.ts';
import { startsWith } from './sql-conditions.ts';
import { auditLog } from './platform.schema.ts';

const diffInThread = threadOf<typeof diffsOf>(new URL('./record-diff.thread.ts', import.meta.url));

/** Records of more bytes than this in total are compared in a worker thread. */
const longBytes = 128 * 1024;
/** Byte budget of a page, for the records before and after. */
const timelineBudget = 8 * 1024 * 1024;

/**
 * A record's timeline, newest first, with the exact count (api.md: Audit trail); large records make a page shorter
 * (`next_offset`). Fields are named as the presenter shows them. Sign-ins and sign-outs are left out.
 */
export const listRecordChanges = async (
  db: Db,
  record: { entity: string; entityId: string; actorId: string; max: number; offset: number },
): Promise<{ data: RecordChange[]; count: number; next_offset?: number }> => {
  const where = and(
    eq(auditLog.entity, record.entity),
    eq(auditLog.entityId, record.entityId),
    not(startsWith(auditLog.action, 'session.')),
  );
  const found = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(where)
    .orderBy(...newestFirst)
    .limit(record.max)
    .offset(record.offset);
  const fitting = await firstWithinBudget(
    found.map(({ id }) => id),
    (ids) => sizeSteps(db, ids),
    timelineBudget,
  );
  const steps = await listAuditSteps(
    db,
    fitting.map(({ id }) => id),
    record.actorId,
  );
  const [total] = await db.select({ count: count() }).from(auditLog).where(where);
  return {
    data: steps.map(({ row, changes }) => presentChange(row, changes)),
    count: total?.count ?? 0,
    ...nextOffset(record.offset, fitting, found),
  };
};

/** Steps by id, newest first, each with its changes; `actorId` is the requesting account. */
export const listAuditSteps = async (db: Db, ids: string[], actorId: string) => {
  const rows = await listSteps(db, ids);
  const isLong = rows.reduce((sum, row) => sum + sizeOf(row), 0) > longBytes;
  const diffs = isLong
    ? await diffInThread(rows.map(stepOf), { account: actorId })
    : diffsOf(rows.map(stepOf));
  return rows.map((row, index) => ({ row, changes: diffs[index] ?? [] }));
};

const sizeOf = ({ before, after }: Step) => (before?.length ?? 0) + (after?.length ?? 0);

/** Bytes of the records before and after a step. */
export const auditBytes = sql<number>`coalesce(octet_length(${auditLog.before}::text), 0)
  + coalesce(octet_length(${auditLog.after}::text), 0)`;

const newestFirst = [desc(auditLog.at), desc(auditLog.id)];

const sizeSteps = (db: Db, ids: string[]) =>
  db
    .select({ id: auditLog.id, bytes: auditBytes })
    .from(auditLog)
    .where(inArray(auditLog.id, ids))
    .orderBy(...newestFirst);

const { before: _before, after: _after, ...columns } = getTableColumns(auditLog);

/** Steps by id, newest first. The records stay text, which is parsed when they are compared. */
const listSteps = (db: Db, ids: string[]) =>
  db
    .select({
      ...columns,
      before: sql<string | null>`${auditLog.before}::text`,
      after: sql<string | null>`${auditLog.after}::text`,
    })
    .from(auditLog)
    .where(inArray(auditLog.id, ids))
    .orderBy(...newestFirst);

type StepRow = Awaited<ReturnType<typeof listSteps>>[number];

const stepOf = ({ before, after }: StepRow): Step => ({ before, after });

/** The last save of a record: who and when. Sign-ins and sign-outs do not count. */
export const findLastSave = async (db: Db, entity: string, id: string) => {
  const [last] = await db
    .select({ by: auditLog.actorName, at: auditLog.at })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, entity),
        eq(auditLog.entityId, id),
        startsWith(auditLog.action, `${entity}.`),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  return last && { by: last.by, at: last.at.toISOString() };
};

const presentChange = (row: StepRow, changes: RecordChange['changes']): RecordChange => ({
  _id: row.id,
  at: row.at.toISOString(),
  by: actorOf(row),
  action: row.action,
  changes,
});

/** The actor id of an act without an account. */
export const noAccount = '00000000-0000-0000-0000-000000000000';

/** The actor of a step, for a timeline. */
export const actorOf = (row: { actorId: string | null; actorName: string }) => ({
  _id: row.actorId ?? noAccount,
  name: row.actorName,
});
