import { desc, eq } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { auditLog } from '../platform.schema.ts';

/** The last backup that `npm run backup` recorded in the audit trail, with its size; undefined without one. */
export const findLastBackup = async (
  db: Db,
): Promise<{ at: string; bytes: number | undefined } | undefined> => {
  const [made] = await db
    .select({ at: auditLog.at, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.action, 'backup.made'))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  const { bytes } = (made?.after ?? {}) as { bytes?: number };
  return made && { at: made.at.toISOString(), bytes };
};
