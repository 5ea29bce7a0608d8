import { z } from 'zod';
import { contains, listQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { changesOf, idParams, recordOf } from '../../shared/record.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema, requiredText, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { placeKinds } from '../lessons/rosters.rules.ts';
import {
  choiceSpellings,
  choiceTypeOf,
  choiceTypes,
  mostQuestions,
  optionProblems,
  questionTypes,
  type ChoiceType,
} from './polls.rules.ts';

const path = '/admin/lesson/{id}/poll';
const access = ['/course', '/lessons'] as const;
const permission = needs('lesson.canManagePoll');
const questionParams = z.object({ id: idSchema, pollId: idSchema });

/** A poll question of a lesson (part 2 §3). */
export const pollQuestionSchema = recordOf({
  lesson: idSchema,
  question_type: z.enum(questionTypes),
  name: z.string(),
  question: z.string(),
  choice_type: z.enum(choiceTypes),
  question_index: z.int().describe('Its position among the questions of the lesson, from 0'),
  option: z.array(z.object({ label: z.string(), content: z.string() })),
  answer_index: z.array(z.int()).describe('The correct options, counted from 0'),
  answer: z.string().describe('The answer in words'),
});
export type PollQuestion = z.infer<typeof pollQuestionSchema>;

const optionIndex = z.int().min(0).max(50);

const fields = {
  question_type: z.enum(questionTypes).default('question'),
  name: textSchema(200).default(''),
  question: requiredText('Please write the question', 2000),
  choice_type: z.enum(choiceSpellings).transform(choiceTypeOf).default('single'),
  question_index: z
    .int()
    .min(0)
    .max(1000)
    .optional()
    .describe('Its new position; by default the end. The questions after it move down'),
  option: z
    .array(
      z.strictObject({
        label: z.string().max(10).optional().describe('Ignored: the position decides it'),
        content: textSchema(500),
      }),
    )
    .max(50)
    .describe('Empty ones are dropped; at least two must have text'),
  answer_index: z.array(optionIndex).max(50).describe('Positions among the options as sent'),
  answer: textSchema(2000).default(''),
};

type Written = {
  option?: { content: string }[] | undefined;
  answer_index?: number[] | undefined;
  choice_type?: ChoiceType | undefined;
};

/** Checks the options and the answer together; if only one is changed, the server checks it against the stored one. */
export const optionsFit = (written: Written, context: z.RefinementCtx) => {
  const { option, answer_index } = written;
  if (option === undefined || answer_index === undefined) return;
  for (const { field, message } of optionProblems({ ...written, option, answer_index }))
    context.addIssue({ code: 'custom', path: [field], message });
};

export const createPollQuestionSchema = z.strictObject(fields).superRefine(optionsFit);
export type CreatePollQuestion = z.output<typeof createPollQuestionSchema>;

export const updatePollQuestionSchema = changesOf(fields).superRefine(optionsFit);
export type UpdatePollQuestion = z.output<typeof updatePollQuestionSchema>;

const resultSchema = z.object({
  answered: z.int().min(0).describe('Students of the lesson who answered'),
  correct: z.int().min(0),
  counts: z.array(z.int().min(0)).describe('Students by option, in the order of the options'),
  others: z
    .int()
    .min(0)
    .describe('People who answered and are not students of the lesson; not counted above'),
});

const questionWithResultSchema = pollQuestionSchema.extend({ result: resultSchema });
export type QuestionWithResult = z.infer<typeof questionWithResultSchema>;

/** The questions of a lesson in order, with their results. Throws not_found, also out of the actor's scope. */
export const listPollQuestions = operation({
  name: 'listPollQuestions',
  domain: 'polls',
  summary: 'The poll questions of a lesson with their results',
  method: 'GET',
  path,
  access,
  params: idParams,
  response: many(questionWithResultSchema).extend({
    students: z
      .int()
      .min(0)
      .describe('Paying and trial students, and other students of the lesson who answered'),
    abilities: z.object({ manage: z.boolean() }),
  }),
});

/** One question. Throws not_found. */
export const getPollQuestion = operation({
  name: 'getPollQuestion',
  domain: 'polls',
  summary: 'One poll question',
  method: 'GET',
  path: '/admin/poll/{id}',
  access,
  params: idParams,
  response: one(pollQuestionSchema),
});

/** Adds a question to a lesson, at most once per Idempotency-Key. Throws not_found, poll_full. */
export const createPollQuestion = operation({
  name: 'createPollQuestion',
  domain: 'polls',
  summary: 'Create a poll question',
  method: 'POST',
  path,
  access,
  permission,
  params: idParams,
  body: createPollQuestionSchema,
  response: one(pollQuestionSchema),
  status: 201,
  errors: ['poll_full'],
  idempotent: true,
});

/**
 * Changes the given fields or the position of a question. Throws not_found, stale, invalid_value, and poll_answered
 * if the change would alter the meaning of given answers.
 */
export const updatePollQuestion = operation({
  name: 'updatePollQuestion',
  domain: 'polls',
  summary: 'Change or move a poll question',
  method: 'PUT',
  path: `${path}/{pollId}`,
  access,
  permission,
  params: questionParams,
  body: updatePollQuestionSchema,
  response: one(pollQuestionSchema),
  errors: ['stale', 'poll_answered'],
});

/** Deletes a question; its answers are no longer shown. Throws not_found. */
export const deletePollQuestion = operation({
  name: 'deletePollQuestion',
  domain: 'polls',
  summary: 'Delete a poll question',
  method: 'DELETE',
  path: `${path}/{pollId}`,
  access,
  permission,
  params: questionParams,
  response: one(pollQuestionSchema),
  idempotent: true,
});

/** Copies questions of another lesson (`poll`, or all) without answers. Throws not_found (`from`), poll_full. */
export const copyPollQuestions = operation({
  name: 'copyPollQuestions',
  domain: 'polls',
  summary: 'Copy the poll questions of another lesson',
  method: 'POST',
  path: `${path}/copy`,
  access,
  permission,
  params: idParams,
  body: z.strictObject({
    from: idSchema,
    poll: z.array(idSchema).min(1, 'Please choose a question').max(mostQuestions).optional(),
  }),
  response: z.object({ data: z.array(pollQuestionSchema) }),
  status: 201,
  errors: ['poll_full'],
  idempotent: true,
});

const lessonWithPollsSchema = z.object({
  _id: idSchema,
  name: z.string(),
  class: named,
  meta: z.object({ index: z.int(), term: z.int() }),
  scheduled_on: moment,
  questions: z.int().min(1),
});
export type LessonWithPolls = z.infer<typeof lessonWithPollsSchema>;

/** Lessons that have poll questions to copy, latest first. */
export const listLessonsWithPolls = operation({
  name: 'listLessonsWithPolls',
  domain: 'polls',
  summary: 'The lessons that have poll questions',
  method: 'GET',
  path: '/admin/poll',
  access,
  permission,
  query: listQuery({
    sortBy: ['scheduled_on'],
    order: 'desc',
    max: 20,
    filter: { search: contains },
  }),
  response: many(lessonWithPollsSchema),
});

const studentAnswersSchema = z.object({
  _id: z.string(),
  student: named.nullable().describe('null if it is not a known student'),
  name: z.string(),
  email: z.string(),
  kind: z.enum(placeKinds).nullable().describe('null without a place on the lesson'),
  answers: z.array(
    z.object({
      poll: idSchema,
      answer: z.array(z.int()),
      is_correct: z.boolean(),
      at: moment,
    }),
  ),
  correct: z.int().min(0),
});
export type StudentAnswers = z.infer<typeof studentAnswersSchema>;

/** The answers of each student of a lesson, by name; other people who answered come last. Throws not_found. */
export const listPollAnswers = operation({
  name: 'listPollAnswers',
  domain: 'polls',
  summary: 'What each student answered',
  method: 'GET',
  path: `${path}/answer`,
  access,
  params: idParams,
  response: many(studentAnswersSchema).extend({
    unnamed: z.int().min(0).describe('How many of the count the actor may not see by name'),
  }),
  csv: true,
});
