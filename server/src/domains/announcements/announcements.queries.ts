import { and, desc, eq, gt, ne, sql, type SQL } from 'drizzle-orm';
import type { DeliveryState } from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import type { PlaceKind, RosterGroup } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { Db } from '../../platform/database.ts';
import { findPage } from '../../platform/list-query.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { classes } from '../classes/classes.schema.ts';
import { users } from '../identity/users.schema.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { announcements, deliveries, recipients } from './announcements.schema.ts';
import { messages } from './messages.view.ts';

export type AnnouncementRow = typeof announcements.$inferSelect;

export const contact = {
  email: users.email,
  phone_country_code: users.phoneCountryCode,
  phone: users.phone,
  parent_email: users.parentEmail,
  parent_phone_country_code: users.parentPhoneCountryCode,
  parent_phone: users.parentPhone,
};

/** Returns the contacts of a user. */
export const findContact = async (db: Db, userId: string) =>
  (await db.select(contact).from(users).where(eq(users.id, userId)))[0];

/** Returns the students of a lesson in the scope with their kinds of place and contacts, by name. */
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

/** Inserts the announcement of a composition unless it exists; returns the existing or new row, locked. */
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
  if (!open) throw new Error('The announcement that was just inserted does not exist.');
  return open;
};

export const addGroup = (db: Db, id: string, group: RosterGroup) =>
  db
    .update(announcements)
    .set({ groups: sql`${announcements.groups} || ${group}::text` })
    .where(eq(announcements.id, id));

type NewDelivery = { id: string; address: string };

/** Queues a message to each address that this announcement does not have yet; returns the ids of the new ones. */
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

/** Records the recipients of the messages. The caller leaves out students who are recipients already. */
export const insertRecipients = async (
  db: Db,
  { announcementId, group, now }: { announcementId: string; group: RosterGroup; now: Date },
  rows: readonly NewRecipient[],
) => {
  await db.execute(sql`
    insert into announcement_recipients (id, announcement_id, student_id, recipient_group, address_of, delivery_id, created)
    select new.id, ${announcementId}, student_id, ${group}, address_of, delivery.id, ${now}
    from unnest(${list(rows, 'id')}::uuid[], ${list(rows, 'studentId')}::uuid[], ${list(rows, 'address')}::text[],
      ${list(rows, 'of')}::text[]) as new (id, student_id, address, address_of)
    join announcement_deliveries delivery
      on delivery.announcement_id = ${announcementId} and lower(delivery.address) = lower(new.address)
    on conflict (announcement_id, student_id, address_of) do nothing`);
};

const list = <Row>(rows: readonly Row[], key: keyof Row) => sql.param(rows.map((row) => row[key]));

/** Returns the students who are recipients of an announcement. */
export const listWrittenTo = async (db: Db, announcementId: string) => {
  const found = await db
    .selectDistinct({ id: recipients.studentId })
    .from(recipients)
    .where(eq(recipients.announcementId, announcementId));
  return new Set(found.map(({ id }) => id));
};

/** Counts the students of a group who are recipients, and all messages of the announcement. */
export const countSent = async (db: Db, announcementId: string, group: RosterGroup) => {
  const ofGroup = sql`filter (where ${recipients.recipientGroup} = ${group})`;
  const [found] = await db
    .select({
      count: sql<number>`(count(distinct ${recipients.studentId}) ${ofGroup})::int`,
      messages: sql<number>`count(distinct ${recipients.deliveryId})::int`,
    })
    .from(recipients)
    .where(eq(recipients.announcementId, announcementId));
  return found ?? { count: 0, messages: 0 };
};

/** Returns the address choice of the sender's last announcement; undefined before the first. */
export const findLastChoice = async (db: Db, sentBy: string) => {
  const [found] = await db
    .select({ addressedTo: announcements.addressedTo })
    .from(announcements)
    .where(and(eq(announcements.sentBy, sentBy), eq(announcements.isTest, false)))
    .orderBy(desc(announcements.created))
    .limit(1);
  return found?.addressedTo;
};

