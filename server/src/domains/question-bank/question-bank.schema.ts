import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type {
  QuestionUnit,
  versionActions,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import type { TagKind } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { instant, recordColumns, richText } from '../../platform/platform.schema.ts';

/** Tags of questions, reference data that Admin maintains. */
export const questionTags = pgTable('question_tags', {
  ...recordColumns(),
  kind: text().$type<TagKind>().notNull(),
  parentId: uuid(),
  name: text().notNull(),
  place: integer().notNull(),
  isRetired: boolean().notNull().default(false),
});
export type TagRow = typeof questionTags.$inferSelect;

/** A question with its units (part 2 §3, ADR 31). */
export const questions = pgTable('questions', {
  ...recordColumns(),
  subject: text().notNull(),
  level: text().array().notNull(),
  instruction: text().notNull(),
  context: richText().notNull(),
  unit: jsonb().$type<QuestionUnit[]>().notNull(),
  year: integer(),
  school: text().notNull(),
  topicId: uuid(),
  skillId: uuid(),
  heuristicId: uuid(),
  sectionId: uuid(),
  isSelfChecking: boolean().notNull(),
  isArchived: boolean().notNull().default(false),
  plainText: text().notNull(),
  searchText: text()
    .notNull()
    .generatedAlwaysAs(sql`lower(plain_text)`),
  similarityMarks: bigint({ mode: 'bigint' })
    .array()
    .notNull()
    .generatedAlwaysAs(sql`similarity_marks_of(plain_text)`),
  createdBy: uuid().notNull(),
});
export type QuestionRow = Omit<typeof questions.$inferSelect, 'similarityMarks' | 'searchText'>;

/** The part of a question that its versions store. */
export type QuestionState = Pick<
  QuestionRow,
  | 'subject'
  | 'level'
  | 'instruction'
  | 'context'
  | 'unit'
  | 'year'
  | 'school'
  | 'topicId'
  | 'skillId'
  | 'heuristicId'
  | 'sectionId'
  | 'isSelfChecking'
>;

/** Every version of a question, including the current one. */
export const questionVersions = pgTable(
  'question_versions',
  {
    questionId: uuid().notNull(),
    version: integer().notNull(),
    at: instant().notNull(),
    changedBy: uuid().notNull(),
    action: text().$type<(typeof versionActions)[number]>().notNull(),
    restored: integer(),
    state: jsonb().$type<QuestionState>().notNull(),
    pictures: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.questionId, table.version] })],
);

/** Number of unarchived questions per subject; maintained by triggers. */
export const questionCounts = pgTable('question_counts', {
  subject: text().primaryKey(),
  count: integer().notNull(),
});

/** Pairs that staff marked as no duplicates; the lower id first. */
export const noDuplicates = pgTable(
  'no_duplicates',
  {
    firstId: uuid().notNull(),
    secondId: uuid().notNull(),
    decidedBy: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.firstId, table.secondId] })],
);
