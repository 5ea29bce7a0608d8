import { and, asc, eq, gt, isNull, lt, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/database.ts';
import { classes } from '../classes/classes.schema.ts';
import { users } from '../identity/users.schema.ts';
import { lessons, lessonStaff, rosterSources } from './lessons.schema.ts';

/** A lesson as it is or would be saved, by its position in the request; a saved lesson has an id. */
export type Candidate = {
  number: number;
  lesson_id: string | undefined;
  starts: string;
  ends: string;
  staff: readonly string[];
  /** The students who would be added. If any are given, only these are checked, not the lesson's students. */
  students: readonly string[];
};

const other = alias(lessons, 'other');
const twice = alias(rosterSources, 'twice');

/** No lesson is longer than 12 hours, so the index on the start bounds the overlap on both sides. */
const overlapsCandidate = and(
  eq(other.isActive, true),
  lt(other.scheduledAt, sql`candidate.ends`),
  gt(other.endedAt, sql`candidate.starts`),
  gt(other.scheduledAt, sql`candidate.starts - interval '12 hours'`),
  sql`${other.id} is distinct from candidate.lesson_id`,
);

/** The students given in the candidate, or else the students of the lesson. */
const studentsOfCandidate = sql`(
  select unnest(candidate.students) as student_id
  union all
  select ${rosterSources.studentId} from ${rosterSources}
  where ${rosterSources.lessonId} = candidate.lesson_id and ${rosterSources.releasedAt} is null
    and cardinality(candidate.students) = 0
) own`;

/** Returns the active lessons that the staff of each candidate teaches or assists at its time. */
export const findStaffBookings = (db: Db, candidates: readonly Candidate[]) =>
  nameBookings(
    db,
    candidates,
    db
      .selectDistinct({
        lessonId: other.id,
        personId: sql`${lessonStaff.userId}`.as('person_id'),
      })
      .from(other)
      .innerJoin(lessonStaff, eq(lessonStaff.lessonId, other.id))
      .where(and(overlapsCandidate, sql`${lessonStaff.userId} = any(candidate.staff)`)),
  );

/**
 * Returns the active lessons at the time of each candidate that have some of its students, at most 200 per candidate,
 * without students out of scope. Reads the sources, because PostgreSQL cannot push conditions into the view of places.
 */
export const findStudentBookings = (db: Db, candidates: readonly Candidate[], scope: SQL) =>
  nameBookings(
    db,
    candidates.filter(
      (candidate) => candidate.lesson_id !== undefined || candidate.students.length > 0,
    ),
    db
      .selectDistinct({
        scheduledAt: other.scheduledAt,
        lessonId: other.id,
        personId: sql`own.student_id`.as('person_id'),
      })
      .from(studentsOfCandidate)
      .innerJoin(twice, and(sql`${twice.studentId} = own.student_id`, isNull(twice.releasedAt)))
      .innerJoin(other, eq(other.id, twice.lessonId))
      .where(overlapsCandidate)
      .orderBy(asc(other.scheduledAt), asc(other.id), sql`own.student_id`)
      .limit(200),
    scope,
  );

/** Adds names and lessons to `booked` rows (a lesson's `id` and a `person_id`), for all candidates in one statement. */
const nameBookings = async (
  db: Db,
  candidates: readonly Candidate[],
  booked: SQLWrapper,
  scope?: SQL,
) => {
  if (candidates.length === 0) return [];
  return db
    .select({
      candidate: sql<number>`candidate.number`,
      personId: users.id,
      personName: users.name,
      lessonId: lessons.id,
      lessonName: lessons.name,
      className: classes.name,
      scheduledAt: lessons.scheduledAt,
      endedAt: lessons.endedAt,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as candidate
        (number int, lesson_id uuid, starts timestamptz, ends timestamptz, staff uuid[], students uuid[])`,
    )
    .crossJoinLateral(sql`${booked} booked`)
    .innerJoin(users, eq(users.id, sql`booked.person_id`))
    .innerJoin(lessons, eq(lessons.id, sql`booked.id`))
    .innerJoin(classes, eq(classes.id, lessons.classId))
    .where(scope)
    .orderBy(sql`candidate.number`, asc(lessons.scheduledAt), asc(lessons.id), asc(users.name));
};
