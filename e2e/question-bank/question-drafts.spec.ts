import type { Page } from '@playwright/test';
import {
  getQuestion,
  updateQuestion,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  anMcqUnit,
  anOpenUnit,
  aQuestion,
} from 'staffroom-server/test/factories/question.factory.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';
import { emptyBank } from './question-screen.ts';

const editing = (page: Page) => page.getByRole('dialog', { name: 'Edit Question' });

const readQuestion = async (app: Running, id: string) =>
  (await (await app.as('Admin')).call(getQuestion, { params: { id } })).data;

const changeMeanwhile = async (app: Running, id: string) => {
  const body = { instruction: 'Theirs', meta: { topic: '' } };
  await (await app.as('Admin')).call(updateQuestion, { params: { id }, body });
};

test('a draft is restored, and compared with another user’s later change before it is saved', async ({
  page,
  app,
  signInAs,
}) => {
  const { id } = await aQuestion(app);
  await signInAs('Typist');
  await page.goto(emptyBank(`question=${id}`));
  const dialog = editing(page);
  await dialog.getByRole('textbox', { name: 'Instruction' }).fill('Mine');
  await expect(dialog.getByText('Draft kept on this computer')).toBeVisible();
  await page.reload();
  await expect(dialog.getByRole('textbox', { name: 'Instruction' })).toHaveValue('Mine');
  await expect(dialog.getByRole('region', { name: 'Both versions' })).toHaveCount(0);

  await changeMeanwhile(app, id);
  await page.reload();
  const keepMine = dialog.getByRole('radio', { name: 'Keep mine: Instruction' });
  await expect(keepMine).toBeChecked();
  // An open comparison survives a reload too: its draft has no version, so it is compared again.
  await page.reload();
  await expect(keepMine).toBeChecked();
  await dialog.getByRole('radio', { name: 'Keep theirs: Instruction' }).check();
  await dialog.getByRole('textbox', { name: 'School' }).fill('Nan Hua');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await readQuestion(app, id)).toMatchObject({
    instruction: 'Theirs',
    meta: { school: 'Nan Hua', topic: '' },
  });
});

test('concurrent edits are merged per unit; a unit that both users changed needs a choice', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  test.setTimeout(90_000);
  problems.expect(/status of 409/);
  const { id } = await aQuestion(app, {
    unit: [anOpenUnit(), anOpenUnit({ label: '(b)' }), anMcqUnit({ label: '(c)' })],
  });
  await signInAs('Typist');
  await page.goto(emptyBank(`question=${id}`));
  const dialog = editing(page);
  const answerTo = async (place: number, answer: string) => {
    await dialog.getByRole('button', { name: `Edit unit ${place}` }).click();
    const unit = dialog.getByRole('group', { name: `Unit ${place}`, exact: true });
    await unit.getByRole('textbox', { name: 'Before answer' }).fill(answer);
  };
  await answerTo(1, 'mine');
  await answerTo(2, 'mine too');

  const { unit } = await readQuestion(app, id);
  const [one, two, three] = unit.map(({ uid }) => uid);
  const theirs = [
    anOpenUnit({ uid: one }),
    anOpenUnit({ uid: two, label: '(b)', answer: { body: '99', post_unit: 'ℓ' } }),
    anMcqUnit({ uid: three, label: '(c)', hint: 'Theirs' }),
  ];
  await (await app.as('Admin')).call(updateQuestion, { params: { id }, body: { unit: theirs } });

  await page.keyboard.press('Control+Enter');
  const keep = (side: string, place: number) =>
    dialog.getByRole('radio', { name: `Keep ${side}: Unit ${place}` });
  await expect(keep('mine', 1)).toBeChecked();
  await expect(keep('theirs', 3)).toBeChecked();
  await expect(keep('mine', 2)).not.toBeChecked();
  await expect(keep('theirs', 2)).not.toBeChecked();
  const versions = dialog.getByRole('region', { name: 'Both versions' });
  await expect(versions.getByRole('row', { name: /^Unit 2/ })).toContainText('Answer: 99 ℓ');
  await expect(versions.getByRole('row', { name: /^Unit 2/ })).toContainText('mine too 15 ℓ');
  await expect(
    dialog.getByText('Still needed: a choice for the question units above'),
  ).toBeVisible();
  await keep('theirs', 2).check();
  await expect(keep('mine', 1)).toBeChecked();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const chosen = [
    { answer: { pre_unit: 'mine', body: '15' } },
    { answer: { pre_unit: '', body: '99' } },
    { hint: 'Theirs' },
  ];
  expect((await sent).postDataJSON()).toMatchObject({ unit: chosen });
  await expect(page.getByText('Question saved', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  expect((await readQuestion(app, id)).unit).toMatchObject(chosen);
});

testInOwnBrowser(
  'an editor whose code fails can be retried; one that loads late does not take the focus',
  async ({ page, app, signInAs, problems }) => {
    problems.expect(/Failed to load resource/, /Request failed: .*loaded-editor/);
    const { id } = await aQuestion(app, { unit: [anOpenUnit()] });
    await signInAs('Typist');
    const code = Promise.withResolvers<void>();
    let tries = 0;
    await page.route('**/loaded-editor*.js', async (route) => {
      tries += 1;
      if (tries === 1) return route.abort();
      await code.promise;
      return route.continue();
    });
    await page.goto(emptyBank(`question=${id}`));
    const dialog = editing(page);
    const failed = dialog.getByText('The editor could not be loaded.');
    await expect(failed).toBeVisible();
    await dialog.getByRole('button', { name: 'Edit unit 1' }).click();
    const unit = dialog.getByRole('group', { name: 'Unit 1', exact: true });
    const before = unit.getByRole('textbox', { name: 'Before answer' });
    await before.click();
    await page.keyboard.type('about ');
    code.resolve();
    await expect(unit.getByRole('textbox', { name: 'Question body' })).toBeVisible();
    await expect(before).toBeFocused();
    await page.keyboard.type('half');
    await expect(before).toHaveValue('about half');

    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Context' })).toBeVisible();
    await expect(before).toHaveValue('about half');
  },
);

test('opening a unit focuses its question body at once; an MCQ ends at option Z', async ({
  page,
  app,
  signInAs,
}) => {
  const option = Array.from({ length: 25 }, (_, place) => ({ content: String(place) }));
  const { id } = await aQuestion(app, { unit: [anMcqUnit({ option })] });
  await signInAs('Typist');
  await page.goto(emptyBank(`question=${id}`));
  const dialog = editing(page);
  await expect(dialog.getByRole('textbox', { name: 'Context' })).toBeVisible();
  const edit = dialog.getByRole('button', { name: 'Edit unit 1' });
  const focused = await edit.evaluate((button: HTMLElement) => {
    button.click();
    return new Promise((resolve) =>
      queueMicrotask(() => resolve(document.activeElement?.getAttribute('aria-label'))),
    );
  });
  expect(focused).toBe('Question body');

  const unit = dialog.getByRole('group', { name: 'Unit 1', exact: true });
  const more = unit.getByRole('button', { name: 'Add more' });
  await more.click();
  await expect(more).toHaveCount(0);
  await expect(unit.getByText('At most 26 options, A to Z')).toBeVisible();
  await expect(unit.getByRole('textbox', { name: 'Option Z' })).toBeVisible();
});
