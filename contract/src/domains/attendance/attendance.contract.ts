import { z } from 'zod';
import { many, one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema, requiredText, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { joinedSchema } from '../lessons/joining.rules.ts';
import { placeKinds } from '../lessons/rosters.rules.ts';
import { attendanceStatuses } from './attendance.rules.ts';

const access = ['/lessons'] as const;
const corrects = needs('lesson.canCorrectAttendance');

/** A person's stay; `left_at` is null while they are in, or if they were not seen leaving. */
const presence = {
  joined_at: moment,
  left_at: moment.nullable(),
  minutes: z.int().describe('Of the lesson: the union of all stays'),
  is_in: z.boolean().describe('Now; never more than 30 minutes after the end'),
};

const attendingStudentSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  kind: z.enum(placeKinds),
  status: z.enum(attendanceStatuses).nullable().describe('null: N/A, not known'),
  presence: z.object(presence).nullable(),
  correction: z
    .object({ status: z.enum(attendanceStatuses), reason: z.string(), by: z.string(), at: moment })
    .nullable(),
  version: z.int().describe('Of the correction, 1 without any'),
});
export type AttendingStudent = z.infer<typeof attendingStudentSchema>;

/** A person who was there, according to the sources: all their stays in one row. */
const attendeeSchema = z.object({
  _id: idSchema.describe('Of their first row; identifies them in `assignAttendee`'),
  name: z.string(),
  email: z
    .string()
    .describe(
      'Empty if unknown; for a Tutor also if the attendee is unmatched or was matched by hand',
    ),
  ...presence,
  as: z
    .enum(['student', 'tutor', 'ta', 'staff', 'host', 'other', 'unmatched'])
    .describe('other: not a person to match'),
  person: named.nullable(),
  assigned: z.object({ by: z.string(), at: moment }).nullable().describe('Matched by hand'),
});
export type Attendee = z.infer<typeof attendeeSchema>;

/**
 * A stay with a time outside the lesson. One that ended more than 2 hours before the start, or began more than 2 hours
 * after the end, is not counted. Of one that only left later than that, the leave is not counted.
 */
const outsideStaySchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  joined_at: moment.nullable(),
  left_at: moment.nullable(),
});
export type OutsideStay = z.infer<typeof outsideStaySchema>;

/** The participant report that the worker requests from Zoom after a lesson. */
const reportSchema = z.object({
  state: z.enum(['waiting', 'taken', 'failed']),
  error: z.string().nullable().describe('Message of the last failed request to Zoom'),
  next_try: moment.nullable(),
  at: moment.describe('When it was received, or last requested'),
});
export type ZoomReport = z.infer<typeof reportSchema>;

export const lessonAttendanceSchema = z.object({
  _id: idSchema,
  now: moment,
  students: z
    .array(attendingStudentSchema)
    .describe('The students that the actor may see, by name'),
  unnamed: z.int().describe('Number of further students'),
  attendees: z
    .array(attendeeSchema)
    .describe('The attendees; unmatched ones only for staff who correct attendance'),
  tutor_may_be_in: z
    .boolean()
    .describe('A person in the lesson now may be its tutor: the host, other staff, or unmatched'),
  joined: joinedSchema,
  outside: z
    .array(outsideStaySchema)
    .describe('Stays outside the lesson; only for staff who correct attendance'),
  report: reportSchema.nullable().describe('null: not requested'),
  abilities: z.object({
    correct: z.boolean(),
    request_report: z.boolean().describe('`requestAttendanceReport` can request it again'),
  }),
});
export type LessonAttendance = z.infer<typeof lessonAttendanceSchema>;

const response = one(lessonAttendanceSchema);

/** Attendance of a lesson (part 2 §2 and §4, decisions: Live lessons); ticket workers see only their own students. */
export const getLessonAttendance = operation({
  name: 'getLessonAttendance',
  domain: 'lessons',
  summary: 'The attendance of a lesson',
  method: 'GET',
  path: '/admin/lesson/{id}/attendance',
  access: ['/lessons', '/tickets/trial', '/tickets/renewal'],
  params: idParams,
  response,
  csv: true,
});

/** Requests the report of an ended lesson from Zoom again, within a minute, whatever its state was. */
export const requestAttendanceReport = operation({
  name: 'requestAttendanceReport',
  domain: 'lessons',
  summary: 'Ask Zoom again for the report of a lesson',
  method: 'POST',
  path: '/admin/lesson/{id}/attendance-report',
  access,
  permission: corrects,
  params: idParams,
  response,
  errors: ['zoom_report_missing'],
});

