import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SubmissionStatus } from 'staffroom-contract/domains/homework/homework.rules.ts';
import { instant, recordColumns } from '../../platform/platform.schema.ts';

/** Homework of a lesson (part 2 §3), for its paying roster (ADR 17); removed homework keeps its row. */
export const homework = pgTable('homework', {
  ...recordColumns(),
  lessonId: uuid().notNull(),
  name: text().notNull(),
  /** The file of the library that it was created from. */
  materialId: uuid(),
  attachments: jsonb().$type<{ name: string; url: string }[]>().notNull().default([]),
  releasedAt: instant().notNull(),
  dueAt: instant().notNull(),
  returnAt: instant().notNull(),
  /** The time of its removal from the lesson; submissions stay. */
  removedAt: instant(),
  removedBy: uuid(),
});

/** Submissions, one per homework and student; students who have not handed in have no row. */
export const submissions = pgTable('submissions', {
  id: uuid().primaryKey(),
  homeworkId: uuid().notNull(),
  studentId: uuid().notNull(),
  status: text().$type<SubmissionStatus>().notNull(),
  created: instant().notNull(),
  updated: instant().notNull(),
  markedAt: instant(),
});
