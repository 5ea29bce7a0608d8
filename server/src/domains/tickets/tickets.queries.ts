import { and, desc, eq, getTableColumns, ne, sql, type Column, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  pendingStatus,
  type HomeworkStatus,
} from 'staffroom-contract/domains/homework/homework.rules.ts';
import { closedStatuses, ticketListIds } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { liveTopic } from 'staffroom-contract/shared/live.ts';
import type { Currency } from 'staffroom-contract/shared/money.ts';
import type { Db } from '../../platform/database.ts';
import { announceChange } from '../../platform/live-updates.ts';
import { viewersOf } from '../../platform/live-viewers.ts';
import { hotRows } from '../../platform/prepared.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';
import { classes } from '../classes/classes.schema.ts';
import { accountOf } from '../lessons/attendees.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import * as pollQueries from '../polls/polls.queries.ts';
import { ticketHistory, tickets, type TicketRow } from './tickets.schema.ts';

const student = alias(users, 'student');

const nameOfUser = (id: Column) =>
  sql<string | null>`(select named.name from ${users} named where named.id = ${id})`;

/** Condition for open tickets; written exactly as in the index `tickets_open`. */
export const isOpen = sql`${tickets.status} not in (${sql.raw(
  closedStatuses.map((status) => `'${status}'`).join(', '),
)})`;

const selectCards = (db: Db) =>
  db
    .select({
      ticket: getTableColumns(tickets),
      student: {
        id: student.id,
        name: student.name,
        email: student.email,
        phoneCountryCode: student.phoneCountryCode,
        phone: student.phone,
      },
      tuitionClass: {
        id: classes.id,
        name: classes.name,
        classType: classes.classType,
        country: classes.country,
      },
      lesson: {
        id: lessons.id,
        name: lessons.name,
        term: lessons.term,
        lessonIndex: lessons.lessonIndex,
        scheduledAt: lessons.scheduledAt,
        endedAt: lessons.endedAt,
      },
      handlerName: nameOfUser(tickets.handledBy),
      prevHandlerName: nameOfUser(tickets.prevHandledBy),
      agentName: nameOfUser(tickets.agentId),
    })
    .from(tickets)
    .innerJoin(student, eq(student.id, tickets.studentId))
    .innerJoin(classes, eq(classes.id, tickets.classId))
    .innerJoin(lessons, eq(lessons.id, tickets.lessonId));

export type TicketCardRow = Awaited<ReturnType<typeof listCards>>[number];

/** Tickets by id with everything that a list shows; prepared once, because every list page runs it. */
export const listCards = (db: Db, ids: string[]) =>
  hotRows(db, 'ticket_cards', { ids }, () =>
    selectCards(db).where(sql`${tickets.id} = any(${sql.placeholder('ids')}::uuid[])`),
  );

/** A ticket's card and the related data of other tables. */
export type TicketDetails = Awaited<ReturnType<typeof requireDetails>>;

/** Returns an existing ticket with its details; `now` determines the next lesson. */
export const requireDetails = async (db: Db, row: TicketRow, now: Date) => {
  const [card] = await listCards(db, [row.id]);
  const [facts] = await findFacts(db, row.studentId);
  if (!card || !facts) throw new Error('No ticket has this id.');
  const { has_polls, ...around } = await findAround(db, row, now);
  return {
    ...card,
    ...around,
    facts,
    history: await listHistory(db, row.id),
    answers: has_polls ? await listAnswers(db, row) : [],
  };
};

type Lesson = {
  id: string;
  name: string;
  term: number;
  lesson_index: number;
  scheduled_at: string;
  ended_at: string;
};

const findFacts = (db: Db, id: string) =>
  hotRows(db, 'ticket_student', { id }, () =>
    db
      .select()
      .from(users)
      .where(eq(users.id, sql.placeholder('id'))),
  );

type Around = {
  tutors: { _id: string; name: string }[];
  next_lesson: Lesson | null;
  /** When the student joined and left the lesson. */
  stays: { joined_at: string | null; left_at: string | null }[];
  /** The lesson's homework with the student's status; null if it was not assigned. */
  homework: {
    _id: string;
    name: string;
    due_at: string;
    return_at: string;
    status: HomeworkStatus | null;
  }[];
  /** The trial order, and the order that won or renewed the ticket; prices in cents. */
  orders: { id: string; actual_price: number; currency: Currency; created: string }[];
  has_polls: boolean;
};

const came = accountOf('came');

const rowsOf = <Row>(rows: SQL) =>
  sql<Row[]>`(select coalesce(json_agg(row_to_json(listed)), '[]') from (${rows}) listed)`;

/** Reads a ticket's related data in one statement, because each further one costs a round trip. */
const findAround = async (
  db: Db,
  { lessonId, classId, studentId, orderId, resultOrderId }: TicketRow,
  now: Date,
): Promise<Around> => {
  const values = {
    lesson: lessonId,
    class: classId,
    student: studentId,
    orders: [orderId, resultOrderId].filter((id) => id !== null),
    now,
  };
  const [around] = await hotRows(db, 'ticket_around', values, () => selectAround(db));
  if (!around) throw new Error('The statement returned no row.');
  return around;
};

