import { and, asc, eq, gt, gte, inArray, lt, lte, ne, sql, type SQL } from 'drizzle-orm';
import type { PlaceKind } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { Db } from '../../platform/database.ts';
import { users } from '../identity/users.schema.ts';
import { accountOf } from '../lessons/attendees.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { pollQuestions } from './polls.schema.ts';

export type PollRow = typeof pollQuestions.$inferSelect;

/** Returns whether the lesson is in the scope. `lock` keeps its questions in order until the transaction ends. */
export const findLesson = async (
  db: Db,
  id: string,
  scope: SQL | undefined,
  lock: 'lock' | 'read' = 'read',
) => {
  const found = db
    .select({ id: lessons.id })
    .from(lessons)
    .where(and(eq(lessons.id, id), scope));
  return (await (lock === 'lock' ? found.for('no key update') : found))[0];
};

/** The questions of a lesson in order. */
export const listOf = (db: Db, lessonId: string) =>
  db
    .select()
    .from(pollQuestions)
    .where(eq(pollQuestions.lessonId, lessonId))
    .orderBy(asc(pollQuestions.questionIndex), asc(pollQuestions.id));

export const countOf = (db: Db, lessonId: string) =>
  db.$count(pollQuestions, eq(pollQuestions.lessonId, lessonId));

/** Moves the questions from a place on by one, to make room or close a gap. */
export const shiftFrom = (db: Db, lessonId: string, place: number, by: 1 | -1) =>
  db
    .update(pollQuestions)
    .set({ questionIndex: sql`${pollQuestions.questionIndex} + ${by}` })
    .where(and(eq(pollQuestions.lessonId, lessonId), gte(pollQuestions.questionIndex, place)));

/** Moves the questions between a question's place and its new one by one. */
export const shiftBetween = (db: Db, { id, lessonId, questionIndex: from }: PollRow, to: number) =>
  db
    .update(pollQuestions)
    .set({ questionIndex: sql`${pollQuestions.questionIndex} + ${to < from ? 1 : -1}::int` })
    .where(
      and(
        eq(pollQuestions.lessonId, lessonId),
        ne(pollQuestions.id, id),
        to < from
          ? and(gte(pollQuestions.questionIndex, to), lt(pollQuestions.questionIndex, from))
          : and(gt(pollQuestions.questionIndex, from), lte(pollQuestions.questionIndex, to)),
      ),
    );

/** Returns whether this question has answers. */
export const isAnswered = async (db: Db, { id, lessonId }: PollRow) => {
  const { rows } = await db.execute(
    sql`select from classroom_events where lesson_id = ${lessonId} and poll_id = ${id} and action = 'answer' limit 1`,
  );
  return rows.length > 0;
};

export type AnswerRow = {
  pollId: string;
  /** The id of the account, otherwise the e-mail. */
  person: string;
  studentId: string | null;
  email: string;
  name: string;
  answer: number[];
  at: Date;
};

const given = accountOf('given');

/** Each person's latest answer to each question; people as in the attendance, with matches by hand (ADR 21). */
export const latestAnswers = async (db: Db, lessonId: string): Promise<AnswerRow[]> => {
  const { rows } = await db.execute<AnswerRow & { at: string }>(sql`
    select distinct on (poll_id, key) poll_id as "pollId", key as person,
      case when who.type = 'Student' then who.id end as "studentId", known.email, known.name, answer, at
    from (
      select given.*, ${given.account} as account,
        coalesce(${given.account}::text, given.person) as key
      from (
        select *, lower(email) as person from classroom_events
        where lesson_id = ${lessonId} and action = 'answer'
      ) given ${given.joins}
    ) known left join users who on who.id = known.account
    order by poll_id, key, at desc, received desc, known.id desc`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
};

/** The kind of place of each student on a lesson, by id. */
export const kindsOn = async (db: Db, lessonId: string): Promise<Map<string, PlaceKind>> => {
  const { rows } = await db.execute<{ id: string; kind: PlaceKind }>(
    sql`select student_id as id, kind from roster_places where lesson_id = ${lessonId}`,
  );
  return new Map(rows.map(({ id, kind }) => [id, kind]));
};

export type LessonStudent = { id: string; name: string; email: string; kind: PlaceKind };

/** The students on a lesson with their strongest kind of place, by name; `isVisible` if within the scope. */
export const listStudents = async (db: Db, lessonId: string, scope: SQL) => {
  const { rows } = await db.execute<LessonStudent & { isVisible: boolean }>(sql`
    select ${users.id} as id, ${users.name} as name, ${users.email} as email, places.kind, (${scope}) as "isVisible"
    from roster_places places join ${users} on ${users.id} = places.student_id
    where places.lesson_id = ${lessonId}
    order by ${users.nameKey}, ${users.id}`);
  return rows;
};

/** Number of questions of each lesson. */
export const countByLesson = async (db: Db, lessonIds: string[]) => {
  const rows = await db
    .select({ lessonId: pollQuestions.lessonId, count: sql<number>`count(*)::int` })
    .from(pollQuestions)
    .where(inArray(pollQuestions.lessonId, lessonIds))
    .groupBy(pollQuestions.lessonId);
  return new Map(rows.map((row) => [row.lessonId, row.count]));
};

export const insert = (db: Db, rows: (typeof pollQuestions.$inferInsert)[]) =>
  db.insert(pollQuestions).values(rows);
