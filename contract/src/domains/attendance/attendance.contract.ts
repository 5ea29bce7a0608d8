import { z } from 'zod';
import { one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema, requiredText, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { placeKinds } from '../lessons/rosters.rules.ts';
import { attendanceStatuses } from './attendance.rules.ts';

const access = ['/lessons'] as const;
const corrects = needs('lesson.canCorrectAttendance');

/** When somebody was there; `left_at` is null while they are, and for who was not seen leaving. */
const presence = { joined_at: moment, left_at: moment.nullable() };

/** A student of the lesson: what the sources say of them, and what staff have corrected. */
const attendingStudentSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  kind: z.enum(placeKinds),
  status: z.enum(attendanceStatuses).nullable().describe('null: N/A, nothing is known'),
  presence: z.object(presence).nullable(),
  correction: z
    .object({ status: z.enum(attendanceStatuses), reason: z.string(), by: z.string(), at: moment })
    .nullable(),
  version: z.int().describe('Of the correction, 1 before there is any'),
});
export type AttendingStudent = z.infer<typeof attendingStudentSchema>;

/** Somebody who was there, as the sources know them: one row of all their comings and goings. */
const attendeeSchema = z.object({
  _id: idSchema.describe('Of their first row, which names them in `assignAttendee`'),
  name: z.string(),
  email: z.string().describe('Empty where there is none, and to a Tutor where it is no student’s'),
  ...presence,
  as: z.enum(['student', 'tutor', 'ta', 'staff', 'unmatched']),
  person: named.nullable(),
  assigned: z.object({ by: z.string(), at: moment }).nullable().describe('Matched by hand'),
});
export type Attendee = z.infer<typeof attendeeSchema>;

/** The participant report of a lesson on Zoom, which the worker asks for after the end. */
const reportSchema = z.object({
  state: z.enum(['waiting', 'taken', 'failed']),
  error: z.string().nullable().describe('Why Zoom did not give it when last asked, in words'),
  next_try: moment.nullable(),
  at: moment.describe('When it was taken, or asked for last'),
});
export type ZoomReport = z.infer<typeof reportSchema>;

export const lessonAttendanceSchema = z.object({
  _id: idSchema,
  now: moment,
  students: z.array(attendingStudentSchema).describe('Whom the actor may see, by name'),
  unnamed: z.int().describe('Students besides these'),
  attendees: z
    .array(attendeeSchema)
    .describe('Who was there; the unmatched only for those who correct attendance'),
  report: reportSchema.nullable().describe('null: not asked for'),
  abilities: z.object({ correct: z.boolean() }),
});
export type LessonAttendance = z.infer<typeof lessonAttendanceSchema>;

const response = one(lessonAttendanceSchema);

/**
 * Who attended a lesson, from all sources (part 2 §2 and §4, decisions: Live lessons). Who works tickets reads it of their
 * lessons, and their students by name.
 */
export const getLessonAttendance = operation({
  name: 'getLessonAttendance',
  summary: 'Who attended a lesson',
  method: 'GET',
  path: '/admin/lesson/{id}/attendance',
  access: ['/lessons', '/tickets/trial', '/tickets/renewal'],
  params: idParams,
  response,
  csv: true,
});

/**
 * What staff know better, with the reason; null as status takes the correction back. What is left out stays as it was
 * corrected before.
 */
export const correctAttendance = operation({
  name: 'correctAttendance',
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

/** Says by hand which student of the lesson somebody is, or that nobody knows; `before` is what the caller has seen. */
export const assignAttendee = operation({
  name: 'assignAttendee',
  summary: 'Match an attendee to a student',
  method: 'PATCH',
  path: '/admin/lesson/{id}/attendance/attendee/{attendeeId}',
  access,
  permission: corrects,
  params: z.object({ id: idSchema, attendeeId: idSchema }),
  body: z.strictObject({ student: idSchema.nullable(), before: idSchema.nullable() }),
  response,
  errors: ['attendee_known'],
});

/** Rows of a participant file, and cells of a row. */
export const mostParticipantRows = 5000;
export const mostParticipantCells = 40;

/** A participant file as its cells. */
export const attendanceFileBody = z.strictObject({
  file_name: textSchema(200),
  rows: z
    .array(z.array(z.string().max(500)).max(mostParticipantCells))
    .min(1, 'The file is empty')
    .max(mostParticipantRows, 'The file has more than 5,000 rows'),
});

/** How much of a participant file is read, and in a thread. */
export const attendanceFileLimits = {
  bodyLimit: 4_000_000,
  inThread: {
    // A row is a value more than its cells.
    mostValues: mostParticipantRows * (mostParticipantCells + 1) + 100,
    tooMany: {
      code: 'attendance_file',
      field: 'rows',
      message: 'The file has more than 5,000 rows of at most 40 cells.',
    },
  },
} as const;

/** What became of a participant file: its new rows, those known before, and people who match nobody. */
export const importedSchema = z.object({ added: z.int(), known: z.int(), unmatched: z.int() });

/** Takes a participant file as Zoom or ClickMeeting writes it; what is known already is not taken twice. */
export const importAttendance = operation({
  name: 'importAttendance',
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
