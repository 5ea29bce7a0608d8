import { z } from 'zod';
import { dateOrInstantSchema } from '../../shared/dates.ts';
import { contains, listQuery, reportQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { audiences, sessionSubjects } from '../live-sessions/live-sessions.contract.ts';
import { attendanceFileBody, attendanceFileLimits, importedSchema } from './attendance.contract.ts';

const path = '/admin/report/tls-attendance';
const access = ['/dashboard'] as const;

const count = z.int().min(0);

const liveSessionAttendanceSchema = z.object({
  _id: idSchema,
  name: z.string(),
  subject: z.enum(sessionSubjects),
  scheduled_on: moment,
  event_duration: z.int().describe('Minutes'),
  host_by: named,
  target_audience: z.enum(audiences),
  signed_up: count,
  attended: count.nullable().describe('Of those who signed up; null: N/A, not known'),
  others: count.describe('Attendees without a sign-up'),
});
export type LiveSessionAttendance = z.output<typeof liveSessionAttendanceSchema>;

/** Sessions of a period that have begun, latest first (part 2 §7 and §9), a Tutor's own only. Throws invalid_value. */
export const listLiveSessionAttendance = operation({
  name: 'listLiveSessionAttendance',
  domain: 'reports',
  summary: 'Sign-ups and attendance of each live sharing session of a period',
  method: 'POST',
  path,
  access,
  query: reportQuery({
    sortBy: ['scheduled_on', 'signed_up', 'attended', 'absent', 'rate', 'others'],
    order: 'desc',
    max: 15,
  }),
  body: z.strictObject({
    date_range: z.strictObject({ between: z.tuple([dateOrInstantSchema, dateOrInstantSchema]) }),
    name: contains.optional(),
    subject: z.enum(sessionSubjects).optional(),
  }),
  response: many(liveSessionAttendanceSchema),
  csv: true,
});

/** Attendance of a person who signed up; N/A if the session has no attendance data. */
export const liveSessionStatuses = ['attended', 'absent', 'N/A'] as const;

const liveSessionSignUpSchema = z.object({
  _id: idSchema,
  student: named.describe('The account that signed up, also if a parent attends'),
  status: z.enum(liveSessionStatuses),
  signed_up_on: moment,
});
export type LiveSessionSignUp = z.output<typeof liveSessionSignUpSchema>;

/** The sign-ups of a session and whether they attended, without those out of the actor's scope. Throws not_found. */
export const listLiveSessionSignUps = operation({
  name: 'listLiveSessionSignUps',
  domain: 'reports',
  summary: 'The sign-ups of a live sharing session and their attendance',
  method: 'GET',
  path: `${path}/{id}/attendee`,
  access,
  params: idParams,
  query: listQuery({
    sortBy: ['name', 'signed_up_on'],
    order: 'asc',
    max: 20,
    filter: { name: contains, status: z.enum(liveSessionStatuses) },
  }),
  response: many(liveSessionSignUpSchema),
  csv: true,
});

export const liveSessionOtherSchema = z.object({
  name: z.string(),
  email: z.string().describe('Empty if the file has none or the actor may not see it'),
  joined_on: moment.describe('First'),
  left_on: moment.describe('Last'),
});
export type LiveSessionOther = z.output<typeof liveSessionOtherSchema>;

/** Attendees without a sign-up, by name: one row for each e-mail, or name without e-mail. Throws not_found. */
export const listLiveSessionOthers = operation({
  name: 'listLiveSessionOthers',
  domain: 'reports',
  summary: 'Attendees of a live sharing session without a sign-up',
  method: 'GET',
  path: `${path}/{id}/other`,
  access,
  params: idParams,
  response: many(liveSessionOtherSchema),
  csv: true,
});

/** Imports a participant file. Rows that are known already are skipped. Throws not_found, attendance_file. */
export const importLiveSessionAttendance = operation({
  name: 'importLiveSessionAttendance',
  domain: 'live-sessions',
  summary: 'Import the participant file of a live sharing session',
  method: 'POST',
  path: '/admin/event/webinar/{id}/attendance-import',
  access: ['/dashboard', '/tls'],
  permission: needs('tls.canUpdate'),
  params: idParams,
  body: attendanceFileBody,
  ...attendanceFileLimits,
  response: one(importedSchema),
  errors: ['attendance_file', 'input_too_heavy', 'busy'],
});
