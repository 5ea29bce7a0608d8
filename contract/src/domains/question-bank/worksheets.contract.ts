import { z } from 'zod';
import { anyOf, contains, listQuery } from '../../shared/lists.ts';
import { one, operation } from '../../shared/operation.ts';
import { changesOf, idParams, recordOperations } from '../../shared/record.ts';
import { moment, named } from '../../shared/shown.ts';
import { cleanText, idSchema, requiredText, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { questionContent } from './question-bank.contract.ts';
import {
  longestTitle,
  mostWorksheetQuestions,
  newWorksheet,
  workingSpaces,
  worksheetsOnAPage,
} from './worksheet.rules.ts';

const path = '/admin/worksheet';
const access = ['/question-bank'] as const;
const manages = needs('question.canManage');

/** A worksheet of the list. */
export const listedWorksheetSchema = z.object({
  _id: idSchema,
  title: z.string(),
  subject: z.string().describe('That of its questions'),
  questions: z.int(),
  marks: z.number().describe('Of all units, in halves'),
  created: moment,
  created_by: named,
  updated: moment,
  updated_by: named,
  version: z.int(),
});
export type ListedWorksheet = z.infer<typeof listedWorksheetSchema>;

/** A question of a worksheet, in the picked version. */
export const pickedQuestionSchema = z.object({
  _id: idSchema,
  version: z.int().describe('The picked version, which this content is of'),
  newest: z.int(),
  is_changed: z.boolean().describe('The newest version has other content'),
  is_archived: z.boolean(),
  ...questionContent,
});
export type PickedQuestion = z.infer<typeof pickedQuestionSchema>;

/** A worksheet with everything that it prints. Its texts are plain text. */
export const worksheetSchema = z.object({
  _id: idSchema,
  title: z.string(),
  header: z.string().describe('School or class, above the title'),
  second_line: z.string().describe('Below it: level, term, lesson'),
  instructions: z.string(),
  minutes: z.int().nullable(),
  has_logo: z.boolean(),
  has_boxes: z.boolean().describe('Boxes for name, class, date and marks'),
  has_section_notes: z.boolean().describe('Notes on how each section is answered'),
  has_sources: z.boolean().describe('Year and school of each question'),
  working: z.enum(workingSpaces),
  subject: z.string().describe('That of its questions'),
  question: z
    .array(
      z.object({
        _id: idSchema,
        version: z.int(),
        name: z.string().describe('Its first words, with the version after the first'),
      }),
    )
    .describe('Questions and versions, in order'),
  picked: z.array(pickedQuestionSchema).describe('The same questions with their content'),
  marks: z.number().describe('Of all units, in halves'),
  created: moment,
  created_by: named,
  updated: moment,
  updated_by: named,
  version: z.int(),
});
export type Worksheet = z.infer<typeof worksheetSchema>;

const plain = (max: number) => textSchema(max).transform(cleanText);

const fields = {
  title: requiredText('Please enter a title', longestTitle),
  header: plain(200).default(''),
  second_line: plain(200).default(''),
  instructions: plain(1000).default(''),
  minutes: z
    .int()
    .min(1, 'The time is at least 1 minute')
    .max(600, 'The time is at most 600 minutes')
    .nullable()
    .default(null),
  has_logo: z.boolean().default(true),
  has_boxes: z.boolean().default(true),
  has_section_notes: z.boolean().default(true),
  has_sources: z.boolean().default(false),
  working: z.enum(workingSpaces).default(newWorksheet.working),
  question: z
    .array(
      z.strictObject({
        _id: idSchema,
        version: z
          .int()
          .min(1)
          .max(1_000_000)
          .optional()
          .describe('The version to print; by default the newest'),
        name: z.string().max(200).optional().describe('Ignored'),
      }),
    )
    .min(1, 'Please add a question')
    .max(mostWorksheetQuestions, `A worksheet has at most ${mostWorksheetQuestions} questions`)
    .describe('Each once, all of one subject'),
};

export const createWorksheetSchema = z.strictObject(fields);
export type CreateWorksheet = z.output<typeof createWorksheetSchema>;

export const updateWorksheetSchema = changesOf(fields);
export type UpdateWorksheet = z.output<typeof updateWorksheetSchema>;

/**
 * A worksheet keeps the picked version of each question, so that it always prints the same; deleting it leaves them in
 * the bank. Saving throws invalid_value for unknown, repeated or foreign questions, and worksheet_too_large.
 */
export const {
  listWorksheets,
  getWorksheet,
  listWorksheetChanges,
  createWorksheet,
  updateWorksheet,
  deleteWorksheet,
} = recordOperations('Worksheet', {
  noun: 'a worksheet',
  domain: 'question-bank',
  path,
  access,
  saves: manages,
  record: worksheetSchema,
  create: createWorksheetSchema,
  update: updateWorksheetSchema,
  deletes: true,
  list: {
    summary: 'Saved worksheets, last saved first',
    of: listedWorksheetSchema,
    query: listQuery({
      sortBy: ['updated', 'created', 'title', 'questions', 'marks'],
      order: 'desc',
      max: worksheetsOnAPage,
      filter: { title: contains, subject: anyOf(textSchema(100)) },
    }),
  },
});

/** Copies a worksheet as "Copy of …", with the same questions in the same versions. Throws not_found. */
export const copyWorksheet = operation({
  name: 'copyWorksheet',
  domain: 'question-bank',
  summary: 'Copy a worksheet',
  method: 'POST',
  path: `${path}/{id}/copy`,
  access,
  permission: manages,
  params: idParams,
  response: one(worksheetSchema),
  status: 201,
  idempotent: true,
});
