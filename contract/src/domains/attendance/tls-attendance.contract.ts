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

const tlsAttendanceSchema = z.object({
  _id: idSchema,
  name: z.string(),
  subject: z.enum(sessionSubjects),
  scheduled_on: moment,
  event_duration: z.int().describe('Minutes'),
  host_by: named,
  target_audience: z.enum(audiences),
  signed_up: count,
  attended: count.nullable().describe('Of those who signed up; null: N/A, nothing is known'),
  others: count.describe('Who was there without a sign-up'),
});
export type TlsAttendance = z.output<typeof tlsAttendanceSchema>;

/**
 * The live sessions of a period that have begun, the latest first, with who signed up and who attended (part 2 §7 and
 * §9); a Tutor finds those that it hosts. Throws invalid_value for a start after the end.
 */
export const listTlsAttendance = operation({
  name: 'listTlsAttendance',
  summary: 'How many of those who signed up attended each live sharing session of a period',
  method: 'POST',
  path,
  access,
  query: reportQuery({ sortBy: ['scheduled_on'], order: 'desc', max: 15 }),
  body: z.strictObject({
    date_range: z.strictObject({ between: z.tuple([dateOrInstantSchema, dateOrInstantSchema]) }),
    name: contains.optional(),
    subject: z.enum(sessionSubjects).optional(),
  }),
  response: many(tlsAttendanceSchema),
  csv: true,
});

/** How somebody who signed up attended; N/A where nothing is known of the session. */
export const tlsStatuses = ['attended', 'absent', 'N/A'] as const;

const tlsAttendeeSchema = z.object({
  _id: idSchema,
  student: named.describe('Whose account signed up, also where a parent comes'),
  status: z.enum(tlsStatuses),
  signed_up_on: moment,
});
export type TlsAttendee = z.output<typeof tlsAttendeeSchema>;

/** Who signed up to a session and whether they attended; those out of the actor's scope are left out. Throws not_found. */
export const listTlsAttendees = operation({
  name: 'listTlsAttendees',
  summary: 'Who signed up to a live sharing session, and who of them attended',
  method: 'GET',
  path: `${path}/{id}/attendee`,
  access,
  params: idParams,
  query: listQuery({
    sortBy: ['name', 'signed_up_on'],
    order: 'asc',
    max: 20,
    filter: { name: contains, status: z.enum(tlsStatuses) },
  }),
  response: many(tlsAttendeeSchema),
  csv: true,
});

export const tlsOtherSchema = z.object({
  name: z.string(),
  email: z.string().describe('Empty where the file has none, and where the reader may not see it'),
  joined_on: moment.describe('First'),
  left_on: moment.describe('Last'),
});
export type TlsOther = z.output<typeof tlsOtherSchema>;

/** Who was at a session without a sign-up, by name: one row an e-mail, or a name without any. Throws not_found. */
export const listTlsOthers = operation({
  name: 'listTlsOthers',
  summary: 'Who was at a live sharing session without having signed up',
  method: 'GET',
  path: `${path}/{id}/other`,
  access,
  params: idParams,
  response: many(tlsOtherSchema),
  csv: true,
});

/** Takes a participant file of a live session; what is known already is not taken twice. Throws not_found, attendance_file. */
export const importTlsAttendance = operation({
  name: 'importTlsAttendance',
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
