import {
  aChangedQuestion,
  aQuestion,
  aQuestionBody,
  aTopic,
  theTag,
} from '../factories/question.factory.ts';
import { aWorksheet } from '../factories/worksheet.factory.ts';
import { unique } from '../unique.ts';
import type { MakeExample } from './example.ts';

const questionByPath: MakeExample = async (app) => ({ params: { id: (await aQuestion(app)).id } });
const tagByPath: MakeExample = async (app) => ({ params: { id: (await aTopic(app)).id } });

const worksheetByPath: MakeExample = async (app) => ({
  params: { id: (await aWorksheet(app)).id },
});

/** Examples for the question bank. */
export const questionBankExamples: Record<string, MakeExample> = {
  listQuestions: async (app) => ({ query: { filter: { _id: (await aQuestion(app)).id } } }),
  getQuestion: questionByPath,
  listQuestionChanges: questionByPath,
  createQuestion: async () => ({ body: aQuestionBody() }),
  updateQuestion: async (app) => ({
    ...(await questionByPath(app)),
    body: { instruction: 'Choose the correct answer.', meta: { year: 2025 } },
  }),
  tagQuestion: async (app) => ({
    ...(await questionByPath(app)),
    body: { topic: 'Ratio', skill: 'Changing Ratios', heuristic: 'All Changing' },
  }),
  archiveQuestion: async (app) => ({
    ...(await questionByPath(app)),
    body: { is_archived: true },
  }),
  importQuestions: async () => ({
    query: { dry_run: 'false' },
    body: { content: JSON.stringify([aQuestionBody()]) },
  }),
  listQuestionVersions: questionByPath,
  restoreQuestionVersion: async (app) => ({
    params: { id: (await aChangedQuestion(app)).id, n: '1' },
    body: {},
  }),
  findSimilarQuestions: async (app) => ({
    body: { text: (await aQuestion(app)).context.replaceAll(/<[^>]*>/g, '') },
  }),
  listDuplicateHints: async (app) => ({ query: { of: (await aQuestion(app)).id } }),
  setDuplicate: async (app) => ({
    params: { id: (await aQuestion(app)).id, otherId: (await aQuestion(app)).id },
    body: { is_duplicate: false },
  }),
  listQuestionTags: async () => ({}),
  getQuestionTag: tagByPath,
  listQuestionTagChanges: tagByPath,
  createQuestionTag: async (app) => ({
    body: { kind: 'skill', parent: (await theTag(app, 'Ratio'))._id, name: unique('Skill') },
    fresh: () => ({ name: unique('Skill') }),
  }),
  updateQuestionTag: async (app) => ({
    ...(await tagByPath(app)),
    body: { name: unique('Renamed'), is_retired: true },
  }),
  listWorksheets: async (app) => ({
    query: { filter: { title: { regex: (await aWorksheet(app)).title } } },
  }),
  getWorksheet: worksheetByPath,
  listWorksheetChanges: worksheetByPath,
  createWorksheet: async (app) => ({
    body: {
      title: unique('Fractions'),
      minutes: 45,
      question: [{ _id: (await aQuestion(app)).id, version: 1 }],
    },
  }),
  updateWorksheet: async (app) => ({
    ...(await worksheetByPath(app)),
    body: {
      header: 'Staffroom, P6 Mathematics',
      working: 'large',
      question: [{ _id: (await aQuestion(app)).id }],
    },
  }),
  copyWorksheet: worksheetByPath,
  deleteWorksheet: worksheetByPath,
};
