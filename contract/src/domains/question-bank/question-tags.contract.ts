import { z } from 'zod';
import { many, operation } from '../../shared/operation.ts';
import { changesOf, recordOf, recordOperations } from '../../shared/record.ts';
import { idSchema, requiredText } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { keptTagKinds, tagKinds } from './question-bank.rules.ts';

const path = '/admin/question-tag';
const access = ['/question-bank'] as const;
const keeps = needs('question.canManageTags');

/** Reference data of the question bank: subjects, their topics, heuristics and sections, and the skills of topics. */
export const questionTagSchema = recordOf({
  kind: z.enum(tagKinds),
  parent: idSchema.nullable().describe('The subject, or the topic for a skill; null for a subject'),
  name: z.string(),
  place: z.int().describe('Among its kind under the same parent, from 0'),
  is_retired: z.boolean().describe('No longer offered; questions keep it'),
});
export type QuestionTag = z.infer<typeof questionTagSchema>;

/** All tags, retired ones too, each kind in its order (`tagChoices`). */
export const listQuestionTags = operation({
  name: 'listQuestionTags',
  domain: 'question-bank',
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
    .describe('Its new position; by default the end. The tags after it move down'),
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
 * Creates and changes tags; questions refer to them, so a new name is shown on all. Throws not_found and invalid_value
 * for the parent, duplicate for a name it has, and forbidden for subjects, which cannot be changed.
 */
export const { getQuestionTag, listQuestionTagChanges, createQuestionTag, updateQuestionTag } =
  recordOperations('QuestionTag', {
    noun: 'a tag of questions',
    domain: 'question-bank',
    path,
    access,
    saves: keeps,
    record: questionTagSchema,
    create: createQuestionTagSchema,
    update: updateQuestionTagSchema,
    errors: ['duplicate'],
  });