const selectAround = (db: Db) => {
  const lesson = sql`${sql.placeholder('lesson')}::uuid`;
  const student = sql`${sql.placeholder('student')}::uuid`;
  return db
    .select({
      tutors: rowsOf<Around['tutors'][number]>(sql`
        select tutor.id as "_id", tutor.name from lesson_staff staff join users tutor on tutor.id = staff.user_id
        where staff.lesson_id = ${lesson} and staff.kind = 'tutor' order by staff.position`),
      next_lesson: sql<Lesson | null>`(select row_to_json(next) from (
        select id, name, term, lesson_index, scheduled_at, ended_at from lessons
        where class_id = ${sql.placeholder('class')}::uuid and is_active
          and scheduled_at > ${sql.placeholder('now')}::timestamptz
        order by scheduled_at, id limit 1) next)`,
      stays: rowsOf<Around['stays'][number]>(sql`
        select came.joined_at, came.left_at from attendance_rows came ${came.joins}
        where came.lesson_id = ${lesson} and ${came.account} = ${student}
        order by coalesce(came.joined_at, came.left_at), came.id`),
      homework: rowsOf<Around['homework'][number]>(sql`
        select homework.id as "_id", homework.name, homework.due_at, homework.return_at,
          coalesce(handed.status, case when exists (select from roster_places place
            where place.lesson_id = ${lesson} and place.student_id = ${student} and place.kind = 'PAYMENT')
            then ${pendingStatus}::text end) as status
        from homework
        left join submissions handed on handed.homework_id = homework.id and handed.student_id = ${student}
        where homework.lesson_id = ${lesson} and (homework.removed_at is null or handed.id is not null)
        order by homework.due_at, homework.id`),
      orders: rowsOf<Around['orders'][number]>(sql`
        select id, actual_price, currency, created from orders
        where id = any(${sql.placeholder('orders')}::uuid[])`),
      has_polls: sql<boolean>`exists (select from poll_questions where lesson_id = ${lesson})`,
    })
    .from(sql`(select) one_row`);
};

/** The accounts that have a ticket open now, except the given one. */
export const listViewers = (db: Db, ticketId: string, but: string) =>
  db
    .select({ _id: users.id, name: users.name })
    .from(users)
    .where(
      and(sql`${users.id} in (${viewersOf(liveTopic('ticket', ticketId))})`, ne(users.id, but)),
    )
    .orderBy(users.name, users.id);

const listHistory = (db: Db, ticketId: string) =>
  hotRows(db, 'ticket_history', { id: ticketId }, () =>
    db
      .select()
      .from(ticketHistory)
      .where(eq(ticketHistory.ticketId, sql.placeholder('id')))
      .orderBy(desc(ticketHistory.at), desc(ticketHistory.id)),
  );

/** The poll questions of the ticket's lesson with the student's latest answers. */
const listAnswers = async (db: Db, { lessonId, studentId }: TicketRow) => {
  const questions = await pollQueries.listOf(db, lessonId);
  if (questions.length === 0) return [];
  const answers = new Map(
    (await pollQueries.latestAnswers(db, lessonId))
      .filter((row) => row.studentId === studentId)
      .map((row) => [row.pollId, row.answer]),
  );
  return questions.map((question) => ({ question, answer: answers.get(question.id) ?? null }));
};

/** Adds steps to the history of tickets, and notifies viewers of their lists. */
export const insertSteps = async (db: Db, ...steps: (typeof ticketHistory.$inferInsert)[]) => {
  await db.insert(ticketHistory).values(steps);
  const ids = steps.map(({ ticketId }) => ticketId);
  const kinds = await db
    .selectDistinct({ type: tickets.type })
    .from(tickets)
    .where(anyOfList(tickets.id, ids, 'uuid'));
  for (const { type } of kinds) await announceChange(db, 'ticket-list', ticketListIds[type]);
};

export type DueDays = { today: string; week: string };

/** Counts matching open tickets by when their follow-up is due. */
export const countDue = async (db: Db, where: SQL | undefined, { today, week }: DueDays) => {
  const due = (condition: SQL) => sql`(count(*) filter (where ${condition}))::int`;
  const day = tickets.nextActionDate;
  const [counts] = await db
    .select({
      overdue: due(sql`${day} < ${today}`).mapWith(Number),
      today: due(sql`${day} = ${today}`).mapWith(Number),
      'next 7 days': due(sql`${day} > ${today} and ${day} <= ${week}`).mapWith(Number),
      later: due(sql`${day} is null or ${day} > ${week}`).mapWith(Number),
    })
    .from(tickets)
    .where(where);
  return counts ?? { overdue: 0, today: 0, 'next 7 days': 0, later: 0 };
};
