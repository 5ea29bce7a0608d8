import { z } from 'zod';
import { many, one, operation } from '../../shared/operation.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { questionSchema } from './question-bank.contract.ts';
import { longestComparedText, questionsOnAPage } from './question-bank.rules.ts';

const path = '/admin/question';
const access = ['/question-bank'] as const;

const similarity = z.number().describe('From 0 to 1; 0.91 is shown as 91 %');

const likelyDuplicateSchema = z.object({
  _id: idSchema,
  similarity,
  question: questionSchema,
  not_duplicate: z
    .object({ by: named, at: moment })
    .nullable()
    .describe('Who marked it as not a duplicate of the edited question'),
});
export type LikelyDuplicate = z.infer<typeof likelyDuplicateSchema>;

/** The questions whose words are most similar, at most five (ADR 31). */
export const findSimilarQuestions = operation({
  name: 'findSimilarQuestions',
  domain: 'question-bank',
  summary: 'Likely duplicates of a question',
  method: 'POST',
  path: `${path}/similar`,
  access,
  body: z.strictObject({
    text: textSchema(longestComparedText).describe('The `comparedText` of a question'),
    except: idSchema.optional().describe('The question that is being edited'),
  }),
  response: many(likelyDuplicateSchema),
});

const duplicateHintSchema = z.object({
  _id: idSchema.describe('Of the requested question'),
  similarity,
  question: questionSchema.describe('The most similar question'),
});
export type DuplicateHint = z.infer<typeof duplicateHintSchema>;

const idsSchema = z.array(idSchema).max(questionsOnAPage);

/** For each question the most similar one if nearly the same, without pairs marked as not duplicates. */
export const listDuplicateHints = operation({
  name: 'listDuplicateHints',
  domain: 'question-bank',
  summary: 'Likely duplicates of the questions of a page',
  method: 'GET',
  path: `${path}/duplicate`,
  access,
  query: z.strictObject({
    of: z
      .string()
      .toLowerCase()
      .refine(
        (ids) => idsSchema.safeParse(ids.split(',')).success,
        `Ids with commas between them, at most ${questionsOnAPage}`,
      ),
  }),
  response: many(duplicateHintSchema),
});

/** Marks two questions as not duplicates, for all users, or removes the mark; idempotent. Throws not_found. */
export const setDuplicate = operation({
  name: 'setDuplicate',
  domain: 'question-bank',
  summary: 'Mark two questions as not duplicates',
  method: 'PUT',
  path: `${path}/{id}/duplicate/{otherId}`,
  access,
  permission: needs('question.canManage'),
  params: z.object({ id: idSchema, otherId: idSchema }),
  body: z.strictObject({ is_duplicate: z.boolean() }),
  response: one(z.object({ _id: idSchema, other: idSchema, is_duplicate: z.boolean() })),
});
