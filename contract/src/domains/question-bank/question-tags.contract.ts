import { z } from 'zod';
import { many, operation } from '../../shared/operation.ts';
import { changesOf, recordOperations } from '../../shared/record.ts';
import { moment } from '../../shared/shown.ts';
import { idSchema, requiredText } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { keptTagKinds, tagKinds } from './question-bank.rules.ts';

const path = '/admin/question-tag';
const access = ['/question-bank'] as const;
const keeps = needs('question.canManageTags');

/** Reference data of the question bank: subjects, their topics, heuristics and sections, and the topics' skills. */
export const questionTagSchema = z.object({
  _id: idSchema,
  kind: z.enum(tagKinds),
  parent: idSchema.nullable().describe('The subject, of a skill the topic; null of a subject'),
  name: z.string(),
  place: z.int().describe('Among its kind under the same parent, from 0'),
  is_retired: z.boolean().describe('Not offered any more; questions keep it'),
  created: moment,
  updated: moment,
  version: z.int(),
});
export type QuestionTag = z.infer<typeof questionTagSchema>;

/** All tags, retired ones too, each kind in its order (`tagChoices`). */
export const listQuestionTags = operation({
  name: 'listQuestionTags',
  summary: 'Subjects, topics, skills, heuristics and sections of the question bank',
  method: 'GET',
  path,
  access,
  response: many(questionTagSchema),
});

const fields = {
  name: requiredText('Please enter a name', 100),
  place: z
    .int()
    .min(0)
    .max(10_000)
    .optional()
    .describe('The place to put it; at the end unless told, the others make room'),
  is_retired: z.boolean().default(false),
};

export const createQuestionTagSchema = z.strictObject({
  kind: z.enum(keptTagKinds),
  parent: idSchema,
  ...fields,
});
export type CreateQuestionTag = z.output<typeof createQuestionTagSchema>;

export const updateQuestionTagSchema = changesOf(fields);
export type UpdateQuestionTag = z.output<typeof updateQuestionTagSchema>;

/**
 * Admin adds, renames, orders and retires tags. Questions are linked to a tag, so that a new name shows on all of them at
 * once. Creating throws not_found for the parent, invalid_value for one of another kind; both throw duplicate for a name
 * that stands there already; subjects are not changed (forbidden).
 */
export const { getQuestionTag, listQuestionTagChanges, createQuestionTag, updateQuestionTag } =
  recordOperations('QuestionTag', {
    noun: 'a tag of questions',
    path,
    access,
    saves: keeps,
    record: questionTagSchema,
    create: createQuestionTagSchema,
    update: updateQuestionTagSchema,
    errors: ['duplicate'],
  });
