import type { Page } from '@playwright/test';
import {
  getQuestion,
  listQuestions,
  tagQuestion,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { listQuestionTags } from 'staffroom-contract/domains/question-bank/question-tags.contract.ts';
import { uploadImage } from 'staffroom-contract/domains/users/images.contract.ts';
import { anImageFile } from 'staffroom-server/test/factories/image.factory.ts';
import {
  aQuestion,
  aStoredQuestion,
  aTopic,
  formula,
} from 'staffroom-server/test/factories/question.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { emptyBank, newQuestion, openUnit } from './question-screen.ts';

const cards = (page: Page) => page.getByRole('article');

test('a Typist enters a question with formulas by keyboard, with a preview beside it', async ({
  page,
  signInAs,
}) => {
  test.setTimeout(90_000);
  const typist = await signInAs('Typist');
  const { keyboard } = page;
  const word = unique('Tank');
  await page.goto(`/question-bank?search=${word}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.locator('body').press('c');
  const dialog = newQuestion(page);
  const subject = dialog.getByRole('radio', { name: 'Mathematics' });
  await expect(subject).toBeFocused();
  await expect(subject).toBeChecked();
  // The editor's code loads when the dialog opens: until then it is no tab stop.
  await expect(dialog.getByRole('textbox', { name: 'Context' })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Instruction' }).focus();
  await keyboard.type('Show it.');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(dialog.getByRole('textbox', { name: 'Context' })).toBeFocused();
  await keyboard.insertText(word);
  await keyboard.type(' of $\\pi$ for $5.');

  const first = await openUnit(page);
  await keyboard.type('Size?');
  await keyboard.press('Alt+t');
  await expect(first.getByRole('radio', { name: 'Open-ended' })).toBeChecked();
  await keyboard.press('Tab');
  await expect(first.getByRole('textbox', { name: 'Before answer' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type('$\\pi$');
  await keyboard.press('Tab');
  await keyboard.type('ℓ');
  await keyboard.press('Control+ArrowDown');
  await expect(dialog.getByRole('button', { name: 'Add Question Unit' })).toBeFocused();

  const second = await openUnit(page, 2);
  await keyboard.press('Control+ArrowDown');
  await expect(second.getByText('Please write the question')).toBeVisible();
  await keyboard.type('Half?');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(second.getByRole('textbox', { name: 'Option A' })).toBeFocused();
  for (const option of ['3', '$x^2$', '5', '', '7']) {
    await keyboard.type(option);
    if (option === '5') await keyboard.press('Alt+Enter');
    if (option !== '7') await keyboard.press('Enter');
  }
  await expect(second.getByRole('textbox', { name: 'Option E' })).toBeFocused();
  const preview = dialog.getByRole('region', { name: 'Preview', exact: true });
  await expect(preview.locator('.katex')).toHaveCount(2);
  await expect(dialog.getByText('Unit 2: option D is empty and is dropped')).toBeVisible();
  await expectAccessible(page);
  await keyboard.press('Control+Enter');
  await expect(page.getByText('Question added')).toBeVisible();
  await expect(dialog).toBeHidden();

  const card = cards(page).filter({ hasText: word });
  await expect(card.locator('.katex')).toHaveCount(3);
  for (const words of ['2021', '(a)', '1 mark', 'Open-ended', 'MCQ, single'])
    await expect(card).toContainText(words);
  const { data } = await typist.call(listQuestions, {
    query: { filter: { text: { regex: word } } },
  });
  expect(data[0]).toMatchObject({
    context: `<p>${word} of ${formula('\\pi')} for $5.</p>`,
    unit: [
      {
        label: '(a)',
        answer_type: 'absolute_answer',
        answer: { body: formula('\\pi'), post_unit: 'ℓ' },
      },
      {
        label: '(b)',
        answer: [2],
        option: [
          { label: 'A', content: '3' },
          { label: 'B', content: formula('x^2') },
          { label: 'C', content: '5' },
          { label: 'D', content: '7' },
        ],
      },
    ],
  });
});

test('the filters of subject, level and topic apply on Search, from the first page', async ({
  page,
  app,
  signInAs,
}) => {
  const topic = (await aTopic(app)).name;
  const word = unique('Tank');
  const context = `<p>${word}</p>`;
  const meta = { topic, is_self_checking: true, school: 'Rosyth School' };
  await aQuestion(app, { context, level: ['primary-5'], meta });
  await aQuestion(app, { context, level: ['primary-6'], meta });
  await aQuestion(app, { context, meta: {} });
  await signInAs('CustService');
  await page.goto(`/question-bank?search=${word}`);
  const filters = page.getByRole('group', { name: 'Filters' });
  const choose = async (filter: string, choice: string) => {
    await filters.getByRole('combobox', { name: new RegExp(`^${filter} `) }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  };
  const search = filters.getByRole('button', { name: 'Search', exact: true });
  await choose('Topic', topic);
  await expect(page).not.toHaveURL(/topic=/);
  await expect(page.getByText('Showing all 3 questions', { exact: true })).toBeVisible();
  await search.click();
  await expect(page).toHaveURL(/topic=/);
  await expect(page.getByText('Showing all 2 questions', { exact: true })).toBeVisible();
  await expect(cards(page).first()).toContainText('Self Checking');
  await page.goto(`/question-bank?search=${word}&topic=${encodeURIComponent(topic)}&page=2`);
  await choose('Level', 'primary 5');
  await page.keyboard.press('Escape');
  await search.click();
  await expect(page.getByText('Showing all 1 questions', { exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);
  await choose('Subject', 'English');
  await expect(filters.getByRole('combobox', { name: /^Topic/ })).toHaveCount(0);
  await search.click();
  await expect(page).not.toHaveURL(/topic=/);
});

test('a draft survives a closed tab and can be continued or discarded', async ({
  page,
  signInAs,
}) => {
  test.setTimeout(60_000);
  await signInAs('Typist');
  await page.goto(emptyBank());
  const tab = await page.context().newPage();
  await tab.goto(new URL(emptyBank('dialog=create'), page.url()).href);
  await newQuestion(tab).getByRole('textbox', { name: 'School' }).fill('Nan Hua');
  await openUnit(tab);
  await tab.keyboard.type('Half $\\pi$');
  await expect(newQuestion(tab).getByText('Draft kept on this computer')).toBeVisible();
  // The tab closes without a confirmation.
  await tab.close();
  await page.goto(emptyBank());
  const dialog = newQuestion(page);
  const unfinished = page.getByRole('region', { name: 'Unfinished question' });
  await expect(unfinished).toContainText('Half π');
  await unfinished.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('textbox', { name: 'School' })).toHaveValue('Nan Hua');
  await expect(dialog.getByRole('table')).toContainText('Half π');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.goto(emptyBank());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(unfinished).toHaveCount(0);
});

test('a question is tagged after a conflict', async ({ page, app, signInAs, problems }) => {
  test.setTimeout(60_000);
  problems.expect(/status of 409/);
  const topic = (await aTopic(app)).name;
  const question = await aQuestion(app);
  const typist = await signInAs('Typist');
  const saved = async () => (await typist.call(getQuestion, { params: { id: question.id } })).data;
  await page.goto(emptyBank(`tag=${question.id}`));
  const tagging = page.getByRole('dialog', { name: 'Tag Question' });
  await tagging.getByRole('combobox', { name: 'Topic' }).fill(topic);
  await page.getByRole('option', { name: topic, exact: true }).click();
  await expect(tagging.getByRole('button', { name: 'Cancel' })).toBeVisible();
  // Another user tags it meanwhile: the Typist's changes are kept, and the other fields show the saved values.
  await (
    await app.as('Admin')
  ).call(tagQuestion, {
    params: { id: question.id },
    body: { topic: 'Ratio', skill: '', heuristic: 'All Changing' },
  });
  await tagging.getByRole('button', { name: 'Tag', exact: true }).click();
  await expect(tagging.getByText(/ changed this question while you were editing\.$/)).toBeVisible();
  await expect(tagging.getByRole('radio', { name: 'Keep mine: Topic' })).toBeChecked();
  await expect(tagging.getByRole('combobox', { name: 'Heuristic' })).toHaveValue('All Changing');
  await tagging.getByRole('button', { name: 'Tag', exact: true }).click();
  await expect(tagging).toBeHidden();
  expect((await saved()).meta).toMatchObject({ topic, skill: '', heuristic: 'All Changing' });
});

test('likely duplicates are compared, marked as not duplicates for all users, and unmarked', async ({
  page,
  app,
  signInAs,
}) => {
  const word = unique('Harbour');
  const typist = await signInAs('Typist');
  const file = await anImageFile({ width: 90, height: 400 });
  const { url } = await typist.call(uploadImage, { file });
  // As stored before pictures had their size.
  const context = `<p>How far is it from ${word} to the second lighthouse behind the pier?</p><img src="${url}" alt="A map"><p>Look at the map.</p>`;
  await aQuestion(app, { context });
  const { id } = await aQuestion(app, { context });
  let letThemCome = () => {};
  const held = new Promise<void>((resolve) => {
    letThemCome = resolve;
  });
  await page.route(/\/question\/duplicate\?|\/api\/image\//, async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto(`/question-bank?search=${word}`);
  await expect(cards(page)).toHaveCount(2);
  const shape = () =>
    cards(page).evaluateAll((all) =>
      all
        .flatMap((card) => [card, ...card.querySelectorAll('header, button, p')])
        .filter((part) => !part.ariaLabel?.startsWith('Likely duplicate'))
        .map((part) => JSON.stringify(part.getBoundingClientRect())),
    );
  const before = await shape();
  letThemCome();
  const likely = cards(page).getByRole('button', { name: 'Likely duplicate, 100%' });
  await expect(likely).toHaveCount(2);
  await expect(cards(page).getByAltText('A map').first()).toHaveJSProperty('naturalHeight', 400);
  expect(await shape()).toEqual(before);
  await likely.first().click();
  await likely.last().click();
  const hint = cards(page).getByText('Likely duplicate, 100% the same words.');
  await expect(hint).toHaveCount(2);
  await cards(page).first().getByRole('button', { name: 'Not a duplicate' }).press('Enter');
  await expect(hint).toHaveCount(0);
  await expect(cards(page).getByText('Not a duplicate of')).toHaveCount(2);
  await expectAccessible(page);

  await signInAs('Tutor');
  await page.goto(emptyBank(`question=${id}`));
  const inForm = page
    .getByRole('dialog', { name: 'Edit Question' })
    .getByRole('region', { name: 'Likely duplicates' });
  const row = inForm.getByRole('listitem').filter({ hasText: word });
  await expect(row).toContainText('Marked as not a duplicate by');
  await row.getByRole('button', { name: 'Undo' }).click();
  await row.getByRole('button', { name: 'Compare' }).click();
  const compare = page.getByRole('dialog', { name: 'Compare' });
  await expect(compare.getByText(word)).toHaveCount(2);
  await expect(compare.getByRole('button', { name: 'Not a duplicate' })).toBeVisible();
});

test('an Admin adds, reorders and retires topics of questions', async ({ page, app, signInAs }) => {
  const before = (await aTopic(app)).name;
  const admin = await signInAs('Admin');
  const name = unique('Speed');
  await page.goto(emptyBank('dialog=tags'));
  const dialog = page.getByRole('dialog', { name: 'Topics and tags' });
  await dialog.getByRole('button', { name: 'Add topic' }).click();
  const adding = page.getByRole('dialog', { name: 'Add topic' });
  await adding.getByRole('textbox', { name: 'Name' }).fill(name);
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  const row = dialog.getByRole('listitem').filter({ hasText: name });
  await row.getByRole('button', { name: `Move ${name} up` }).click();
  await expect(page.getByText(`${name} moved`)).toBeVisible();
  const placeOf = async (of: string) =>
    (await admin.call(listQuestionTags)).data.find((tag) => tag.name === of)?.place ?? -1;
  expect(await placeOf(name)).toBeLessThan(await placeOf(before));
  await row.getByRole('button', { name: `Retire ${name}` }).click();
  await expect(row).toContainText('Retired');
});

test('a fully typed topic is chosen on Enter or blur; unknown text stays and shows an error', async ({
  page,
  app,
  signInAs,
}) => {
  const [one, other] = [(await aTopic(app)).name, (await aTopic(app)).name];
  await signInAs('Typist');
  await page.goto(emptyBank('dialog=create'));
  const dialog = newQuestion(page);
  const topic = dialog.getByRole('combobox', { name: 'Topic' });
  const school = dialog.getByRole('textbox', { name: 'School' });
  const skills = dialog.getByRole('combobox', { name: 'Skills Set' });
  await topic.fill(one.toLowerCase());
  await topic.press('Enter');
  await expect(topic).toHaveValue(one);
  await topic.fill(other);
  await topic.press('Tab');
  await expect(topic).toHaveValue(other);
  await topic.fill('Alchemy');
  await school.click();
  await expect(topic).toHaveValue('Alchemy');
  await expect(dialog.getByText('There is no topic “Alchemy”')).toBeVisible();
  await topic.fill(one);
  await school.click();
  await expect(topic).toHaveValue(one);
  await expect(dialog.getByText('There is no topic')).toHaveCount(0);
  await expect(skills).toHaveValue('');

  // Enter in a single-line field moves to the next field.
  await school.press('Enter');
  await expect(dialog.getByRole('checkbox', { name: /^Self Checking/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Instruction' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Context' })).toBeFocused();
});

test('an import previews the result for each question and skips those already in the bank', async ({
  page,
  signInAs,
}) => {
  const typist = await signInAs('Typist');
  const word = unique('Marbles');
  const xml =
    '<?xml version="1.0"?><quiz>' +
    '<question type="category"><category><text>top/P6</text></category></question>' +
    `<question type="shortanswer"><name><text>${word}</text></name>` +
    `<questiontext format="html"><text>How many ${word}?</text></questiontext>` +
    '<answer fraction="100"><text>42</text></answer></question>' +
    '<question type="cloze"><name><text>Pairs</text></name></question></quiz>';
  await page.goto(emptyBank('dialog=import'));
  const dialog = page.getByRole('dialog', { name: 'Import questions' });
  const file = { name: 'bank.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) };
  const rows = dialog.getByRole('list', { name: 'Questions of the file' }).getByRole('listitem');
  const row = rows.filter({ hasText: word });
  const topic = dialog.getByRole('combobox', { name: 'P6' });
  await dialog.getByLabel('File of questions').setInputFiles(file);
  await expect(row).toContainText('Ready');
  await expect(rows.filter({ hasText: 'Pairs' })).toContainText('Refused');
  await dialog.getByRole('button', { name: 'Import 1 question' }).click();
  await expect(row).toContainText('Imported');

  // A question in the bank can be imported again, with a topic for its category.
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await (await choosing).setFiles(file);
  await expect(row).toContainText('In the bank');
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await topic.fill('Ratio');
  await page.getByRole('option', { name: 'Ratio', exact: true }).click();
  await expect(topic).toHaveValue('Ratio');
  await dialog.getByRole('checkbox', { name: 'Import question 1 anyway' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import 1 question' }).click();
  await expect(row).toContainText('Imported');
  const { data } = await typist.call(listQuestions, {
    query: { filter: { text: { regex: word } } },
  });
  expect(data.map(({ meta }) => meta.topic)).toEqual(['Ratio', '']);
});

test('a formula that cannot be drawn is named before the save; one nested too deep cannot be saved', async ({
  page,
  app,
  signInAs,
}) => {
  const deep = `${'\\frac1{'.repeat(200)}x${'}'.repeat(200)}`;
  const tooDeep = 'A formula is nested deeper than 50 levels. Please simplify it.';
  const word = unique('Nested');
  const half = formula('\\frac{1}{2}');
  await aStoredQuestion(app, `<p>${word} ${formula(deep)} and ${half}</p>`);
  await signInAs('Typist');
  await page.goto('/question-bank');
  const card = cards(page).filter({ hasText: word });
  await expect(card.getByText(deep)).toBeVisible();
  await expect(card.getByText(tooDeep)).toBeVisible();
  await expect(card.locator('.katex .mfrac').first()).toBeVisible();
  await expectNoSidewaysScroll(page, [390]);

  await page.locator('body').press('c');
  const dialog = newQuestion(page);
  const context = dialog.getByRole('textbox', { name: 'Context' });
  const latex = dialog.getByRole('textbox', { name: 'Formula in LaTeX' });
  const about = dialog.getByRole('region', { name: 'When you save it' });
  await context.click();
  await page.keyboard.press('Control+m');
  await page.keyboard.insertText(String.raw`\frc{1}{2}`);
  await page.keyboard.press('Enter');
  const named = about.getByText(
    String.raw`A formula cannot be drawn and is printed as it was typed. \frc is not a LaTeX command.`,
  );
  await expect(named).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(named).toBeHidden();

  await page.keyboard.press('Control+m');
  await expect(latex).toBeFocused();
  await page.keyboard.insertText(deep);
  await page.keyboard.type('+1');
  await expect(latex).toHaveValue(`${deep}+1`);
  const preview = dialog.getByRole('region', { name: 'Preview', exact: true });
  await expect(preview.getByText(`${deep}+1`)).toBeVisible();
  await expect(preview.getByText(tooDeep)).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(context).toHaveAccessibleDescription(new RegExp(tooDeep));
});
