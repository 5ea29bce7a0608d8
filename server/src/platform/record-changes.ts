import { and, count, desc, eq, getTableColumns, inArray, not, sql } from 'drizzle-orm';
import type { RecordChange } from '@staffroom/contract/shared/changes.ts';
import type { Db } from './database.ts';
import { nextOffset, withinBudget } from './byte-budget.ts';
import { diffsOf, type Step } from './record-diff.ts';
import { threadOf } from './in-worker-thread.ts';
import { startsWith } from './sql-conditions.ts';
import { auditLog } from './platform.schema.ts';

const diffInThread = threadOf<typeof diffsOf>(new URL('./record-diff.thread.ts', import.meta.url));

/** Records of so many bytes together are compared in a worker thread. */
const longBytes = 128 * 1024;
/** Bytes of the records of a page before and after; a larger page ends here. */
const timelineBudget = 8 * 1024 * 1024;

/**
 * The timeline of one record from the audit trail, newest first, with the exact count (api.md: Audit trail). A page of
 * large records is shorter (`next_offset`). Its fields are named as the act recorded them, so acts record what their
 * presenter shows. Signing in and out, and failing to, is no change of the record and left out.
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
    .select({ id: auditLog.id, bytes })
    .from(auditLog)
    .where(where)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(record.max)
    .offset(record.offset);
  const fitting = withinBudget(found, timelineBudget);
  const rows = await listSteps(
    db,
    fitting.map(({ id }) => id),
  );
  const isLong = fitting.reduce((sum, row) => sum + row.bytes, 0) > longBytes;
  const diffs = isLong
    ? await diffInThread(rows.map(stepOf), { account: record.actorId })
    : diffsOf(rows.map(stepOf));
  const [total] = await db.select({ count: count() }).from(auditLog).where(where);
  return {
    data: rows.map((row, index) => presentChange(row, diffs[index] ?? [])),
    count: total?.count ?? 0,
    ...nextOffset(record.offset, fitting, found),
  };
};

const bytes = sql<number>`coalesce(octet_length(${auditLog.before}::text), 0)
  + coalesce(octet_length(${auditLog.after}::text), 0)`;

const { before: _before, after: _after, ...columns } = getTableColumns(auditLog);

/** Steps by id, newest first. The records stay text, which is parsed where they are compared. */
const listSteps = (db: Db, ids: string[]) =>
  db
    .select({
      ...columns,
      before: sql<string | null>`${auditLog.before}::text`,
      after: sql<string | null>`${auditLog.after}::text`,
    })
    .from(auditLog)
    .where(inArray(auditLog.id, ids))
    .orderBy(desc(auditLog.at), desc(auditLog.id));

type StepRow = Awaited<ReturnType<typeof listSteps>>[number];

const stepOf = ({ before, after }: StepRow): Step => ({ before, after });

/** Who saved a record last, and when. Signing in and out is no change of the account that does it. */
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

/** Who did something, for a timeline; the id of an act that nobody signed in did has only zeros. */
export const actorOf = (row: { actorId: string | null; actorName: string }) => ({
  _id: row.actorId ?? '00000000-0000-0000-0000-000000000000',
  name: row.actorName,
});
