import { readFile } from 'node:fs/promises';
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
  aChangedQuestion,
  aQuestion,
  aStoredQuestion,
  aTopic,
  formula,
} from 'staffroom-server/test/factories/question.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { aFileOfMegabytes } from '../support/large-file.ts';
import { expect, test } from '../support/test.ts';
import { emptyBank, newQuestion, openUnit, typeUnit } from './question-screen.ts';

const cards = (page: Page) => page.getByRole('article');
const many = async (count: number, make: (number: number) => Promise<unknown>) => {
  for (let made = 1; made <= count; made += 1) await make(made);
};

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
  await dialog.getByRole('textbox', { name: 'Instruction' }).focus();
  await keyboard.type('Show your working clearly.');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(dialog.getByRole('textbox', { name: 'Context' })).toBeFocused();
  await keyboard.type(`${word} was $\\frac{2}{5}$ full; a refill costs $5.`);

  const first = await openUnit(page);
  await keyboard.type('What is its capacity?');
  await keyboard.press('Alt+t');
  await expect(first.getByRole('radio', { name: 'Open-ended' })).toBeChecked();
  await keyboard.press('Tab');
  await expect(first.getByRole('textbox', { name: 'Before answer' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type('$\\frac{21}{2}$');
  await keyboard.press('Tab');
  await keyboard.type('ℓ');
  await keyboard.press('Control+ArrowDown');
  await expect(dialog.getByRole('button', { name: 'Add Question Unit' })).toBeFocused();

  const second = await openUnit(page, 2);
  await keyboard.press('Control+ArrowDown');
  await expect(second.getByText('Please write the question')).toBeVisible();
  await keyboard.type('How much is missing?');
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
    context: `<p>${word} was ${formula('\\frac{2}{5}')} full; a refill costs $5.</p>`,
    unit: [
      {
        label: '(a)',
        answer_type: 'absolute_answer',
        answer: { body: formula('\\frac{21}{2}'), post_unit: 'ℓ' },
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

test('questions are filtered by subject, level and topic, and paging keeps the filters', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(90_000);
  const topic = (await aTopic(app)).name;
  await many(31, (number) =>
    aQuestion(app, {
      level: [number === 1 ? 'primary-5' : 'primary-6'],
      meta: { topic, is_self_checking: true, school: 'Rosyth School' },
    }),
  );
  await signInAs('CustService');
  await page.goto('/question-bank');
  const filters = page.getByRole('group', { name: 'Filters' });
  const choose = async (filter: string, choice: string) => {
    await filters.getByRole('combobox', { name: new RegExp(`^${filter} `) }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  };
  const search = filters.getByRole('button', { name: 'Search', exact: true });
  await choose('Topic', topic);
  await expect(page).not.toHaveURL(/topic=/);
  await search.click();
  await expect(page).toHaveURL(/topic=/);
  await expect(page.getByText('Showing 1 - 30 out of 31 questions', { exact: true })).toBeVisible();
  await expect(cards(page).first()).toContainText('Self Checking');
  await page
    .getByRole('navigation', { name: 'Pages of questions, above the list' })
    .getByRole('button', { name: '2', exact: true })
    .click();
  await expect(
    page.getByText('Showing 31 - 60 out of 31 questions', { exact: true }),
  ).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/topic=.*page=2|page=2.*topic=/);
  await choose('Level', 'primary 5');
  await page.keyboard.press('Escape');
  await search.click();
  await expect(page.getByText('Showing all 1 questions', { exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [390]);
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
  await tab.keyboard.type('Half a question $\\pi$');
  await expect(newQuestion(tab).getByText('Draft kept on this computer')).toBeVisible();
  // The tab closes without a confirmation.
  await tab.close();
  await page.reload();
  const dialog = newQuestion(page);
  const unfinished = page.getByRole('region', { name: 'Unfinished question' });
  await expect(unfinished).toContainText('Half a question π');
  await expectAccessible(page);
  await unfinished.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('textbox', { name: 'School' })).toHaveValue('Nan Hua');
  await expect(dialog.getByRole('table')).toContainText('Half a question π');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(unfinished).toHaveCount(0);
});

test('the form keeps its text on a server error, cleans Word HTML, and limits options and image size', async ({
  page,
  signInAs,
  problems,
}) => {
  test.setTimeout(90_000);
  problems.expect(/status of 422/);
  await signInAs('Typist');
  await page.goto(emptyBank('dialog=create'));
  const dialog = newQuestion(page);
  await typeUnit(page);
  await page.route('**/api/admin/question', (route) =>
    route.fulfill({
      status: 422,
      json: { message: { errors: [{ code: 'invalid_value', message: 'The bank is closed' }] } },
    }),
  );
  await dialog.getByRole('textbox', { name: 'School' }).focus();
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('alert')).toContainText(
    'Something went wrong. (The bank is closed)',
  );
  await expect(dialog.getByRole('table')).toContainText('Which is the larger?');

  await dialog.getByRole('button', { name: 'Edit unit 1' }).click();
  const builder = dialog.getByRole('group', { name: 'Unit 1', exact: true });
  const body = builder.getByRole('textbox', { name: 'Question body' });
  await body.evaluate((box) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/html',
      '<html xmlns:o="urn:schemas-microsoft-com:office:office"><style>p.MsoNormal{}</style>' +
        '<p class=MsoNormal style="mso-margin-top-alt:auto">From <b>Word</b><o:p></o:p></p></html>',
    );
    const how = { clipboardData, bubbles: true, cancelable: true };
    box.dispatchEvent(new ClipboardEvent('paste', how));
  });
  await expect(body.locator('strong')).toHaveText('Word');
  expect(await body.innerHTML()).not.toMatch(/Mso|mso|o:p/);

  const more = builder.getByRole('button', { name: 'Add more' });
  for (let options = 4; options < 26; options += 1) await more.click();
  await expect(more).toHaveCount(0);
  await expect(builder.getByText('At most 26 options, A to Z')).toBeVisible();
  await expect(builder.getByRole('textbox', { name: 'Option Z' })).toBeVisible();

  await builder.getByRole('button', { name: 'Image', exact: true }).click();
  const image = page.getByRole('dialog', { name: 'Insert image' });
  await image.getByLabel('Image file').setInputFiles(await aFileOfMegabytes(15, 'scan.png'));
  await expect(image.getByRole('alert')).toHaveText(
    'This image has 15 MB. An image may have at most 10 MB.',
  );
});

test('a question is tagged after a conflict, and an old version is restored', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  test.setTimeout(60_000);
  problems.expect(/status of 409/);
  const topic = (await aTopic(app)).name;
  const question = await aChangedQuestion(app);
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

  await page.goto(emptyBank(`versions=${question.id}`));
  const versions = page.getByRole('dialog', { name: 'Versions' });
  const list = versions.getByRole('list', { name: 'Versions' });
  await expect(list.getByRole('listitem')).toHaveCount(4);
  await expect(list.getByRole('button', { name: /^Version 4: Tagged/ })).toContainText('topic');
  await list.getByRole('button', { name: /^Version 1: Created/ }).click();
  await expect(versions).toContainText('Show your working clearly.');
  await versions.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(
    list.getByRole('button', { name: /^Version 5: Restored from version 1/ }),
  ).toBeVisible();
  expect((await saved()).instruction).toBe('Show your working clearly.');
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
  await cards(page).first().getByRole('button', { name: 'Compare' }).click();
  const compare = page.getByRole('dialog', { name: 'Compare' });
  await expect(compare.getByText(word)).toHaveCount(2);
  await compare.getByRole('button', { name: 'Close' }).click();
  await cards(page).first().getByRole('button', { name: 'Not a duplicate' }).press('Enter');
  await expect(hint).toHaveCount(0);
  await expect(cards(page).getByText('Not a duplicate of')).toHaveCount(2);
  await expectAccessible(page);
  await cards(page).first().getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(hint).toHaveCount(2);
  await cards(page).first().getByRole('button', { name: 'Not a duplicate' }).press('Enter');
  await expect(hint).toHaveCount(0);

  await signInAs('Tutor');
  await page.goto(`/question-bank?search=${word}`);
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByText(/duplicate/)).toHaveCount(0);
  await page.goto(emptyBank(`question=${id}`));
  const inForm = page
    .getByRole('dialog', { name: 'Edit Question' })
    .getByRole('region', { name: 'Likely duplicates' });
  const row = inForm.getByRole('listitem').filter({ hasText: word });
  await expect(row).toContainText('Marked as not a duplicate by');
  await row.getByRole('button', { name: 'Undo' }).click();
  await row.getByRole('button', { name: 'Compare' }).click();
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

  await page.goto(emptyBank('dialog=create'));
  const topics = newQuestion(page).getByRole('combobox', { name: 'Topic' });
  await topics.fill(name);
  const offered = page.getByRole('listbox', { name: 'Topic' });
  await expect(offered.getByText('Nothing found')).toBeVisible();
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
  test.setTimeout(120_000);
  const typist = await signInAs('Typist');
  const word = unique('Marbles');
  const xml =
    '<?xml version="1.0"?><quiz>' +
    `<question type="shortanswer"><name><text>${word}</text></name>` +
    `<questiontext format="html"><text>How many ${word}?</text></questiontext>` +
    '<answer fraction="100"><text>42</text></answer></question>' +
    '<question type="cloze"><name><text>Pairs</text></name></question></quiz>';
  await page.goto(emptyBank('dialog=import'));
  const dialog = page.getByRole('dialog', { name: 'Import questions' });
  const choose = async (name: string, content: string) => {
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose file' }).click();
    const file = { name, mimeType: 'text/xml', buffer: Buffer.from(content) };
    await (await choosing).setFiles(file);
  };
  const rows = dialog.getByRole('list', { name: 'Questions of the file' }).getByRole('listitem');
  await choose('bank.xml', xml);
  await expect(rows.filter({ hasText: word })).toContainText('Ready');
  await expect(rows.filter({ hasText: 'Pairs' })).toContainText('Refused');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import 1 question' }).click();
  await expect(rows.filter({ hasText: word })).toContainText('Imported');
  await choose('bank.xml', xml);
  await expect(rows.filter({ hasText: word })).toContainText('In the bank');
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();

  // A question in the bank can be imported again, with a topic for its category.
  const category = '<question type="category"><category><text>top/P6</text></category></question>';
  await choose('bank.xml', xml.replace('<quiz>', `<quiz>${category}`));
  const topic = dialog.getByRole('combobox', { name: 'P6' });
  await topic.fill('Ratio');
  await page.getByRole('option', { name: 'Ratio', exact: true }).click();
  await expect(topic).toHaveValue('Ratio');
  await dialog.getByRole('checkbox', { name: 'Import question 1 anyway' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import 1 question' }).click();
  await expect(rows.filter({ hasText: word })).toContainText('Imported');
  const { data } = await typist.call(listQuestions, {
    query: { filter: { text: { regex: word } } },
  });
  expect(data.map(({ meta }) => meta.topic)).toEqual(['Ratio', '']);

  for (const format of ['Moodle XML', 'JSON']) {
    await page.goto(`/question-bank?search=${word}`);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: format }).click();
    const file = await downloading;
    await page.goto(emptyBank('dialog=import'));
    await choose(file.suggestedFilename(), await readFile(await file.path(), 'utf8'));
    await expect(rows).toHaveText([/In the bank/, /In the bank/]);
  }
});

