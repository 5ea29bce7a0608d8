import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ClassroomEvent } from '@staffroom/contract/domains/attendance/classroom-event.schema.ts';
import { instant } from '../../platform/platform.schema.ts';

/** What students did in the classroom; without a student where the address is nobody's whom we know. */
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
