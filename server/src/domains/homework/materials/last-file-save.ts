import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database.ts';
import { auditLog } from '../../../platform/platform.schema.ts';

/** Returns author and time of the last change to the homework or file of this name, from its lesson's history. */
export const findLastFileSave = async (
  db: Db,
  lessonId: string,
  kind: 'homework' | 'material',
  name: string,
) => {
  const [last] = await db
    .select({ by: auditLog.actorName, at: auditLog.at })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, 'lesson'),
        eq(auditLog.entityId, lessonId),
        sql`coalesce(${auditLog.after} ->> ${kind}, ${auditLog.before} ->> ${kind}) = ${name}`,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  return last && { by: last.by, at: last.at.toISOString() };
};
