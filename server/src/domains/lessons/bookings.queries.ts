import { and, asc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { classes } from '../classes/classes.schema.ts';
import { users } from '../identity/users.schema.ts';
import { lessons, lessonStaff } from './lessons.schema.ts';

/** A stretch of time; the lesson that fills it, when it exists already, does not overlap itself. */
export type Period = { lessonId: string | undefined; from: Date; to: Date };

const other = alias(lessons, 'other');

/** No lesson is longer than 12 hours, so the index on the start narrows an overlap from both sides. */
const longest = 12 * 60 * 60_000;

const overlaps = ({ lessonId, from, to }: Period) =>
  and(
    eq(other.isActive, true),
    lt(other.scheduledOn, to),
    gt(other.endedOn, from),
    gt(other.scheduledOn, new Date(from.getTime() - longest)),
    lessonId === undefined ? undefined : ne(other.id, lessonId),
  );

const bookingColumns = {
  personId: users.id,
  personName: users.name,
  lessonId: other.id,
  lessonName: other.name,
  className: classes.name,
  scheduledOn: other.scheduledOn,
  endedOn: other.endedOn,
};

/** The active lessons that these people teach or assist at this time. */
export const findStaffBookings = async (db: Db, period: Period, people: string[]) =>
  people.length === 0
    ? []
    : db
        .selectDistinct(bookingColumns)
        .from(other)
        .innerJoin(lessonStaff, eq(lessonStaff.lessonId, other.id))
        .innerJoin(users, eq(users.id, lessonStaff.userId))
        .innerJoin(classes, eq(classes.id, other.classId))
        .where(and(overlaps(period), anyOfList(lessonStaff.userId, people, 'uuid')))
        .orderBy(asc(other.scheduledOn), asc(other.id), asc(users.name));

/** The active lessons at this time on which students of this lesson stand too; at most 200. */
export const findStudentBookings = (db: Db, period: Period & { lessonId: string }) =>
  db
    .select(bookingColumns)
    .from(other)
    .innerJoin(classes, eq(classes.id, other.classId))
    .innerJoin(
      users,
      sql`exists (select from roster_places own where own.lesson_id = ${period.lessonId} and own.student_id = ${users.id})
        and exists (select from roster_places twice where twice.lesson_id = ${other.id} and twice.student_id = ${users.id})`,
    )
    .where(overlaps(period))
    .orderBy(asc(other.scheduledOn), asc(other.id), asc(users.name))
    .limit(200);
