import { and, eq, sql } from 'drizzle-orm';
import type {
  Announcement,
  Delivery,
  listDeliveries as listDeliveriesOperation,
  StudentMessage,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { CsvColumn } from '../../platform/csv.ts';
import { notFound } from '../../platform/errors.ts';
import { anyOf, containing, defineListQuery, withQuery } from '../../platform/list-query.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { studentScope } from '../users/users.policy.ts';
import { findVisibleStudents } from '../users/users.queries.ts';
import * as announcementQueries from './announcements.queries.ts';
import {
  presentAnnouncement,
  presentDelivery,
  presentStudentMessage,
} from './announcements.presenter.ts';
import { announcements } from './announcements.schema.ts';
import { requireAnnouncement, requireLesson } from './announcements.service.ts';
import { messages } from './messages.view.ts';

type Paging = { max: number; offset: number };

/** Adds a fixed filter by the record of the list, which the request cannot set; newest first. */
const newestOf = <Filter extends object>({ max, offset }: Paging, filter: Filter) => ({
  max,
  offset,
  sortBy: 'created',
  order: 'desc' as const,
  filter,
});

const announcementColumns: CsvColumn<Announcement>[] = [
  { header: 'created', time: (one) => one.created },
  { header: 'method', value: (one) => one.method },
  { header: 'groups', value: (one) => one.groups.join('; ') },
  { header: 'subject', value: (one) => one.subject },
  { header: 'content', value: (one) => one.content },
  { header: 'cta_text', value: (one) => one.cta?.text },
  { header: 'cta_link', value: (one) => one.cta?.link },
  { header: 'sent_by', value: (one) => one.sent_by.name },
  { header: 'sent', value: ({ counts }) => counts.sent },
  { header: 'failed', value: ({ counts }) => counts.failed },
  { header: 'pending', value: ({ counts }) => counts.pending },
  { header: 'unknown', value: ({ counts }) => counts.unknown },
  { header: 'to', value: (one) => one.to },
  { header: 'students', value: (one) => one.students },
  { header: 'messages', value: (one) => one.messages },
];

const announcementList = defineListQuery<
  ReturnType<typeof newestOf<{ lesson: string }>>,
  Announcement
>({
  from: announcements,
  sort: { created: announcements.created },
  where: {
    lesson: (id) => and(eq(announcements.lessonId, id), eq(announcements.isTest, false)),
  },
  cards: async (db, ids) =>
    (
      await announcementQueries
        .selectAnnouncements(db)
        .where(anyOfList(announcements.id, ids, 'uuid'))
    ).map(presentAnnouncement),
  csv: ['announcements.csv', announcementColumns],
});

/** The announcements of a lesson, newest first, without tests. Throws not_found. */
export const announcementsOf = async (context: Context, { id: lesson }: { id: string }) => {
  await requireLesson(context.db, context, lesson);
  return withQuery(announcementList, (page: Paging) => newestOf(page, { lesson }));
};

const deliveryColumns: CsvColumn<Delivery>[] = [
  { header: 'student', value: ({ student }) => student.name },
  { header: 'group', value: (one) => one.group },
  { header: 'address', value: (one) => one.address },
  { header: 'address_of', value: (one) => one.address_of },
  { header: 'state', value: (one) => one.state },
  { header: 'tries', value: (one) => one.tries },
  { header: 'via', value: (one) => one.via },
  { header: 'error', value: (one) => one.error },
  { header: 'next_try', time: (one) => one.next_try },
  { header: 'updated', time: (one) => one.updated },
  { header: 'former_address', value: (one) => one.former_address },
  { header: 'readdressed', time: (one) => one.readdressed },
];

type DeliveryQuery = QueryOf<typeof listDeliveriesOperation>;
type OfAnnouncement = DeliveryQuery & {
  filter: DeliveryQuery['filter'] & { announcement: string };
};

const deliveryList = defineListQuery<OfAnnouncement, Delivery>({
  from: messages,
  sort: {
    state: sql`((${messages.stateRank}::text || ${messages.deliveryId}::text) collate "C")`,
    name: sql`lower(${messages.studentName})`,
    updated: messages.updated,
    tries: messages.tries,
  },
  where: {
    announcement: (id) => eq(messages.announcementId, id),
    search: containing(messages.studentName, messages.address),
    state: anyOf(messages.state),
    group: anyOf(messages.recipientGroup),
  },
  cards: async (db, ids) =>
    (
      await db
        .select()
        .from(messages)
        .where(anyOfList(messages.id, ids, 'uuid'))
    ).map(presentDelivery),
  find: (db, { filter: { announcement, ...asked }, sortBy, order, ...page }) =>
    sortBy === 'state' &&
    order === 'asc' &&
    Object.values(asked).every((value) => value === undefined)
      ? announcementQueries.findByState(db, announcement, page)
      : undefined,
  csv: ['deliveries.csv', deliveryColumns],
});

/** The messages of an announcement by recipient, by default failed ones first. Throws not_found. */
export const deliveriesOf = async (
  context: Context,
  { announcementId: announcement }: { announcementId: string },
) => {
  await requireAnnouncement(context.db, context, announcement);
  return withQuery(deliveryList, (query: DeliveryQuery) => ({
    ...query,
    filter: { ...query.filter, announcement },
  }));
};

const studentMessageColumns: CsvColumn<StudentMessage>[] = [
  { header: 'created', time: (one) => one.created },
  { header: 'method', value: (one) => one.method },
  { header: 'subject', value: (one) => one.subject },
  { header: 'content', value: (one) => one.content },
  { header: 'class', value: ({ lesson }) => lesson.class.name },
  { header: 'lesson', value: ({ lesson }) => lesson.name },
  { header: 'address_of', value: (one) => one.address_of },
  { header: 'state', value: (one) => one.state },
  { header: 'sent_by', value: (one) => one.sent_by.name },
];

const studentMessageList = defineListQuery<
  ReturnType<typeof newestOf<{ student: string }>>,
  StudentMessage
>({
  from: messages,
  sort: { created: messages.created },
  where: { student: (id) => eq(messages.studentId, id) },
  cards: async (db, ids) =>
    (await announcementQueries.listStudentMessages(db, ids)).map(presentStudentMessage),
  csv: ['messages.csv', studentMessageColumns],
});

/** The messages to a student, newest first. Throws not_found, also out of the actor's scope. */
export const messagesOf = async (context: Context, { id: student }: { id: string }) => {
  await requireStudent(context, student);
  return withQuery(studentMessageList, (page: Paging) => newestOf(page, { student }));
};

const requireStudent = async ({ db, actor }: Context, id: string) => {
  const visible = await findVisibleStudents(db, [id], studentScope(actor));
  if (visible.size === 0) throw notFound('id');
};
