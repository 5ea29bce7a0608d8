import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AttendeeRole } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import type { AttendanceStatus } from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import { instant } from '../../platform/platform.schema.ts';

/** Stays of participant files and Zoom's reports; the view `attendance_rows` adds the classroom's and the webhook's. */
export const attendanceRecords = pgTable('attendance_records', {
  id: uuid().primaryKey(),
  lessonId: uuid().notNull(),
  source: text().$type<'zoom' | 'clickmeeting'>().notNull(),
  email: text().notNull(),
  name: text().notNull(),
  /** Identifies a person without an e-mail in Zoom's report and webhook. */
  person: text(),
  joinedAt: instant().notNull(),
  leftAt: instant().notNull(),
  received: instant().notNull(),
});

/** Imported participant files, and reports of Zoom, which have no `imported_by`. */
export const attendanceImports = pgTable('attendance_imports', {
  id: uuid().primaryKey(),
  lessonId: uuid().notNull(),
  source: text().$type<'zoom' | 'clickmeeting'>().notNull(),
  fileName: text().notNull(),
  rows: integer().notNull(),
  added: integer().notNull(),
  importedBy: uuid(),
  importedAt: instant().notNull(),
  undoneBy: uuid(),
  undoneAt: instant(),
});

/** The records that each import contains. */
export const attendanceImportRows = pgTable(
  'attendance_import_rows',
  { importId: uuid().notNull(), recordId: uuid().notNull() },
  (table) => [primaryKey({ columns: [table.importId, table.recordId] })],
);

/** Attendees matched to a student by hand; `person` is an e-mail in lower case; without one, Zoom's id or the row's. */
export const attendanceAssignments = pgTable(
  'attendance_assignments',
  {
    lessonId: uuid().notNull(),
    person: text().notNull(),
    studentId: uuid().notNull(),
    assignedBy: uuid().notNull(),
    assignedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.lessonId, table.person] })],
);

/** Roles of attendees who are not students; remembered by address. */
export const attendeeRoles = pgTable('attendee_roles', {
  person: text().primaryKey(),
  role: text().$type<AttendeeRole>().notNull(),
  userId: uuid(),
  givenBy: uuid().notNull(),
  givenAt: instant().notNull(),
});

/** Corrections by staff; a null status is a correction that was withdrawn. */
export const attendanceCorrections = pgTable(
  'attendance_corrections',
  {
    lessonId: uuid().notNull(),
    studentId: uuid().notNull(),
    status: text().$type<AttendanceStatus>(),
    reason: text().notNull(),
    correctedBy: uuid().notNull(),
    correctedAt: instant().notNull(),
    version: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.lessonId, table.studentId] })],
);

/** Attendees of live sessions, from participant files. */
export const liveSessionStays = pgTable('live_session_stays', {
  id: uuid().primaryKey(),
  sessionId: uuid().notNull(),
  email: text().notNull(),
  name: text().notNull(),
  joinedAt: instant().notNull(),
  leftAt: instant().notNull(),
  received: instant().notNull(),
});
