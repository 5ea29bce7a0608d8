import { z } from 'zod';
import { dateOrInstantSchema } from '../../shared/dates.ts';
import { anyOf, contains, reportQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';
import { subjects } from '../classes/classes.contract.ts';
import { placeKinds } from '../lessons/rosters.rules.ts';
import { attendanceStatuses } from './attendance.rules.ts';

const path = '/admin/report/lesson-attendance';
const access = ['/dashboard', '/report'] as const;

const count = z.int().min(0);

/** Counts by which lessons can be sorted, paying and trial students together. */
export const countSorts = ['attended', 'half', 'absent', 'unknown', 'rate'] as const;

/** Number of students by attendance. Students with video only are not expected and not counted. */
const countsSchema = z.object({
  attended: count,
  half: count.describe('Half attended'),
  absent: count,
  unknown: count.describe('N/A'),
});
export type AttendanceCounts = z.output<typeof countsSchema>;

const countsByKind = { paying: countsSchema, trial: countsSchema };

const lessonSchema = z.object({
  _id: idSchema,
  class: named.extend({ subject: z.string() }),
  name: z.string(),
  meta: z.object({ index: z.int(), term: z.int() }),
  scheduled_on: moment,
  ended_on: moment,
});

const reportedLessonSchema = lessonSchema.extend({ tutor: z.array(named), ...countsByKind });
export type ReportedLesson = z.output<typeof reportedLessonSchema>;

/** Business days, both included; an instant means its business day. */
const filter = {
  date_range: z.strictObject({ between: z.tuple([dateOrInstantSchema, dateOrInstantSchema]) }),
  class_name: contains.optional(),
  subject: anyOf(z.enum(subjects)).optional(),
  tutor_name: contains.optional(),
  missing: z
    .boolean()
    .optional()
    .describe('Lessons that ended over 2 hours ago, had students and have no attendance'),
};

/**
 * The active lessons of a period that have begun, latest first, with their students' attendance (part 2 §4,
 * decisions: Live lessons). A lesson belongs to the business day of its start. Throws invalid_value if the start is
 * after the end, or for more than `mostDaysSummed` days sorted by a count.
 */
export const listLessonAttendance = operation({
  name: 'listLessonAttendance',
  domain: 'reports',
  summary: 'How the students of each lesson of a period attended',
  method: 'POST',
  path,
  access,
  query: reportQuery({ sortBy: ['scheduled_on', ...countSorts], order: 'desc', max: 15 }),
  body: z.strictObject(filter),
  response: many(reportedLessonSchema),
  csv: true,
});

const attendanceTotalSchema = z.object({
  lessons: count,
  missing: count.describe('Lessons that the filter `missing` finds'),
  ...countsByKind,
});
export type AttendanceTotal = z.output<typeof attendanceTotalSchema>;

/** Totals of these lessons. Throws invalid_value as the list does, and for more than `mostDaysSummed` days. */
export const sumLessonAttendance = operation({
  name: 'sumLessonAttendance',
  domain: 'reports',
  summary: 'How the students of all lessons of a period attended',
  method: 'POST',
  path: `${path}/total`,
  access,
  body: z.strictObject(filter),
  response: one(attendanceTotalSchema),
});

/** Kinds of place whose students are expected, and the names of their counts. */
export const expectedKinds = ['paying', 'trial'] as const;
export const countNames = ['attended', 'half', 'absent', 'unknown'] as const;

const studentStatus = z.enum(attendanceStatuses).nullable().describe('null: N/A, not known');

const attendanceOfStudentSchema = z.object({
  student: named,
  kind: z.enum(expectedKinds),
  status: studentStatus,
  lesson: lessonSchema,
});
export type AttendanceOfStudent = z.output<typeof attendanceOfStudentSchema>;

/** The students behind a total, one row per lesson, latest first, named in scope. Throws as `sumLessonAttendance`. */
export const listAttendanceOfStudents = operation({
  name: 'listAttendanceOfStudents',
  domain: 'reports',
  summary: 'How each student attended each lesson of a period',
  method: 'POST',
  path: `${path}/total/student`,
  access,
  query: reportQuery({ sortBy: ['scheduled_on'], order: 'desc', max: 20 }),
  body: z.strictObject({
    ...filter,
    kind: z.enum(expectedKinds).optional(),
    attended: anyOf(z.enum(countNames)).optional(),
    student: contains.optional().describe('The name'),
  }),
  response: many(attendanceOfStudentSchema).extend({ unnamed: count }),
  csv: true,
});

const reportedStudentSchema = z.object({
  _id: idSchema,
  name: z.string(),
  kind: z.enum(placeKinds),
  status: studentStatus,
  corrected: z.boolean().describe('By staff'),
});
export type ReportedStudent = z.output<typeof reportedStudentSchema>;

/** The students behind a lesson's counts; those out of the actor's scope are only counted. Throws not_found. */
export const listReportedStudents = operation({
  name: 'listReportedStudents',
  domain: 'reports',
  summary: 'How each student of a lesson attended, by name',
  method: 'GET',
  path: `${path}/{id}/student`,
  access,
  params: idParams,
  response: many(reportedStudentSchema).extend({ unnamed: count, lesson: lessonSchema }),
  csv: true,
});
