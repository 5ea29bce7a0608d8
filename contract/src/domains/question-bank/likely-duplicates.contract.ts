import { z } from 'zod';
import { many, one, operation } from '../../shared/operation.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { questionSchema } from './question-bank.contract.ts';
import { longestComparedText, questionsOnAPage } from './question-bank.rules.ts';

const path = '/admin/question';
const access = ['/question-bank'] as const;

const similarity = z.number().describe('From 0 to 1; 0.91 reads as 91 %');

const likelyDuplicateSchema = z.object({
  _id: idSchema,
  similarity,
  question: questionSchema,
  not_duplicate: z
    .object({ by: named, at: moment })
    .nullable()
    .describe('Who said that it is none of the question that is edited'),
});
export type LikelyDuplicate = z.infer<typeof likelyDuplicateSchema>;

/** The questions whose words are most like these, at most five (ADR 31). */
export const findSimilarQuestions = operation({
  name: 'findSimilarQuestions',
  summary: 'Likely duplicates of a question',
  method: 'POST',
  path: `${path}/similar`,
  access,
  body: z.strictObject({
    text: textSchema(longestComparedText).describe('What `comparedText` makes of a question'),
    except: idSchema.optional().describe('The question that is being edited'),
  }),
  response: many(likelyDuplicateSchema),
});

const duplicateHintSchema = z.object({
  _id: idSchema.describe('Of the question that was asked about'),
  similarity,
  question: questionSchema.describe('The one that it is most like'),
});
export type DuplicateHint = z.infer<typeof duplicateHintSchema>;

const idsSchema = z.array(idSchema).max(questionsOnAPage);

/**
 * Of each of these questions the one that is nearly the same in its words, where there is one; pairs of which somebody
 * said that they are no duplicates are left out.
 */
export const listDuplicateHints = operation({
  name: 'listDuplicateHints',
  summary: 'What questions of a page are nearly the same as',
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

/**
 * Says that two questions are no duplicates, for everybody, or takes that back; said again it changes nothing. Throws
 * not_found.
 */
export const setDuplicate = operation({
  name: 'setDuplicate',
  summary: 'Say that two questions are no duplicates',
  method: 'PUT',
  path: `${path}/{id}/duplicate/{otherId}`,
  access,
  permission: needs('question.canManage'),
  params: z.object({ id: idSchema, otherId: idSchema }),
  body: z.strictObject({ is_duplicate: z.boolean() }),
  response: one(z.object({ _id: idSchema, other: idSchema, is_duplicate: z.boolean() })),
});