const inState = (...states: DeliveryState[]) =>
  sql`count(*) filter (where delivery.state = any(${sql.param(states)}::text[]))::int`;

const ofTest = <Value>(
  column: 'state' | 'error',
) => sql<Value | null>`case when ${announcements.isTest} then
        (select ${sql.identifier(column)} from announcement_deliveries test where test.announcement_id = ${announcements.id}) end`;

/** The number of recipients of an announcement by state of their message, and of its students and messages. */
const counted = sql`lateral (
  select ${inState('sent')} as sent, ${inState('failed')} as failed, ${inState('queued', 'sending')} as pending,
    ${inState('unknown')} as unknown, count(distinct recipient.student_id)::int as students,
    count(distinct recipient.delivery_id)::int as messages
  from announcement_recipients recipient join announcement_deliveries delivery on delivery.id = recipient.delivery_id
  where recipient.announcement_id = ${announcements.id}) counted`;

/** Selects announcements with their senders and progress. */
export const selectAnnouncements = (db: Db) =>
  db
    .select({
      row: announcements,
      senderName: users.name,
      sent: sql<number>`counted.sent`,
      failed: sql<number>`counted.failed`,
      pending: sql<number>`counted.pending`,
      unknown: sql<number>`counted.unknown`,
      students: sql<number>`counted.students`,
      messages: sql<number>`counted.messages`,
      testState: ofTest<DeliveryState>('state'),
      testError: ofTest<string>('error'),
    })
    .from(announcements)
    .innerJoin(users, eq(users.id, announcements.sentBy))
    .crossJoin(counted);
export type AnnouncementCard = Awaited<ReturnType<typeof selectAnnouncements>>[number];

/** Returns an announcement whose lesson is in the given scope. */
export const findById = async (db: Db, id: string, lessonScope: SQL | undefined) => {
  const [found] = await selectAnnouncements(db)
    .innerJoin(lessons, eq(lessons.id, announcements.lessonId))
    .where(and(eq(announcements.id, id), lessonScope));
  return found;
};

/** Returns the row of an announcement whose lesson is in the given scope. */
export const findRow = async (db: Db, id: string, lessonScope: SQL | undefined) => {
  const [found] = await db
    .select({ row: announcements })
    .from(announcements)
    .innerJoin(lessons, eq(lessons.id, announcements.lessonId))
    .where(and(eq(announcements.id, id), lessonScope));
  return found;
};

/** Returns messages with their announcements and lessons. */
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

const stateOrder = sql`array['failed', 'unknown', 'sending', 'queued', 'sent']`;

/** A page of recipients, failed first, then by name within a state; reads each state's index up to the page's end. */
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

/** Returns a message of an announcement by its recipient's id. */
export const findDelivery = async (db: Db, announcementId: string, id: string) => {
  const [found] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.announcementId, announcementId), eq(messages.id, id)));
  return found;
};

/** Returns the latest other announcement of this lesson since then with the same text, and its sender. */
export const findSame = async (db: Db, row: AnnouncementRow, since: Date) => {
  const { lessonId, method, subject, content, ctaText, ctaLink } = row;
  const [found] = await db
    .select({
      groups: announcements.groups,
      to: announcements.addressedTo,
      created: announcements.created,
      by: users.name,
    })
    .from(announcements)
    .innerJoin(users, eq(users.id, announcements.sentBy))
    .where(
      and(
        eq(announcements.lessonId, lessonId),
        eq(announcements.isTest, false),
        gt(announcements.created, since),
        ne(announcements.id, row.id),
        eq(announcements.method, method),
        eq(announcements.subject, subject),
        eq(announcements.content, content),
        sql`${announcements.ctaText} is not distinct from ${ctaText}`,
        sql`${announcements.ctaLink} is not distinct from ${ctaLink}`,
      ),
    )
    .orderBy(desc(announcements.created))
    .limit(1);
  return found;
};

/** Settles a message of unknown outcome; false if its outcome is not unknown. */
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
