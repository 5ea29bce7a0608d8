import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/platform.schema.ts';

/** What a student says of a lesson (part 2 §3); `created` is when it was written. */
export const feedback = pgTable('feedback', {
  id: uuid().primaryKey(),
  lessonId: uuid().notNull(),
  studentId: uuid().notNull(),
  rating: integer().notNull(),
  content: text().notNull(),
  created: instant().notNull(),
  received: instant().notNull(),
});
