import type { Page } from '@playwright/test';
import { updateQuestion } from '@staffroom/contract/domains/question-bank/question-bank.contract.ts';
import { updateQuestionTag } from '@staffroom/contract/domains/question-bank/question-tags.contract.ts';
import { updateWorksheet } from '@staffroom/contract/domains/question-bank/worksheets.contract.ts';
import { aQuestion, aTopic } from '@staffroom/server/test/factories/question.factory.ts';
import { aWorksheet } from '@staffroom/server/test/factories/worksheet.factory.ts';
import { unique } from '@staffroom/server/test/unique.ts';
import { typeUnit } from '../question-bank/question-screen.ts';
import { at, writesName, type Examples, type OpenableForm, type RecordForm } from './forms.ts';

/** The forms of the question bank, each with an example. */
export const questionRecordForms: Examples<RecordForm> = {
  'a question': async (app) => {
    const { id } = await aQuestion(app);
    const admin = await app.as('Admin');
    return {
      title: 'Edit Question',
      box: 'Instruction',
      typed: 'Do not use a calculator.',
      save: 'Save',
      writes: ['instruction', 'version'],
      open: at(`/question-bank?question=${id}`),
      saveMeanwhile: () =>
        admin.call(updateQuestion, {
          params: { id },
          body: { instruction: 'Theirs', meta: { school: 'Rosyth School' } },
        }),
    };
  },
  'a topic of the question bank': async (app) => {
    const topic = await aTopic(app);
    const admin = await app.as('Admin');
    return {
      ...writesName,
      title: 'Edit topic',
      typed: unique('Ratio'),
      open: async (page) => {
        await page.goto('/question-bank?dialog=tags');
        // Renamed once, it stands under its new name.
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
  'a worksheet': async (app) => {
    const { id } = await aWorksheet(app);
    const admin = await app.as('Admin');
    return {
      title: 'Worksheet',
      box: 'School header',
      typed: 'Staffroom, P6 Mathematics',
      save: 'Save',
      writes: ['header', 'version'],
      open: at(`/question-bank/worksheets?worksheet=${id}`),
      saveMeanwhile: () =>
        admin.call(updateWorksheet, { params: { id }, body: { header: 'Theirs', minutes: 50 } }),
    };
  },
};

export const questionActForms: Examples<OpenableForm> = {
  'a new question': async () => ({
    title: 'Add New Question',
    box: 'Instruction',
    typed: unique('Show your working'),
    save: 'Save',
    open: async (page: Page) => {
      await page.goto('/question-bank?dialog=create');
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
};
