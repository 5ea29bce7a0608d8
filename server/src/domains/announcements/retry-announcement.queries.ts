import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';
import { contact } from './announcements.queries.ts';
import { announcements, deliveries, recipients } from './announcements.schema.ts';

/** Serializes retries of this announcement, so that they never lock its messages in different orders. */
export const lockAnnouncement = (db: Db, id: string) =>
  db
    .select({ id: announcements.id })
    .from(announcements)
    .where(eq(announcements.id, id))
    .for('no key update');

/** Locks and returns the recipients of failed messages with their current contacts; optionally of one recipient. */
export const lockFailed = (db: Db, announcementId: string, recipientId?: string) =>
  db
    .select({
      recipientId: recipients.id,
      studentId: recipients.studentId,
      of: recipients.addressOf,
      deliveryId: deliveries.id,
      address: deliveries.address,
      contact,
    })
    .from(deliveries)
    .innerJoin(recipients, eq(recipients.deliveryId, deliveries.id))
    .innerJoin(users, eq(users.id, recipients.studentId))
    .where(
      and(
        eq(deliveries.announcementId, announcementId),
        eq(deliveries.state, 'failed'),
        recipientId === undefined ? undefined : eq(recipients.id, recipientId),
      ),
    )
    .orderBy(deliveries.id, recipients.id)
    .for('update', { of: [deliveries, recipients] });
export type Failed = Awaited<ReturnType<typeof lockFailed>>[number];

/** Locks and returns a student's own or parent's recipient in an announcement, with its message. */
export const findRecipientOf = async (
  db: Db,
  announcementId: string,
  { studentId, of }: { studentId: string; of: 'student' | 'parent' },
) => {
  const [found] = await db
    .select({
      recipientId: recipients.id,
      deliveryId: deliveries.id,
      address: deliveries.address,
      state: deliveries.state,
    })
    .from(recipients)
    .innerJoin(deliveries, eq(deliveries.id, recipients.deliveryId))
    .where(
      and(
        eq(recipients.announcementId, announcementId),
        eq(recipients.studentId, studentId),
        eq(recipients.addressOf, of),
      ),
    )
    .for('update', { of: [deliveries, recipients] });
  return found;
};

/** Locks and returns the announcement's message to an address. */
export const findByAddress = async (db: Db, announcementId: string, address: string) => {
  const [found] = await db
    .select({ id: deliveries.id, state: deliveries.state })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.announcementId, announcementId),
        eq(sql`lower(${deliveries.address})`, address.toLowerCase()),
      ),
    )
    .for('update');
  return found;
};

type Readdressed = {
  id: string;
  announcementId: string;
  address: string;
  formerAddress: string;
  now: Date;
};

/** Inserts a queued message to the recipient's current address. */
export const insertReaddressed = async (db: Db, { now, ...row }: Readdressed) => {
  await db.insert(deliveries).values({ ...row, readdressed: now, updated: now });
  return row.id;
};

export const moveRecipient = (
  db: Db,
  id: string,
  { deliveryId, of }: { deliveryId: string; of: 'student' | 'parent' },
) => db.update(recipients).set({ deliveryId, addressOf: of }).where(eq(recipients.id, id));

/** Deletes failed messages that no longer have a recipient; the audit trail contains them. */
export const deleteWithoutRecipients = (db: Db, announcementId: string) =>
  db
    .delete(deliveries)
    .where(
      and(
        eq(deliveries.announcementId, announcementId),
        eq(deliveries.state, 'failed'),
        sql`not exists (select from announcement_recipients where delivery_id = ${deliveries.id})`,
      ),
    );

/** Requeues these messages with no attempts counted; returns the ids of those it found. */
export const requeue = async (db: Db, ids: string[], now: Date) =>
  (
    await db
      .update(deliveries)
      .set({ state: 'queued', tries: 0, nextTry: null, updated: now })
      .where(anyOfList(deliveries.id, ids, 'uuid'))
      .returning({ id: deliveries.id })
  ).map(({ id }) => id);
