import {
  aChangedQuestion,
  aQuestion,
  aQuestionBody,
  aTopic,
  theTag,
} from '../factories/question.factory.ts';
import { aWorksheet } from '../factories/worksheet.factory.ts';
import { unique } from '../unique.ts';
import { ofRecord, type MakeExample } from './example.ts';

const questionByPath: MakeExample = async (app) => ({ params: { id: (await aQuestion(app)).id } });

export const questionBankExamples: Record<string, MakeExample> = {
  listQuestions: async (app) => ({ query: { filter: { _id: (await aQuestion(app)).id } } }),
  ...ofRecord('Question', aQuestion, {
    create: async () => ({ body: aQuestionBody() }),
    update: { instruction: 'Choose the correct answer.', meta: { year: 2025 } },
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
  ...ofRecord('QuestionTag', aTopic, {
    create: async (app) => ({
      body: { kind: 'skill', parent: (await theTag(app, 'Ratio'))._id, name: unique('Skill') },
      fresh: () => ({ name: unique('Skill') }),
    }),
    update: async () => ({ body: { name: unique('Renamed'), is_retired: true } }),
  }),
  listWorksheets: async (app) => ({
    query: { filter: { title: { regex: (await aWorksheet(app)).title } } },
  }),
  ...ofRecord('Worksheet', aWorksheet, {
    create: async (app) => ({
      body: {
        title: unique('Fractions'),
        minutes: 45,
        question: [{ _id: (await aQuestion(app)).id, version: 1 }],
      },
    }),
    update: async (app) => ({
      body: {
        header: 'Staffroom, P6 Mathematics',
        working: 'large',
        question: [{ _id: (await aQuestion(app)).id }],
      },
    }),
    deletes: true,
  }),
  copyWorksheet: async (app) => ({ params: { id: (await aWorksheet(app)).id } }),
};
