import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AttendanceStatus } from '@staffroom/contract/domains/attendance/attendance.rules.ts';
import { instant } from '../../platform/platform.schema.ts';

/** Who was there, of participant files; the view `attendance_rows` has the classroom's comings and goings too. */
export const attendanceRecords = pgTable('attendance_records', {
  id: uuid().primaryKey(),
  lessonId: uuid().notNull(),
  source: text().$type<'zoom' | 'clickmeeting'>().notNull(),
  email: text().notNull(),
  name: text().notNull(),
  /** Who has no e-mail, as Zoom's report and webhook know them. */
  person: text(),
  joinedOn: instant().notNull(),
  leftOn: instant().notNull(),
  received: instant().notNull(),
});

/** Which student somebody is that no e-mail says; `person` is an e-mail in small letters, or a row without any. */
export const attendanceAssignments = pgTable(
  'attendance_assignments',
  {
    lessonId: uuid().notNull(),
    person: text().notNull(),
    studentId: uuid().notNull(),
    assignedBy: uuid().notNull(),
    assignedOn: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.lessonId, table.person] })],
);

/** What staff know better; without a status it was taken back. */
export const attendanceCorrections = pgTable(
  'attendance_corrections',
  {
    lessonId: uuid().notNull(),
    studentId: uuid().notNull(),
    status: text().$type<AttendanceStatus>(),
    reason: text().notNull(),
    correctedBy: uuid().notNull(),
    correctedOn: instant().notNull(),
    version: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.lessonId, table.studentId] })],
);

/** Who was there at a live session, of participant files. */
export const liveSessionStays = pgTable('live_session_stays', {
  id: uuid().primaryKey(),
  sessionId: uuid().notNull(),
  email: text().notNull(),
  name: text().notNull(),
  joinedOn: instant().notNull(),
  leftOn: instant().notNull(),
  received: instant().notNull(),
});