test('a formula nested too deep shows as text, stored or typed, and cannot be saved', async ({
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
  await expectNoSidewaysScroll(page);

  await page.locator('body').press('c');
  const dialog = newQuestion(page);
  await dialog.getByRole('textbox', { name: 'Context' }).click();
  await page.keyboard.press('Control+m');
  const latex = dialog.getByRole('textbox', { name: 'Formula in LaTeX' });
  await expect(latex).toBeFocused();
  await page.keyboard.insertText(deep);
  await page.keyboard.type('+1');
  await expect(latex).toHaveValue(`${deep}+1`);
  const preview = dialog.getByRole('region', { name: 'Preview', exact: true });
  await expect(preview.getByText(`${deep}+1`)).toBeVisible();
  await expect(preview.getByText(tooDeep)).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('textbox', { name: 'Context' })).toHaveAccessibleDescription(
    new RegExp(tooDeep),
  );
});

test('an invalid formula is listed under “When you save it” until it is removed', async ({
  page,
  signInAs,
}) => {
  await signInAs('Typist');
  await page.goto(emptyBank());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.locator('body').press('c');
  const dialog = newQuestion(page);
  const about = dialog.getByRole('region', { name: 'When you save it' });
  await dialog.getByRole('textbox', { name: 'Context' }).click();
  await page.keyboard.press('Control+m');
  await page.keyboard.insertText(String.raw`\frc{1}{2}`);
  await page.keyboard.press('Enter');
  const named = about.getByText(
    String.raw`A formula cannot be drawn and is printed as it was typed. \frc is not a LaTeX command.`,
  );
  await expect(named).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(named).toBeHidden();
});
