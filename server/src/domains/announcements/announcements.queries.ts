import { and, count, eq, sql, type SQL } from 'drizzle-orm';
import type { DeliveryState } from '@staffroom/contract/domains/announcements/announcements.rules.ts';
import type { PlaceKind, RosterGroup } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import type { Db } from '../../platform/database.ts';
import { findPage } from '../../platform/list-query.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { classes } from '../classes/classes.schema.ts';
import { users } from '../identity/users.schema.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { announcements, deliveries } from './announcements.schema.ts';
import { messages } from './messages.view.ts';

export type AnnouncementRow = typeof announcements.$inferSelect;

const contact = {
  email: users.email,
  phone_country_code: users.phoneCountryCode,
  phone: users.phone,
  parent_email: users.parentEmail,
  parent_phone_country_code: users.parentPhoneCountryCode,
  parent_phone: users.parentPhone,
};

/** Where somebody is written to. */
export const findContact = async (db: Db, userId: string) =>
  (await db.select(contact).from(users).where(eq(users.id, userId)))[0];

/** Who stands on a lesson in which kind, by name, with where each is written to; in the given scope. */
export const listContacts = (db: Db, lessonId: string, scope: SQL) =>
  db
    .select({
      id: users.id,
      name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})`,
      kind: sql<PlaceKind>`place.kind`,
      ...contact,
    })
    .from(sql`roster_places place`)
    .innerJoin(users, eq(users.id, sql`place.student_id`))
    .where(and(sql`place.lesson_id = ${lessonId}`, scope))
    .orderBy(users.nameKey, users.id);

/** Makes it the announcement of its composition unless there is one; that one, locked either way. */
export const openComposition = async (db: Db, row: typeof announcements.$inferInsert) => {
  await db.insert(announcements).values(row).onConflictDoNothing();
  const [open] = await db
    .select()
    .from(announcements)
    .where(
      row.composition
        ? and(eq(announcements.sentBy, row.sentBy), eq(announcements.composition, row.composition))
        : eq(announcements.id, row.id),
    )
    .for('update');
  if (!open) throw new Error('The announcement that was just written is not there.');
  return open;
};

export const addGroup = (db: Db, id: string, group: RosterGroup) =>
  db
    .update(announcements)
    .set({ groups: sql`${announcements.groups} || ${group}::text` })
    .where(eq(announcements.id, id));

type NewDelivery = { id: string; address: string };

/** Queues a message to each address that has none of this announcement yet; answers the ids of the new ones. */
export const insertDeliveries = async (
  db: Db,
  announcementId: string,
  rows: readonly NewDelivery[],
  now: Date,
) => {
  const { rows: inserted } = await db.execute<{ id: string }>(sql`
    insert into announcement_deliveries (id, announcement_id, address, updated)
    select id, ${announcementId}, address, ${now}
    from unnest(${list(rows, 'id')}::uuid[], ${list(rows, 'address')}::text[]) as new (id, address)
    on conflict (announcement_id, lower(address)) do nothing
    returning id`);
  return inserted.map(({ id }) => id);
};

type NewRecipient = { id: string; studentId: string; address: string; of: 'student' | 'parent' };

/** Notes for whom the messages are; who has one of this announcement already is not noted again. Answers how many. */
export const insertRecipients = async (
  db: Db,
  { announcementId, group, now }: { announcementId: string; group: RosterGroup; now: Date },
  rows: readonly NewRecipient[],
) => {
  const { rowCount } = await db.execute(sql`
    insert into announcement_recipients (id, announcement_id, student_id, recipient_group, address_of, delivery_id, created)
    select new.id, ${announcementId}, student_id, ${group}, address_of, delivery.id, ${now}
    from unnest(${list(rows, 'id')}::uuid[], ${list(rows, 'studentId')}::uuid[], ${list(rows, 'address')}::text[],
      ${list(rows, 'of')}::text[]) as new (id, student_id, address, address_of)
    join announcement_deliveries delivery
      on delivery.announcement_id = ${announcementId} and lower(delivery.address) = lower(new.address)
    on conflict (announcement_id, student_id) do nothing`);
  return rowCount ?? 0;
};

const list = <Row>(rows: readonly Row[], key: keyof Row) => sql.param(rows.map((row) => row[key]));

export const countRecipients = async (db: Db, announcementId: string, group: RosterGroup) => {
  const [found] = await db
    .select({ count: count() })
    .from(messages)
    .where(and(eq(messages.announcementId, announcementId), eq(messages.recipientGroup, group)));
  return found?.count ?? 0;
};

const inState = (...states: DeliveryState[]) =>
  sql`count(*) filter (where delivery.state = any(${sql.param(states)}::text[]))::int`;

/** How many students' messages of an announcement stand where. */
const counted = sql`lateral (
  select ${inState('sent')} as sent, ${inState('failed')} as failed, ${inState('queued', 'sending')} as pending,
    ${inState('unknown')} as unknown
  from announcement_recipients recipient join announcement_deliveries delivery on delivery.id = recipient.delivery_id
  where recipient.announcement_id = ${announcements.id}) counted`;

/** Announcements with their senders and how far their messages are. */
export const selectAnnouncements = (db: Db) =>
  db
    .select({
      row: announcements,
      senderName: users.name,
      sent: sql<number>`counted.sent`,
      failed: sql<number>`counted.failed`,
      pending: sql<number>`counted.pending`,
      unknown: sql<number>`counted.unknown`,
      testState: sql<DeliveryState | null>`case when ${announcements.isTest} then
        (select state from announcement_deliveries test where test.announcement_id = ${announcements.id}) end`,
    })
    .from(announcements)
    .innerJoin(users, eq(users.id, announcements.sentBy))
    .crossJoin(counted);
export type AnnouncementCard = Awaited<ReturnType<typeof selectAnnouncements>>[number];

/** An announcement whose lesson is in the given scope. */
export const findById = async (db: Db, id: string, lessonScope: SQL | undefined) => {
  const [found] = await selectAnnouncements(db)
    .innerJoin(lessons, eq(lessons.id, announcements.lessonId))
    .where(and(eq(announcements.id, id), lessonScope));
  return found;
};

/** Is there such an announcement of a lesson in the given scope? */
export const isThere = async (db: Db, id: string, lessonScope: SQL | undefined) => {
  const found = await db
    .select({ id: announcements.id })
    .from(announcements)
    .innerJoin(lessons, eq(lessons.id, announcements.lessonId))
    .where(and(eq(announcements.id, id), lessonScope));
  return found.length > 0;
};

/** The messages with what they say and which lesson they are about. */
export const listStudentMessages = (db: Db, ids: string[]) =>
  db
    .select({
      message: messages,
      announcement: announcements,
      senderName: users.name,
      lessonName: lessons.name,
      classId: classes.id,
      className: classes.name,
    })
    .from(messages)
    .innerJoin(announcements, eq(announcements.id, messages.announcementId))
    .innerJoin(users, eq(users.id, announcements.sentBy))
    .innerJoin(lessons, eq(lessons.id, announcements.lessonId))
    .innerJoin(classes, eq(classes.id, lessons.classId))
    .where(anyOfList(messages.id, ids, 'uuid'));
export type StudentMessageRow = Awaited<ReturnType<typeof listStudentMessages>>[number];

/** In which order lists have messages. */
const stateOrder = sql`array['failed', 'unknown', 'sending', 'queued', 'sent']`;

/**
 * A page of an announcement's recipients, failed ones first and each state in the order in which they were written to,
 * which is by name. Each state is read from its index as far as the page goes.
 */
export const findByState = (
  db: Db,
  announcementId: string,
  { max, offset }: { max: number; offset: number },
) =>
  findPage(db, {
    ids: sql`
      select found.id from unnest(${stateOrder}) with ordinality as ranked (state, rank)
      cross join lateral (
        select recipient.id, delivery.id as delivery_id
        from announcement_deliveries delivery
        join announcement_recipients recipient on recipient.delivery_id = delivery.id
        where delivery.announcement_id = ${announcementId} and delivery.state = ranked.state
        order by delivery.id, recipient.id limit ${max + offset}) found
      order by ranked.rank, found.delivery_id, found.id limit ${max} offset ${offset}`,
    count: sql`select count(*) from announcement_recipients where announcement_id = ${announcementId}`,
  });

/** A message of an announcement, by its recipient's id. */
export const findDelivery = async (db: Db, announcementId: string, id: string) => {
  const [found] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.announcementId, announcementId), eq(messages.id, id)));
  return found;
};

/** Queues the failed messages anew, with all their tries; answers which. */
export const requeueFailed = async (db: Db, announcementId: string, now: Date) =>
  (
    await db
      .update(deliveries)
      .set({ state: 'queued', tries: 0, nextTry: null, updated: now })
      .where(and(eq(deliveries.announcementId, announcementId), eq(deliveries.state, 'failed')))
      .returning({ id: deliveries.id })
  ).map(({ id }) => id);

/** Ends the doubt about a message of unknown outcome; false where there is none. */
export const settleUnknown = async (
  db: Db,
  id: string,
  state: 'sent' | 'queued',
  now: Date,
): Promise<boolean> => {
  const settled = await db
    .update(deliveries)
    .set({ state, updated: now, nextTry: null, ...(state === 'queued' && { tries: 0 }) })
    .where(and(eq(deliveries.id, id), eq(deliveries.state, 'unknown')))
    .returning({ id: deliveries.id });
  return settled.length === 1;
};
