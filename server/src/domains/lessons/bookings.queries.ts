import { and, asc, eq, gt, isNull, lt, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/database.ts';
import { classes } from '../classes/classes.schema.ts';
import { users } from '../identity/users.schema.ts';
import { lessons, lessonStaff, rosterSources } from './lessons.schema.ts';

/** A lesson as it is or would be, by its number among those asked for; one that exists already has an id. */
export type Candidate = {
  number: number;
  lesson_id: string | undefined;
  starts: string;
  ends: string;
  staff: readonly string[];
  /** Who would be added: these are asked about, not who stands on it. */
  students: readonly string[];
};

const other = alias(lessons, 'other');
const twice = alias(rosterSources, 'twice');

/** No lesson is longer than 12 hours, so the index on the start narrows an overlap from both sides. */
const overlapsCandidate = and(
  eq(other.isActive, true),
  lt(other.scheduledOn, sql`candidate.ends`),
  gt(other.endedOn, sql`candidate.starts`),
  gt(other.scheduledOn, sql`candidate.starts - interval '12 hours'`),
  sql`${other.id} is distinct from candidate.lesson_id`,
);

/** Those whom the candidate names, else those who stand on it. */
const studentsOfCandidate = sql`(
  select unnest(candidate.students) as student_id
  union all
  select ${rosterSources.studentId} from ${rosterSources}
  where ${rosterSources.lessonId} = candidate.lesson_id and ${rosterSources.releasedOn} is null
    and cardinality(candidate.students) = 0
) own`;

/** The active lessons that the staff of each candidate teaches or assists at its time. */
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
 * The active lessons at the time of each candidate on which its students stand too, at most 200 a candidate;
 * students out of the scope are left out. Reads the sources, since no condition reaches into the places made of them.
 */
export const findStudentBookings = (db: Db, candidates: readonly Candidate[], scope: SQL) =>
  nameBookings(
    db,
    candidates.filter(
      (candidate) => candidate.lesson_id !== undefined || candidate.students.length > 0,
    ),
    db
      .selectDistinct({
        scheduledOn: other.scheduledOn,
        lessonId: other.id,
        personId: sql`own.student_id`.as('person_id'),
      })
      .from(studentsOfCandidate)
      .innerJoin(twice, and(sql`${twice.studentId} = own.student_id`, isNull(twice.releasedOn)))
      .innerJoin(other, eq(other.id, twice.lessonId))
      .where(overlapsCandidate)
      .orderBy(asc(other.scheduledOn), asc(other.id), sql`own.student_id`)
      .limit(200),
    scope,
  );

/** Names who is `booked` (a lesson's `id` and a `person_id`) for all candidates at once: one statement of one value. */
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
      scheduledOn: lessons.scheduledOn,
      endedOn: lessons.endedOn,
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
    .orderBy(sql`candidate.number`, asc(lessons.scheduledOn), asc(lessons.id), asc(users.name));
};
