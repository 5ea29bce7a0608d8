import { eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type {
  SubmissionCounts,
  SubmissionStatus,
} from 'staffroom-contract/domains/homework/homework.rules.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { classes } from '../classes/classes.schema.ts';
import { users } from '../identity/users.schema.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { homework, submissions } from './homework.schema.ts';
import { materials } from './materials/materials.schema.ts';

const removers = alias(users, 'removers');

/** Selects homework with its lesson, class and file. */
export const selectHomework = (db: Db) =>
  db
    .select({
      id: homework.id,
      name: homework.name,
      lessonId: homework.lessonId,
      lessonName: lessons.name,
      term: lessons.term,
      lessonIndex: lessons.lessonIndex,
      classId: lessons.classId,
      className: classes.name,
      subject: classes.subject,
      materialId: homework.materialId,
      fileName: materials.name,
      attachments: homework.attachments,
      releasedAt: homework.releasedAt,
      dueAt: homework.dueAt,
      returnAt: homework.returnAt,
      created: homework.created,
      updated: homework.updated,
      version: homework.version,
      removedAt: homework.removedAt,
      removedBy: removers.name,
    })
    .from(homework)
    .innerJoin(lessons, eq(lessons.id, homework.lessonId))
    .innerJoin(classes, eq(classes.id, lessons.classId))
    .leftJoin(materials, eq(materials.id, homework.materialId))
    .leftJoin(removers, eq(removers.id, homework.removedBy));

export type HomeworkRow = Awaited<ReturnType<typeof selectHomework>>[number];

/**
 * Selects the assigned students: the current paying students of the lesson, and all who have handed in, so that the
 * derived pending count is never negative (ADR 17). For removed homework only the latter.
 */
const assignedTo = (homeworkIds: readonly string[]): SQL => sql`
  select ${homework.id} as homework_id, places.student_id
  from ${homework} join roster_sources places on places.lesson_id = ${homework.lessonId}
  where ${anyOfList(homework.id, homeworkIds, 'uuid')} and places.kind = 'PAYMENT' and places.released_at is null
    and ${homework.removedAt} is null
  union
  select ${submissions.homeworkId}, ${submissions.studentId}
  from ${submissions} where ${anyOfList(submissions.homeworkId, homeworkIds, 'uuid')}`;

/** Counts the students of each of these homeworks by submission status. */
export const countSubmissions = async (
  db: Db,
  homeworkIds: string[],
): Promise<(homeworkId: string) => SubmissionCounts> => {
  const { rows } = await db.execute<SubmissionCounts & { id: string }>(sql`
    select assigned.homework_id as id, count(*)::int as assigned,
      count(*) filter (where handed.status = 'SUBMITTED')::int as submitted,
      count(*) filter (where handed.status = 'RESUBMITTED')::int as resubmitted,
      count(*) filter (where handed.status = 'RESUBMISSION_REQUIRE')::int as resubmission,
      count(*) filter (where handed.status = 'marked')::int as marked
    from (${assignedTo(homeworkIds)}) assigned
    left join submissions handed on handed.homework_id = assigned.homework_id and handed.student_id = assigned.student_id
    group by assigned.homework_id`);
  const counted = new Map<string, SubmissionCounts>(rows.map(({ id, ...counts }) => [id, counts]));
  return (id) => counted.get(id) ?? noSubmissions;
};

const noSubmissions: SubmissionCounts = {
  assigned: 0,
  submitted: 0,
  resubmitted: 0,
  resubmission: 0,
  marked: 0,
};

/** Sort key: the number of submissions of a homework with this status. */
export const countIn = (status: SubmissionStatus): SQL<number> => sql`(
  select count(*)::int from submissions counted
  where counted.homework_id = ${homework.id} and counted.status = ${status})`;

/** Sort key: the number of assigned students who have not handed in. */
export const pendingCount: SQL<number> = sql`(
  select count(distinct places.student_id)::int from roster_sources places
  where places.lesson_id = ${homework.lessonId} and places.kind = 'PAYMENT' and places.released_at is null
    and ${homework.removedAt} is null
    and not exists (select from submissions handed
      where handed.homework_id = ${homework.id} and handed.student_id = places.student_id))`;

/** Returns the assigned students of a homework who have not handed in, by name. */
export const listPending = async (db: Db, homeworkId: string) => {
  const { rows } = await db.execute<{ id: string; name: string; email: string }>(sql`
    select ${users.id} as id, ${users.name} as name, ${users.email} as email
    from (${assignedTo([homeworkId])}) assigned
    join ${users} on ${users.id} = assigned.student_id
    where not exists (select from submissions handed
      where handed.homework_id = assigned.homework_id and handed.student_id = assigned.student_id)
    order by ${users.nameKey}, ${users.id}`);
  return rows;
};

/** Condition: the homework is assigned to the student, or the student has handed it in. */
export const isOfStudent = (studentId: string): SQL => sql`${homework.id} = any(array(
  select own.id from roster_sources places join homework own on own.lesson_id = places.lesson_id
    where places.student_id = ${studentId} and places.kind = 'PAYMENT' and places.released_at is null
      and own.removed_at is null
  union select handed.homework_id from submissions handed where handed.student_id = ${studentId}))`;

/** Condition: a submission waits to be marked. */
export const isWaiting: SQL = sql`exists (select from submissions waiting
  where waiting.homework_id = ${homework.id} and waiting.status in ('SUBMITTED', 'RESUBMITTED'))`;

/** Returns a student's submissions of these homeworks. */
export const listSubmissionsOf = async (db: Db, studentId: string, homeworkIds: string[]) => {
  const rows = await db
    .select()
    .from(submissions)
    .where(
      sql`${submissions.studentId} = ${studentId} and ${anyOfList(submissions.homeworkId, homeworkIds, 'uuid')}`,
    );
  return new Map(rows.map((row) => [row.homeworkId, row]));
};

/** Selects submissions with their student, homework, lesson and class. */
export const selectSubmissions = (db: Db) =>
  db
    .select({
      submission: submissions,
      studentName: users.name,
      email: users.email,
      homeworkName: homework.name,
      dueAt: homework.dueAt,
      returnAt: homework.returnAt,
      lessonId: lessons.id,
      lessonName: lessons.name,
      term: lessons.term,
      lessonIndex: lessons.lessonIndex,
      classId: classes.id,
      className: classes.name,
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.studentId))
    .innerJoin(homework, eq(homework.id, submissions.homeworkId))
    .innerJoin(lessons, eq(lessons.id, homework.lessonId))
    .innerJoin(classes, eq(classes.id, lessons.classId));

export type SubmissionRow = Awaited<ReturnType<typeof selectSubmissions>>[number];
