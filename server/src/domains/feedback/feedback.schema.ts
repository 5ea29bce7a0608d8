import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { FollowUpState } from 'staffroom-contract/domains/feedback/feedback.rules.ts';
import { instant, recordColumns } from '../../platform/platform.schema.ts';

/** A student's feedback on a lesson (part 2 §3); `created` is when it was written. */
export const feedback = pgTable('feedback', {
  id: uuid().primaryKey(),
  lessonId: uuid().notNull(),
  studentId: uuid().notNull(),
  rating: integer().notNull(),
  content: text().notNull(),
  created: instant().notNull(),
  received: instant().notNull(),
});

/** The follow-up of feedback that needs an answer, at most one for each feedback (ADR 27). */
export const followUps = pgTable('feedback_follow_ups', {
  ...recordColumns(),
  feedbackId: uuid().notNull(),
  ownerId: uuid().notNull(),
  state: text().$type<FollowUpState>().notNull(),
  dueDate: date(),
  remark: text().notNull().default(''),
});
export type FollowUpRow = typeof followUps.$inferSelect;
