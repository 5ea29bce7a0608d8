import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { PlaceKind } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { instant, recordColumns, richText } from '../../platform/platform.schema.ts';

/** A lesson (part 1 §3); `term` and `lessonIndex` are its meta. */
export const lessons = pgTable('lessons', {
  ...recordColumns(),
  classId: uuid().notNull(),
  name: text().notNull(),
  description: richText().notNull().default(''),
  term: integer().notNull().default(1),
  lessonIndex: integer().notNull().default(1),
  scheduledAt: instant().notNull(),
  endedAt: instant().notNull(),
  hostingPlatform: text().notNull(),
  hostingType: text().$type<'meeting' | 'webinar' | '1-to-1'>().notNull().default('webinar'),
  isActive: boolean().notNull().default(true),
  isReleased: boolean().notNull().default(true),
  isCompleted: boolean().notNull().default(false),
});

/** The room of a lesson (part 2 §3, `platform_integration`). */
export const lessonRooms = pgTable('lesson_rooms', {
  lessonId: uuid().primaryKey(),
  roomId: text().notNull(),
  password: text().notNull(),
  registrationUrl: text().notNull(),
  hostEmail: text().notNull(),
  alternativeHosts: text().notNull(),
});

/** Tutors and TAs of a lesson, in order. */
export const lessonStaff = pgTable(
  'lesson_staff',
  {
    lessonId: uuid().notNull(),
    userId: uuid().notNull(),
    kind: text().$type<'tutor' | 'ta'>().notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.lessonId, table.kind, table.userId] })],
);

/** Reasons for a place: an order, or staff. A student's place is the strongest live source (decisions: rosters). */
export const rosterSources = pgTable('roster_sources', {
  id: uuid().primaryKey(),
  lessonId: uuid().notNull(),
  studentId: uuid().notNull(),
  kind: text().$type<PlaceKind>().notNull(),
  orderId: uuid(),
  addedBy: uuid(),
  created: instant().notNull(),
  releasedAt: instant(),
});
