import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ChoiceType, QuestionType } from 'staffroom-contract/domains/polls/polls.rules.ts';
import { recordColumns } from '../../platform/platform.schema.ts';

/** A poll question of a lesson (part 2 §3); its answers are rows of `classroom_events` with the action `answer` (ADR 21). */
export const pollQuestions = pgTable('poll_questions', {
  ...recordColumns(),
  lessonId: uuid().notNull(),
  questionType: text().$type<QuestionType>().notNull(),
  name: text().notNull(),
  question: text().notNull(),
  choiceType: text().$type<ChoiceType>().notNull(),
  questionIndex: integer().notNull(),
  option: jsonb().$type<{ label: string; content: string }[]>().notNull(),
  answerIndex: integer().array().notNull(),
  answer: text().notNull(),
});
