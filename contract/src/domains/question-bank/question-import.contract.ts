import { z } from 'zod';
import { one, operation } from '../../shared/operation.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { questionLevels } from './question-bank.rules.ts';

/** Most bytes of a question file in the browser, and characters on the server. */
export const longestQuestionFile = 10_000_000;
/** Most questions of a file. */
export const mostImported = 500;
/** Most different pictures of a file. */
export const mostImportedPictures = 300;
/** Most categories of a file whose topics can be chosen. */
export const mostCategories = 200;

export const importStates = ['ready', 'imported', 'known', 'refused'] as const;

const importedQuestionSchema = z.object({
  place: z.int().describe('In the file, from 1'),
  name: z.string().describe('Its name or first words'),
  state: z
    .enum(importStates)
    .describe(
      'known: a question of the same words and pictures is in the bank, or before it in the file',
    ),
  _id: idSchema.nullable().describe('Of the question in the bank'),
  problems: z.array(z.string()).describe('Why it cannot be imported'),
  notes: z.array(z.string()).describe('What was left out or changed'),
});
export type ImportedQuestion = z.infer<typeof importedQuestionSchema>;

const importedCategorySchema = z.object({
  name: z.string().describe('Its path: "P6 / Fractions"'),
  subject: z.string().describe('Of its first question'),
  questions: z.int().describe('Questions for which the file has no other topic'),
  topic: z
    .string()
    .describe("Their topic: the chosen one, otherwise the one of the same name, or ''"),
});
export type ImportedCategory = z.infer<typeof importedCategorySchema>;

/**
 * Imports the questions of a file, JSON of the list or Moodle XML with its pictures, in one transaction, without
 * unreadable ones. A dry run only returns the result of each. Questions that are known already are skipped, unless
 * `import_known` lists them. Throws question_file for other formats, image_quota_used_up.
 */
export const importQuestions = operation({
  name: 'importQuestions',
  domain: 'question-bank',
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
    subject: textSchema(100).optional().describe('For questions without one in the file'),
    level: z
      .array(z.string().toLowerCase().pipe(z.enum(questionLevels)))
      .max(questionLevels.length)
      .optional()
      .describe('The same'),
    category: z
      .array(z.strictObject({ name: textSchema(1000), topic: textSchema(100) }))
      .max(mostCategories)
      .optional()
      .describe("The topics of Moodle's categories, if they differ from those of the same name"),
    import_known: z
      .array(z.int().min(1).max(mostImported))
      .max(mostImported)
      .optional()
      .describe('Positions of known questions to import anyway'),
  }),
  bodyLimit: 16_000_000,
  // The whole file is one string.
  inThread: {
    mostValues: 2000,
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
      category: z.array(importedCategorySchema).describe('Of a Moodle file'),
    }),
  ),
  errors: ['question_file', 'input_too_heavy', 'busy', 'image_quota_used_up'],
  idempotent: true,
});
