import type { Page } from '@playwright/test';
import { updateQuestion } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { updateQuestionTag } from 'staffroom-contract/domains/question-bank/question-tags.contract.ts';
import { updateWorksheet } from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import {
  aQuestion,
  aTopic,
  aChangedQuestion,
} from 'staffroom-server/test/factories/question.factory.ts';
import { aWorksheet } from 'staffroom-server/test/factories/worksheet.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import {
  at,
  deleting,
  rowAct,
  savedForm,
  searched,
  writesName,
  type DomainExamples,
} from '../support/examples.ts';
import { emptyBank, typeUnit } from './question-screen.ts';

export const examples: DomainExamples = {
  lists: {
    questions: {
      file: 'domains/question-bank/question-list.tsx',
      nouns: 'questions',
      pageSize: 30,
      make: searched('/question-bank?search=', (app, words) =>
        aQuestion(app, { context: `<p>${words}</p>` }),
      ),
      call: /\/admin\/question$/,
      empty: {
        text: 'No questions found',
        address: async () => '/question-bank?search=No+such+words',
      },
      download: 'questions.csv',
      hasFormats: true,
      opens: /question=/,
    },
    worksheets: {
      file: 'domains/question-bank/worksheets/worksheet-list.tsx',
      caption: 'List of worksheets',
      nouns: 'worksheets',
      make: searched('/question-bank/worksheets?search=', (app, title) =>
        aWorksheet(app, { title }),
      ),
      call: /\/admin\/worksheet$/,
      empty: {
        text: 'No worksheets found',
        address: async () => '/question-bank/worksheets?search=No+such+title',
      },
      sort: ['Title', 'title'],
      filter: ['Subject', 'Mathematics', /subject=Mathematics/],
      opens: /worksheet=/,
    },
    'questions to add to a worksheet': {
      file: 'domains/question-bank/worksheets/add-questions-dialog.tsx',
      nouns: 'questions',
      page: null,
      make: searched('/question-bank/worksheets?dialog=create&add=', (app, words) =>
        aQuestion(app, { context: `<p>${words}</p>` }),
      ),
      call: /\/admin\/question$/,
      empty: {
        text: 'No questions found',
        address: async () => '/question-bank/worksheets?dialog=create&add=No+such+words',
      },
      opens: /add=/,
    },
  },
  recordForms: {
    'a question': savedForm(aQuestion, updateQuestion, ({ id }) => ({
      title: 'Edit Question',
      box: 'Instruction',
      typed: 'Do not use a calculator.',
      save: 'Save',
      writes: ['instruction', 'version'],
      open: at(emptyBank(`question=${id}`)),
      theirs: { instruction: 'Theirs', meta: { school: 'Rosyth School' } },
    })),
    'a topic of the question bank': async (app) => {
      const topic = await aTopic(app);
      const admin = await app.as('Admin');
      return {
        ...writesName,
        title: 'Edit topic',
        typed: unique('Ratio'),
        open: async (page) => {
          await page.goto(emptyBank('dialog=tags'));
          // Found by position: an earlier save may have renamed it.
          await page
            .getByRole('list', { name: 'Topics' })
            .getByRole('listitem')
            .last()
            .getByRole('button', { name: /^Edit/ })
            .click();
        },
        saveMeanwhile: () =>
          admin.call(updateQuestionTag, {
            params: { id: topic.id },
            body: { name: unique('Theirs'), is_retired: true },
          }),
      };
    },
    'a worksheet': savedForm(aWorksheet, updateWorksheet, ({ id }) => ({
      title: 'Worksheet',
      box: 'School header',
      typed: 'Staffroom, P6 Mathematics',
      save: 'Save',
      writes: ['header', 'version'],
      open: at(`/question-bank/worksheets?worksheet=${id}`),
      theirs: { header: 'Theirs', minutes: 50 },
    })),
  },
  actForms: {
    'a new question': async () => ({
      title: 'Add New Question',
      box: 'Instruction',
      typed: unique('Show your working'),
      save: 'Save',
      open: async (page: Page) => {
        await page.goto(emptyBank('dialog=create'));
        await typeUnit(page);
      },
    }),
    'a new worksheet': async (app) => {
      const context = unique('Ribbons');
      await aQuestion(app, { context: `<p>${context}</p>` });
      return {
        title: 'New worksheet',
        box: 'Title',
        typed: unique('Fractions and ratio'),
        save: 'Save',
        open: async (page: Page) => {
          await page.goto(`/question-bank?search=${context}`);
          await page.getByRole('checkbox', { name: `Pick “${context}` }).check();
          await page.getByRole('button', { name: 'Make worksheet' }).click();
        },
      };
    },
  },
  rowQuestions: {
    'domains/question-bank/question-list.tsx': async (app) => {
      const word = unique('Rosyth');
      await aQuestion(app, { context: `<p>A tank of ${word} is full.</p>` });
      return {
        title: 'Archive this question?',
        save: 'Archive',
        isHarmless: true,
        open: rowAct(`/question-bank?search=${word}`, word, 'Archive'),
      };
    },
    'domains/question-bank/versions-dialog.tsx': async (app) => {
      const { id } = await aChangedQuestion(app);
      return {
        title: 'Restore version 1?',
        save: 'Restore',
        isHarmless: true,
        open: async (page) => {
          await page.goto(emptyBank(`versions=${id}`));
          await page.getByRole('button', { name: 'Version 1: Created' }).click();
          await page.getByRole('button', { name: 'Restore version 1' }).click();
        },
      };
    },
    'domains/question-bank/worksheets/worksheet-list.tsx': deleting(
      'worksheet',
      '/question-bank/worksheets?search=',
      async (app) => ({ name: (await aWorksheet(app, { title: unique('Ribbons') })).title }),
    ),
  },
};
