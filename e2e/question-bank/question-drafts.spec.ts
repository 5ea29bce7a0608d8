import type { Page } from '@playwright/test';
import {
  getQuestion,
  updateQuestion,
} from '@staffroom/contract/domains/question-bank/question-bank.contract.ts';
import { aQuestion } from '@staffroom/server/test/factories/question.factory.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

const editing = (page: Page) => page.getByRole('dialog', { name: 'Edit Question' });

/** Types an instruction into a question, and closes the tab without saving. */
const leaveADraft = async (page: Page, id: string) => {
  await page.goto('/question-bank');
  const tab = await page.context().newPage();
  await tab.goto(new URL(`/question-bank?question=${id}`, page.url()).href);
  const dialog = editing(tab);
  await dialog.getByRole('textbox', { name: 'Instruction' }).fill('Mine');
  await expect(dialog.getByText('Draft kept on this computer')).toBeVisible();
  await tab.close();
};

const readQuestion = async (app: Running, id: string) =>
  (await (await app.as('Admin')).call(getQuestion, { params: { id } })).data;

const changeMeanwhile = async (app: Running, id: string) => {
  const body = { instruction: 'Theirs', meta: { topic: '' } };
  await (await app.as('Admin')).call(updateQuestion, { params: { id }, body });
};

test('an old draft is compared with a colleague’s later change before it is saved', async ({
  page,
  app,
  signInAs,
}) => {
  const { id } = await aQuestion(app);
  await signInAs('Typist');
  await leaveADraft(page, id);
  await changeMeanwhile(app, id);
  await page.goto(`/question-bank?question=${id}`);
  const dialog = editing(page);
  await expect(dialog.getByRole('radio', { name: 'Keep mine: Instruction' })).toBeChecked();
  // An open comparison survives a closed tab too.
  await page.reload();
  await dialog.getByRole('radio', { name: 'Keep theirs: Instruction' }).check();
  await dialog.getByRole('textbox', { name: 'School' }).fill('Nan Hua');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await readQuestion(app, id)).toMatchObject({
    instruction: 'Theirs',
    meta: { school: 'Nan Hua', topic: '' },
  });
});

test('a draft without a version is compared, also with an unchanged question', async ({
  page,
  app,
  signInAs,
}) => {
  const { id } = await aQuestion(app);
  await signInAs('Typist');
  await leaveADraft(page, id);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((each) => each.includes(' edit '))) {
      const { at, words, changed } = JSON.parse(localStorage.getItem(key) ?? '') as object & {
        at: string;
        words: string;
        changed: object;
      };
      localStorage.setItem(key, JSON.stringify({ at, words, changed }));
    }
  });
  await page.goto(`/question-bank?question=${id}`);
  await expect(editing(page).getByRole('radio', { name: 'Keep mine: Instruction' })).toBeChecked();
});

test('a draft of the version that is still saved comes back without a comparison', async ({
  page,
  app,
  signInAs,
}) => {
  const { id } = await aQuestion(app);
  await signInAs('Typist');
  await leaveADraft(page, id);
  await page.goto(`/question-bank?question=${id}`);
  const dialog = editing(page);
  await expect(dialog.getByRole('textbox', { name: 'Instruction' })).toHaveValue('Mine');
  await expect(dialog.getByRole('region', { name: 'Both versions' })).toHaveCount(0);
});