/** Corrects a student's attendance, with a reason; status null removes the correction, omitted fields are kept. */
export const correctAttendance = operation({
  name: 'correctAttendance',
  domain: 'lessons',
  summary: 'Correct how a student attended',
  method: 'PATCH',
  path: '/admin/lesson/{id}/attendance/student/{studentId}',
  access,
  permission: corrects,
  params: z.object({ id: idSchema, studentId: idSchema }),
  body: z.strictObject({
    status: z.enum(attendanceStatuses).nullable().optional(),
    reason: requiredText('Please enter a reason', 500).optional(),
    version: z.int().optional(),
  }),
  response: one(attendingStudentSchema),
  errors: ['stale'],
});

/** Roles of an attendee who is not a student of the lesson; other: not a person to match. */
export const attendeeRoles = ['tutor', 'ta', 'host', 'other'] as const;
export type AttendeeRole = (typeof attendeeRoles)[number];

/**
 * Matches an attendee by hand to a student of the lesson; null removes the match. With `role`, `student` is ignored: the
 * attendee becomes a tutor or TA of the lesson (`user`), the host, or "not a person to match". The role is remembered by
 * address; null removes it. `before` and `before_role` are the values that the caller has seen.
 */
export const assignAttendee = operation({
  name: 'assignAttendee',
  domain: 'lessons',
  summary: 'Match an attendee',
  method: 'PATCH',
  path: '/admin/lesson/{id}/attendance/attendee/{attendeeId}',
  access,
  permission: corrects,
  params: z.object({ id: idSchema, attendeeId: idSchema }),
  body: z.strictObject({
    student: idSchema.nullable(),
    before: idSchema.nullable(),
    role: z.enum(attendeeRoles).nullable().optional(),
    user: idSchema.nullable().optional().describe('The tutor or TA'),
    before_role: z.enum(attendeeRoles).nullable().optional(),
  }),
  response,
  errors: ['attendee_known'],
});

/** Most rows of a participant file. */
export const mostParticipantRows = 5000;
/** Most cells of a row of a participant file. */
export const mostParticipantCells = 40;

/** The cells of a participant file. */
export const attendanceFileBody = z.strictObject({
  file_name: textSchema(200),
  rows: z
    .array(z.array(z.string().max(500)).max(mostParticipantCells))
    .min(1, 'The file is empty')
    .max(mostParticipantRows, 'The file has more than 5,000 rows'),
});

/** Size limits of a participant file, which is parsed in a worker thread. */
export const attendanceFileLimits = {
  bodyLimit: 4_000_000,
  inThread: {
    // Each row counts as one value besides its cells.
    mostValues: mostParticipantRows * (mostParticipantCells + 1) + 100,
    tooMany: {
      code: 'attendance_file',
      field: 'rows',
      message: 'The file has more than 5,000 rows of at most 40 cells.',
    },
  },
} as const;

/** Result of an import: new rows, rows known before, rows outside the lesson, and unmatched people. */
export const importedSchema = z.object({
  added: z.int(),
  known: z.int(),
  outside: z.int(),
  unmatched: z.int(),
});

/** Imports a participant file of Zoom or ClickMeeting. Rows that are known already are not added again. */
export const importAttendance = operation({
  name: 'importAttendance',
  domain: 'lessons',
  summary: 'Import a participant file',
  method: 'POST',
  path: '/admin/lesson/{id}/attendance-import',
  access,
  permission: corrects,
  params: idParams,
  body: attendanceFileBody,
  ...attendanceFileLimits,
  response: one(importedSchema),
  errors: ['attendance_file', 'input_too_heavy', 'busy'],
});

/** An imported participant file: its rows, how many were new, and who undid it. */
const attendanceImportSchema = z.object({
  _id: idSchema,
  source: z.enum(['zoom', 'clickmeeting']),
  file_name: z.string(),
  rows: z.int(),
  added: z.int(),
  by: z.string(),
  at: moment,
  undone: z.object({ by: z.string(), at: moment }).nullable(),
});
export type AttendanceImport = z.infer<typeof attendanceImportSchema>;

/** The imported participant files of a lesson, latest first. */
export const listAttendanceImports = operation({
  name: 'listAttendanceImports',
  domain: 'lessons',
  summary: 'Imported participant files',
  method: 'GET',
  path: '/admin/lesson/{id}/attendance-import',
  access,
  permission: corrects,
  params: idParams,
  response: many(attendanceImportSchema),
});

/** Undoes an import: removes the rows that only this file contains. Repeating it changes nothing. */
export const undoAttendanceImport = operation({
  name: 'undoAttendanceImport',
  domain: 'lessons',
  summary: 'Undo an imported participant file',
  method: 'DELETE',
  path: '/admin/lesson/{id}/attendance-import/{importId}',
  access,
  permission: corrects,
  params: z.object({ id: idSchema, importId: idSchema }),
  response: one(attendanceImportSchema),
  idempotent: true,
});
