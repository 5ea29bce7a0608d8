import { z } from 'zod';
import { anyOf, contains, listQuery, pageQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { changesOf, idParams, recordOperations } from '../../shared/record.ts';
import { richTextSchema } from '../../shared/rich-text.ts';
import { moment, named } from '../../shared/shown.ts';
import { cleanText, idSchema, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import {
  earliestYear,
  latestYear,
  markProblem,
  mostAnswers,
  mostOptions,
  mostUnits,
  questionLevels,
  questionsOnAPage,
  questionTypes,
  usualMark,
} from './question-bank.rules.ts';

const path = '/admin/question';
const access = ['/question-bank'] as const;
const manages = needs('question.canManage');

const plain = (max: number) => textSchema(max).transform(cleanText);

const shortAnswerSchema = z.strictObject({
  pre_unit: textSchema(100).default(''),
  body: richTextSchema(5000).default('').describe('One line of formatted text'),
  post_unit: textSchema(100).default(''),
});

const unitFields = {
  uid: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'At most 64 letters, digits, - and _')
    .optional()
    .describe('Identifies the unit, also in older versions; assigned if not sent'),
  label: textSchema(20).default(''),
  mark: z
    .number()
    .superRefine((mark, context) => {
      const message = markProblem(mark);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .default(usualMark)
    .describe('More than 0, at most 100, in halves'),
  question_body: richTextSchema().describe('Formatted text'),
  hint: textSchema(2000).default(''),
};

const choice = {
  ...unitFields,
  question_type: z.literal('mcq', 'Only mcq questions have options to choose from').default('mcq'),
  option: z
    .array(
      z.strictObject({
        label: z.string().max(10).optional().describe('Ignored: the position decides it'),
        content: richTextSchema(5000).describe('One line of formatted text'),
      }),
    )
    .max(mostOptions, `At most ${mostOptions} options, A to Z`)
    .describe('Empty ones are dropped; the first two are required'),
  answer: z
    .array(z.int().min(0).max(100))
    .max(mostOptions)
    .describe('The right options, as positions among the options sent, from 0'),
};

const noOptions = z.array(z.never()).max(0, 'Only mcq questions have options').default([]);
const written = {
  ...unitFields,
  question_type: z
    .enum(['open_ended', 'short_answer'], 'This answer is not one of an mcq question')
    .default('open_ended'),
  option: noOptions,
};

/** A unit as it is sent; the server checks options and answers together once tidied (`tidyUnit`, `unitProblems`). */
export const writtenUnitSchema = z.discriminatedUnion('answer_type', [
  z.strictObject({ ...choice, answer_type: z.literal('single') }),
  z.strictObject({ ...choice, answer_type: z.literal('multiple') }),
  z.strictObject({
    ...written,
    answer_type: z.literal('absolute_answer'),
    answer: shortAnswerSchema,
  }),
  z.strictObject({
    ...written,
    answer_type: z.literal('short_answer_set'),
    answer: z
      .array(shortAnswerSchema)
      .max(mostAnswers, `At most ${mostAnswers} answers`)
      .describe('Those with an empty body are dropped'),
  }),
  z.strictObject({
    ...written,
    question_type: z
      .literal('open_ended', 'Only open_ended questions have a formatted answer')
      .default('open_ended'),
    answer_type: z.literal('rich_text'),
    answer: richTextSchema().default(''),
  }),
]);
export type WrittenUnit = z.output<typeof writtenUnitSchema>;

const shownUnit = {
  uid: z.string(),
  label: z.string(),
  mark: z.number().describe('Halves'),
  question_body: z.string(),
  hint: z.string(),
  option: z.array(z.object({ label: z.string(), content: z.string() })),
};
const shownAnswer = z.object({ pre_unit: z.string(), body: z.string(), post_unit: z.string() });
const typed = z.enum(questionTypes).extract(['open_ended', 'short_answer']);

/** A part of a question with its answer (part 2 §3, Question unit). */
export const unitSchema = z.discriminatedUnion('answer_type', [
  z.object({
    ...shownUnit,
    question_type: z.literal('mcq'),
    answer_type: z.literal('single'),
    answer: z.array(z.int()),
  }),
  z.object({
    ...shownUnit,
    question_type: z.literal('mcq'),
    answer_type: z.literal('multiple'),
    answer: z.array(z.int()),
  }),
  z.object({
    ...shownUnit,
    question_type: typed,
    answer_type: z.literal('absolute_answer'),
    answer: shownAnswer,
  }),
  z.object({
    ...shownUnit,
    question_type: typed,
    answer_type: z.literal('short_answer_set'),
    answer: z.array(shownAnswer),
  }),
  z.object({
    ...shownUnit,
    question_type: z.literal('open_ended'),
    answer_type: z.literal('rich_text'),
    answer: z.string(),
  }),
]);
export type QuestionUnit = z.infer<typeof unitSchema>;

const shownMeta = z.object({
  year: z.int().nullable(),
  school: z.string(),
  topic: z.string().describe("The tag's current name; '' if it has none"),
  skill: z.string(),
  heuristic: z.string(),
  section: z.string(),
  is_self_checking: z.boolean(),
});

/** The content of a question; each version has all of it. */
export const questionContent = {
  subject: z.string(),
  level: z.array(z.enum(questionLevels)),
  instruction: z.string(),
  context: z.string(),
  unit: z.array(unitSchema),
  meta: shownMeta,
};

/** A question (part 2 §3). */
export const questionSchema = z.object({
  _id: idSchema,
  ...questionContent,
  marks: z.number().describe('Of all units'),
  is_archived: z.boolean(),
  created: moment,
  created_by: named,
  updated: moment,
  version: z.int(),
});
export type Question = z.infer<typeof questionSchema>;

/** Formats of downloads that can be imported again (`importQuestions`). */
export const jsonFile = 'application/vnd.staffroom.questions+json';
export const moodleFile = 'application/xml';

/** Questions, newest first; archived ones only if the filter asks for them (part 2 §7). */
export const listQuestions = operation({
  name: 'listQuestions',
  domain: 'question-bank',
  summary: 'Questions, newest first',
  method: 'GET',
  path,
  access,
  query: listQuery({
    sortBy: ['created', 'updated'],
    order: 'desc',
    max: questionsOnAPage,
    filter: {
      _id: anyOf(idSchema),
      subject: anyOf(textSchema(100)),
      level: anyOf(z.string().toLowerCase().pipe(z.enum(questionLevels))).describe(
        'Questions that have any of these levels',
      ),
      'meta.topic': anyOf(textSchema(100)),
      text: contains.describe('In all texts of the question; formulas as their LaTeX'),
      is_archived: z.boolean().describe('Only archived ones'),
    },
  }),
  response: many(questionSchema),
  csv: true,
  downloads: [jsonFile, moodleFile],
});

const tagName = plain(100);

const metaFields = {
  year: z
    .int('A year looks like 2021')
    .min(earliestYear, `The earliest year is ${earliestYear}`)
    .max(latestYear, `The latest year is ${latestYear}`)
    .nullable(),
  school: plain(200),
  topic: tagName.describe("One of the subject, or ''"),
  skill: tagName.describe('One of the topic'),
  heuristic: tagName,
  section: tagName,
  is_self_checking: z.boolean(),
};

const fields = {
  subject: textSchema(100),
  level: z
    .array(z.string().toLowerCase().pipe(z.enum(questionLevels)))
    .min(1, 'Please choose a level')
    .max(questionLevels.length),
  instruction: plain(1000).default(''),
  context: richTextSchema()
    .default('')
    .describe(
      "Formatted text; '' if it is empty. Pictures of other websites are copied after the save, as a new version",
    ),
  unit: z
    .array(writtenUnitSchema)
    .min(1, 'Please add a question unit')
    .max(mostUnits, `At most ${mostUnits} question units`),
  is_self_checking: z.boolean().optional().describe('Also accepted here; `meta` takes precedence'),
};

export const createQuestionSchema = z.strictObject({
  ...fields,
  meta: z.strictObject(metaFields).partial().default({}),
});
export type CreateQuestion = z.output<typeof createQuestionSchema>;

/** Of `meta` too only the given fields change; `unit` always replaces the whole list. */
export const updateQuestionSchema = changesOf({
  ...fields,
  meta: z.strictObject(metaFields).partial(),
});
export type UpdateQuestion = z.output<typeof updateQuestionSchema>;

const question = recordOperations('Question', {
  noun: 'a question',
  domain: 'question-bank',
  path,
  access,
  saves: manages,
  record: questionSchema,
  create: createQuestionSchema,
  update: updateQuestionSchema,
});
export const { getQuestion, listQuestionChanges } = question;

/** Changes the given fields. Throws not_found, stale, invalid_value, question_too_large. */
export const updateQuestion = operation({
  ...question.updateQuestion,
  errors: [...(question.updateQuestion.errors ?? []), 'question_too_large'],
});

/** Creates a question, once per Idempotency-Key. Throws invalid_value for units, and for unknown or retired tags. */
export const createQuestion = operation({
  ...question.createQuestion,
  errors: [...(question.createQuestion.errors ?? []), 'question_too_large'],
  response: z.object({ status: z.literal('success'), msg: z.string(), data: questionSchema }),
});

/** Sets the three tags of a question; empty texts clear. Throws not_found, stale, invalid_value. */
export const tagQuestion = operation({
  name: 'tagQuestion',
  domain: 'question-bank',
  summary: 'Tag a question with topic, skill and heuristic',
  method: 'PATCH',
  path: `${path}/{id}/tag`,
  access,
  permission: manages,
  params: idParams,
  body: z.strictObject({
    topic: tagName,
    skill: tagName,
    heuristic: tagName,
    version: z.int().optional(),
  }),
  response: one(questionSchema),
  errors: ['stale'],
});

/** Archives a question, or restores it to the list; worksheets keep it. Throws not_found, stale. */
export const archiveQuestion = operation({
  name: 'archiveQuestion',
  domain: 'question-bank',
  summary: 'Archive a question, or restore it',
  method: 'PATCH',
  path: `${path}/{id}/archive`,
  access,
  permission: manages,
  params: idParams,
  body: z.strictObject({ is_archived: z.boolean(), version: z.int().optional() }),
  response: one(questionSchema),
  errors: ['stale'],
  idempotent: true,
});

export const versionActions = [
  'created',
  'updated',
  'tagged',
  'archived',
  'unarchived',
  'restored',
  'imported',
  'pictures_copied',
] as const;

const questionVersionSchema = z.object({
  version: z.int(),
  at: moment,
  by: named,
  action: z.enum(versionActions),
  restored: z.int().nullable().describe('The version that was restored'),
  ...questionContent,
});
export type QuestionVersion = z.infer<typeof questionVersionSchema>;

/** All versions of a question, newest first, each with its full content. Throws not_found. */
export const listQuestionVersions = operation({
  name: 'listQuestionVersions',
  domain: 'question-bank',
  summary: 'The versions of a question',
  method: 'GET',
  path: `${path}/{id}/version`,
  access,
  params: idParams,
  query: z.strictObject(pageQuery(20)),
  response: many(questionVersionSchema),
});

/** Restores the content of an old version as a new version. Throws not_found, stale. */
export const restoreQuestionVersion = operation({
  name: 'restoreQuestionVersion',
  domain: 'question-bank',
  summary: 'Restore an old version of a question',
  method: 'POST',
  path: `${path}/{id}/version/{n}/restore`,
  access,
  permission: manages,
  params: z.object({ id: idSchema, n: z.coerce.number().int().min(1).max(1_000_000) }),
  body: z.strictObject({ version: z.int().optional() }),
  response: one(questionSchema),
  errors: ['stale'],
  idempotent: true,
});
