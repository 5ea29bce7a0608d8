import { inArray, sql } from 'drizzle-orm';
import {
  announcements,
  deliveries,
  recipients,
} from './domains/announcements/announcements.schema.ts';
import { classroomEvents } from './domains/attendance/classroom-events.schema.ts';
import type { Clock } from './platform/clock.ts';
import { inTransaction } from './platform/context.ts';
import type { Db } from './platform/database.ts';
import { auditLog } from './platform/platform.schema.ts';
import type { Settings } from './platform/settings.ts';

type Needs = { db: Db; clock: Clock; settings: Pick<Settings, 'retention'> };

/** Rows that one statement deletes, so that no lock lasts long. */
const rowsAtATime = 5000;
/** A run deletes at most 200,000 rows of a table; the next run goes on. */
const mostBatches = 40;

const day = 24 * 60 * 60_000;

/**
 * Deletes rows that are older than their retention: the audit trail, events of the classroom, and announcements with
 * their recipients and deliveries. An announcement stays while a message of it waits. A retention of 0 keeps every row.
 */
export const deleteExpired = async ({ db, clock, settings }: Needs): Promise<void> => {
  const { auditDays, classroomDays, messageDays } = settings.retention;
  const before = (days: number) => new Date(clock.now().getTime() - days * day);
  if (auditDays > 0)
    await inBatches((limit) =>
      db.execute(sql`
        delete from ${auditLog} where id in (
          select id from ${auditLog} where at < ${before(auditDays)} order by at, id limit ${limit})`),
    );
  if (classroomDays > 0)
    await inBatches((limit) =>
      db.execute(sql`
        delete from ${classroomEvents} where id in (
          select id from ${classroomEvents} where received < ${before(classroomDays)} limit ${limit})`),
    );
  if (messageDays > 0) await inBatches(() => deleteAnnouncements(db, before(messageDays)));
};

type Deleted = { rowCount: number | null };

const inBatches = async (deleteSome: (limit: number) => Promise<Deleted>, limit = rowsAtATime) => {
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const { rowCount } = await deleteSome(limit);
    if ((rowCount ?? 0) === 0) return;
  }
};

/** An announcement goes to the families of a lesson: some forty messages. */
const announcementsAtATime = 100;

const deleteAnnouncements = (db: Db, until: Date): Promise<Deleted> =>
  inTransaction({ db }, async (tx) => {
    const expired = sql`${announcements.created} < ${until} and not exists (
      select from ${deliveries} where ${deliveries.announcementId} = ${announcements.id}
        and ${deliveries.state} in ('queued', 'sending'))`;
    const found = await tx
      .select({ id: announcements.id })
      .from(announcements)
      .where(expired)
      .orderBy(announcements.created)
      .limit(announcementsAtATime)
      .for('update', { skipLocked: true });
    if (found.length === 0) return { rowCount: 0 };
    const ids = found.map(({ id }) => id);
    await tx.delete(recipients).where(inArray(recipients.announcementId, ids));
    await tx.delete(deliveries).where(inArray(deliveries.announcementId, ids));
    await tx.delete(announcements).where(inArray(announcements.id, ids));
    return { rowCount: found.length };
  });
