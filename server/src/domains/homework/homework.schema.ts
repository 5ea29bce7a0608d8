import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SubmissionStatus } from '@staffroom/contract/domains/homework/homework.rules.ts';
import { instant } from '../../platform/platform.schema.ts';

/** Homework of a lesson (part 2 §3). Its students are those of the lesson's paying roster (ADR 17). */
export const homework = pgTable('homework', {
  id: uuid().primaryKey(),
  lessonId: uuid().notNull(),
  name: text().notNull(),
  /** The file of the library that it was created for. */
  materialId: uuid(),
  attachments: jsonb().$type<{ name: string; url: string }[]>().notNull().default([]),
  releasedOn: instant().notNull(),
  dueOn: instant().notNull(),
  returnOn: instant().notNull(),
  created: instant().notNull(),
  updated: instant().notNull(),
});

/** What a student handed in, once a homework; who handed in nothing has no row. */
export const submissions = pgTable('submissions', {
  id: uuid().primaryKey(),
  homeworkId: uuid().notNull(),
  studentId: uuid().notNull(),
  status: text().$type<SubmissionStatus>().notNull(),
  created: instant().notNull(),
  updated: instant().notNull(),
  markedOn: instant(),
});
