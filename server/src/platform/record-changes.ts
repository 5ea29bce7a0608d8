import { and, count, desc, eq, not } from 'drizzle-orm';
import type { RecordChange } from '@staffroom/contract/shared/changes.ts';
import type { Db } from './database.ts';
import { diffOf } from './record-diff.ts';
import { startsWith } from './sql-conditions.ts';
import { auditLog } from './platform.schema.ts';

/**
 * The timeline of one record from the audit trail, newest first, with the exact count (api.md: Audit trail).
 * Its fields are named as the act recorded them, so acts record what their presenter shows. That somebody
 * signed in or out, or failed to, is no change of the record and left out.
 */
export const listRecordChanges = async (
  db: Db,
  record: { entity: string; entityId: string; max: number; offset: number },
): Promise<{ data: RecordChange[]; count: number }> => {
  const where = and(
    eq(auditLog.entity, record.entity),
    eq(auditLog.entityId, record.entityId),
    not(startsWith(auditLog.action, 'session.')),
  );
  const rows = await db
    .select()
    .from(auditLog)
    .where(where)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(record.max)
    .offset(record.offset);
  const [total] = await db.select({ count: count() }).from(auditLog).where(where);
  return { data: rows.map(presentChange), count: total?.count ?? 0 };
};

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

const presentChange = (row: typeof auditLog.$inferSelect): RecordChange => ({
  _id: row.id,
  at: row.at.toISOString(),
  by: actorOf(row),
  action: row.action,
  changes: diffOf(row.before, row.after),
});

/** Who did something, for a timeline; the id of an act that nobody signed in did has only zeros. */
export const actorOf = (row: { actorId: string | null; actorName: string }) => ({
  _id: row.actorId ?? '00000000-0000-0000-0000-000000000000',
  name: row.actorName,
});
