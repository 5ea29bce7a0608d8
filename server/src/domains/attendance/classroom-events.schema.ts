import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ClassroomEvent } from 'staffroom-contract/domains/attendance/classroom-event.schema.ts';
import { instant } from '../../platform/platform.schema.ts';

/** Actions of students in the classroom; `student_id` is null for an unknown address. */
export const classroomEvents = pgTable('classroom_events', {
  id: uuid().primaryKey(),
  lessonId: uuid().notNull(),
  studentId: uuid(),
  email: text().notNull(),
  name: text().notNull(),
  action: text().$type<ClassroomEvent['action']>().notNull(),
  at: instant().notNull(),
  pollId: uuid(),
  answer: integer().array(),
  received: instant().notNull(),
});
