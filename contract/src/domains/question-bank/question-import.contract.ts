import { z } from 'zod';
import { one, operation } from '../../shared/operation.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { questionLevels } from './question-bank.rules.ts';

/** The largest file, and the most questions of one. */
export const longestQuestionFile = 5_000_000;
export const mostImported = 500;

export const importStates = ['ready', 'imported', 'known', 'refused'] as const;

const importedQuestionSchema = z.object({
  place: z.int().describe('In the file, from 1'),
  name: z.string().describe('Its name or first words'),
  state: z
    .enum(importStates)
    .describe('known: a question of the same words stands in the bank, or before it in the file'),
  _id: idSchema.nullable().describe('Of the question as it is in the bank'),
  problems: z.array(z.string()).describe('Why it cannot be imported'),
  notes: z.array(z.string()).describe('What of it was not read'),
});
export type ImportedQuestion = z.infer<typeof importedQuestionSchema>;

/**
 * Imports the questions of a file, JSON as the list answers it or Moodle XML (multiple choice, short answer, essay), all
 * that can be read in one transaction; a dry run only says what would become of each. The same file again imports nothing
 * twice. Throws question_file for what is neither.
 */
export const importQuestions = operation({
  name: 'importQuestions',
  summary: 'Import questions from JSON or Moodle XML',
  method: 'POST',
  path: '/admin/question/import',
  access: ['/question-bank'],
  permission: needs('question.canManage'),
  query: z.strictObject({
    dry_run: z
      .enum(['true', 'false'])
      .default('false')
      .transform((text) => text === 'true'),
  }),
  body: z.strictObject({
    content: textSchema(longestQuestionFile).describe('The text of the file'),
    subject: textSchema(100).optional().describe('Of questions of which the file says none'),
    level: z
      .array(z.string().toLowerCase().pipe(z.enum(questionLevels)))
      .max(questionLevels.length)
      .optional()
      .describe('The same'),
  }),
  bodyLimit: 12_000_000,
  // The file itself is one text.
  inThread: {
    mostValues: 1000,
    tooMany: {
      code: 'invalid_value',
      field: 'content',
      message: 'The file must be sent as one text.',
    },
  },
  response: one(
    z.object({
      dry_run: z.boolean(),
      format: z.enum(['json', 'moodle']),
      imported: z.int(),
      questions: z.array(importedQuestionSchema),
    }),
  ),
  errors: ['question_file', 'input_too_heavy', 'busy'],
  idempotent: true,
});
