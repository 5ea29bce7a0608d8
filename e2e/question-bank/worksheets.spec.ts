import type { Page } from '@playwright/test';
import { updateQuestion } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { sectionsOf } from 'staffroom-contract/domains/question-bank/worksheet.rules.ts';
import { uploadImage } from 'staffroom-contract/domains/users/images.contract.ts';
import { slownessNow } from 'staffroom-server/test/machine-speed.ts';
import { anImageFile } from 'staffroom-server/test/factories/image.factory.ts';
import {
  anMcqUnit,
  anOpenUnit,
  aQuestion,
  formula,
} from 'staffroom-server/test/factories/question.factory.ts';
import { aWorksheet } from 'staffroom-server/test/factories/worksheet.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { withLateFrames } from '../support/late-frames.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';
import { walksAll } from '../support/walk.ts';

const builder = (page: Page, title: 'New worksheet' | 'Worksheet') => {
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  const preview = dialog.getByRole('region', { name: 'Page preview' });
  return {
    dialog,
    preview: preview.locator('[data-page]'),
    rows: dialog.getByRole('region', { name: 'Questions of this worksheet' }).locator('[data-row]'),
    save: dialog.getByRole('button', { name: 'Save', exact: true }),
  };
};

/** Returns the printed pages: footer, running head, and whether each piece is whole and above the footer. */
const printedPieces = (page: Page) =>
  page.locator('[data-printed] > [data-page]').evaluateAll((pages) =>
    pages.map((element) => {
      const foot = element.lastElementChild!;
      return {
        foot: foot.textContent,
        head: element.querySelector(':scope > [data-running-head]')?.textContent ?? null,
        pieces: [...element.querySelectorAll(':scope > [data-piece]')].map((piece) => ({
          key: piece.getAttribute('data-piece') ?? '',
          isWhole:
            !piece.hasAttribute('data-part') &&
            piece.firstElementChild!.clientHeight <= piece.clientHeight + 1,
          isAboveFoot:
            piece.getBoundingClientRect().bottom <= foot.getBoundingClientRect().top + 0.5,
        })),
      };
    }),
  );

const expectWhole = async (page: Page) => {
  await page.emulateMedia({ media: 'print' });
  let pages = await printedPieces(page);
  // Pages are laid out again when a font has loaded or the worksheet was saved.
  await expect
    .poll(async () => {
      pages = await printedPieces(page);
      const pieces = pages.flatMap((each) => each.pieces);
      if (pages.length === 0) return 'no pages yet';
      return pieces.filter(({ isWhole, isAboveFoot }) => !isWhole || !isAboveFoot);
    })
    .toEqual([]);
  // Not 'screen', which would apply to the PDF too.
  await page.emulateMedia({ media: null });
  const pieces = pages.flatMap((each) => each.pieces);
  expect(new Set(pieces.map(({ key }) => key)).size).toBe(pieces.length);
  const firsts = pages.map(({ head, pieces: [first] }) => ({ head, key: first?.key ?? '' }));
  return { pages, firsts, keys: pieces.map(({ key }) => key) };
};

test('questions picked in the bank become a worksheet that is reordered, saved and printed', async ({
  page,
  app,
  signInAs,
}) => {
  const word = unique('Marbles');
  const asked = (name: string, section: string, mark: number) =>
    aQuestion(app, {
      context: `<p>${word} ${name}</p>`,
      unit: [anOpenUnit({ mark })],
      meta: { section },
    });
  await asked('first', 'Word Problem (WP)', 3);
  await asked('second', 'Word Problem (WP)', 2.5);
  await asked('choice', 'MCQ', 1);
  await signInAs('Tutor');
  await page.goto(`/question-bank?search=${word}`);
  for (const name of ['first', 'second', 'choice'])
    await page.getByRole('checkbox', { name: new RegExp(`${word} ${name}`) }).check();
  const foot = page.getByRole('group', { name: 'Picked for a worksheet' });
  await expect(foot).toContainText('3 questions picked, 6.5 marks');
  await expect(page.getByText('No. 2 of the worksheet')).toBeVisible();
  await foot.getByRole('button', { name: 'Make worksheet' }).click();

  const { dialog, rows, save, preview } = builder(page, 'New worksheet');
  const titleBox = dialog.getByRole('textbox', { name: 'Title' });
  const title = unique('<b>Ratio</b> & circles');
  await expect(save).toBeDisabled();
  await titleBox.fill(title);
  // A reload loses neither the picked questions nor the typed title.
  await page.reload();
  await expect(titleBox).toHaveValue(title);
  await expect(rows).toHaveText([/1.*choice/, /2.*first/, /3.*second/]);
  await rows.nth(2).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows).toHaveText([/choice/, /second/, /first/]);
  await expect(rows.nth(1)).toBeFocused();
  await withLateFrames(page, async () => {
    await dialog.getByRole('button', { name: 'Move question 2 down' }).click();
    // The button is disabled now, so the focus moves to its row.
    await expect(rows.nth(2)).toBeFocused();
  });
  await rows.nth(2).dragTo(rows.nth(1));
  await expect(rows).toHaveText([/choice/, /second/, /first/]);

  await dialog.getByRole('textbox', { name: 'School header' }).fill('<i>P6</i> Mathematics');
  await expect(preview.getByRole('heading', { name: title })).toBeVisible();
  await expect(preview.getByText('<i>P6</i> Mathematics')).toBeVisible();
  await expect(preview.getByText('/ 6.5')).toBeVisible();
  await expect(preview.getByText('[2.5]')).toBeVisible();
  await expectAccessible(page);
  await save.click();
  const saved = builder(page, 'Worksheet');
  await expect(saved.dialog.getByText(`${title} · version 1`)).toBeVisible();
  const { pages, keys } = await expectWhole(page);
  expect(pages.map((each) => each.foot)).toEqual([`${title}Page 1 of 1`]);
  expect(keys.slice(0, 2)).toEqual(['head', 'Section A']);

  await saved.dialog.getByRole('radiogroup', { name: 'Copy' }).getByText('Answer key').click();
  await expect(saved.preview.getByText('Answer key, for staff')).toBeVisible();
  await expect(saved.preview).toContainText('3 questions, 3 units, 6.5 marks · made');
  await expect(saved.preview).toContainText('version 1');
  await saved.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('link', { name: title })).toBeVisible();

  // A saved or discarded title is not kept for the next worksheet.
  await page.goto('/question-bank/worksheets?dialog=create');
  await expect(titleBox).toHaveValue('');
  await titleBox.fill('Discarded');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/question-bank/worksheets?dialog=create');
  await expect(titleBox).toHaveValue('');
});

/** Enough questions for several pages; `npm run test:long` prints 60, the largest worksheet. */
const manyQuestions = walksAll ? 60 : 14;

/** Makes questions with formulas, pictures, options and one or two units. */
const makeQuestions = async (app: Running) => {
  const admin = await app.as('Admin');
  const image = await admin.call(uploadImage, {
    file: await anImageFile({ width: 400, height: 300 }),
  });
  const picture = `<p>The figure is drawn to scale.</p><img src="${image.url}" alt="A square">`;
  const made = [];
  for (let number = 1; number <= manyQuestions; number += 1) {
    const section = ['MCQ', 'Short Question (SQ)', 'Word Problem (WP)'][number % 3]!;
    const sum = `<p>Work out ${formula(String.raw`\frac{${number}}{7} + \sqrt{${number}}`)}.</p>`;
    made.push(
      await aQuestion(app, {
        context: number % 5 === 0 ? picture : sum,
        unit:
          number % 3 === 0
            ? [anMcqUnit({ mark: 2 })]
            : [anOpenUnit({ label: '(a)', mark: 1.5 }), anMcqUnit({ label: '(b)', mark: 1 })],
        meta: { section },
      }),
    );
  }
  return made;
};

/** Returns a function for the page's layouts and CPU seconds since the call. */
const workOf = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const valueOf = (wanted: string): number => {
      const metric = metrics.find(({ name }) => name === wanted);
      if (!metric) throw new Error(`This browser does not report ${wanted}.`);
      return metric.value;
    };
    return { layouts: valueOf('LayoutCount'), seconds: valueOf('ProcessTime') };
  };
  const before = await worked();
  return async () => {
    const after = await worked();
    return {
      layouts: after.layouts - before.layouts,
      seconds: after.seconds - before.seconds,
    };
  };
};

test(`a worksheet of ${manyQuestions} questions prints in time, with whole units and total marks`, async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(120_000);
  const questions = await makeQuestions(app);
  const marks = questions.reduce((sum, question) => sum + question.marks, 0);
  const { title } = await aWorksheet(app, { question: questions.map(({ _id }) => ({ _id })) });
  await signInAs('Tutor');
  await page.goto(`/question-bank/worksheets?search=${encodeURIComponent(title)}`);
  const row = page.getByRole('link', { name: title });
  await expect(row).toBeVisible();
  const workSince = await workOf(page);
  await row.click();
  const { dialog, preview } = builder(page, 'Worksheet');
  const sizes = dialog.getByText(/student copy \d+ pages, answer key \d+ pages/);
  await expect(sizes).toBeVisible({ timeout: 60_000 });
  await expect(preview.locator('.katex').first()).toBeVisible();
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const { layouts, seconds } = await workSince();
  // All units are measured in the same layouts: 18 for 14 questions and for 28. The CPU time depends on other load.
  const unitCount = questions.reduce((count, { unit }) => count + unit.length, 0);
  expect(layouts).toBeLessThan(manyQuestions + unitCount);
  if (walksAll) expect(seconds).toBeLessThan(10 * slownessNow());

  const { pages, firsts, keys } = await expectWhole(page);
  // A page that begins with a later unit names its question in the running head.
  const continued = sectionsOf(questions).flatMap((section) =>
    section.questions.flatMap(({ number, question: { _id, unit } }) =>
      unit.slice(1).map(({ uid }): [string, string] => [`${_id}/${uid}`, `${number} continued`]),
    ),
  );
  expect(firsts.map(({ head }) => head)).toEqual(
    firsts.map(({ key }) => new Map(continued).get(key) ?? null),
  );
  expect(firsts.filter(({ head }) => head !== null)).not.toEqual([]);
  const units = questions.flatMap(({ _id, unit }) => unit.map(({ uid }) => `${_id}/${uid}`));
  expect(keys.filter((key) => key.includes('/')).toSorted()).toEqual(units.toSorted());
  // The PDF has one sheet per page shown.
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(pages.length);
  expect(pages.at(-1)?.foot).toContain(`Page ${pages.length} of ${pages.length}`);
  await expect(preview.getByText(`/ ${marks}`)).toBeVisible();
  await expect(dialog).toContainText(`Total${marks} marks`);

  await dialog.getByRole('radiogroup', { name: 'Copy' }).getByText('Answer key').click();
  const key = await expectWhole(page);
  expect(key.firsts.slice(1).map(({ head }) => head)).toEqual(
    key.pages.slice(1).map(() => 'No.UnitAnswerTopic and skillMarks'),
  );
  expect(key.pages.length).toBeGreaterThan(1);
});

testInOwnBrowser(
  'a worksheet can be printed only after its formulas are drawn',
  async ({ page, app, signInAs }) => {
    const { id } = await aQuestion(app, {
      context: `<p>Work out ${formula(String.raw`\frac{\frac{3}{4}}{\frac{6}{7}}`)}.</p>`,
    });
    const sheet = await aWorksheet(app, { question: [{ _id: id }] });
    await signInAs('Tutor');
    let draw = () => {};
    const isHeld = new Promise<void>((resolve) => (draw = resolve));
    await page.route(/draw-formula/, async (route) => isHeld.then(() => route.continue()));
    const asked = page.waitForRequest(/draw-formula/);
    await page.goto(`/question-bank/worksheets?worksheet=${sheet.id}`);
    const { dialog, preview } = builder(page, 'Worksheet');
    const print = dialog.getByRole('button', { name: 'Print or save as PDF' });
    await asked;
    await expect(print).toBeDisabled();
    await expect(page.locator('[data-printed] > *')).toHaveCount(0);
    draw();
    await expect(print).toBeEnabled();
    await expect(preview.locator('.katex').first()).toBeVisible();
    await expectWhole(page);
  },
);

test('a worksheet is copied, edited on a phone with its changed question, and deleted', async ({
  page,
  app,
  signInAs,
}) => {
  const { id } = await aQuestion(app, { instruction: 'Show your working.' });
  const { title } = await aWorksheet(app, { question: [{ _id: id }] });
  const admin = await app.as('Admin');
  await admin.call(updateQuestion, { params: { id }, body: { instruction: 'Estimate it.' } });
  const more = unique('Tiles');
  await aQuestion(app, { context: `<p>${more}</p>` });
  await signInAs('Tutor');
  await page.goto(`/question-bank/worksheets?search=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Copy' }).click();
  const { dialog, rows, save, preview } = builder(page, 'Worksheet');
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue(`Copy of ${title}`);
  // A changed question appears as it was picked until its newest version is chosen.
  await expect(preview.getByText('Show your working.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use the newest' }).click();
  await expect(preview.getByText('Estimate it.')).toBeVisible();
  await expect(dialog.getByText('Changed after it was picked.')).toBeHidden();

  // Nothing is lost by adding questions, so no question is asked.
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.getByRole('button', { name: 'Add questions' }).click();
  const adding = page.getByRole('dialog', { name: 'Add questions' });
  await adding.getByRole('textbox', { name: 'Words of the question' }).fill(more);
  await adding.getByRole('checkbox', { name: more }).check();
  await adding.getByRole('button', { name: 'Add to worksheet' }).click();
  await expect(rows).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Remove question 2' }).click();
  await expect(rows).toHaveCount(1);
  await save.click();
  await expect(page.getByText(`Copy of ${title} saved`)).toBeVisible();
  await expectNoSidewaysScroll(page, [390]);
  await page.setViewportSize({ width: 1440, height: 900 });
  if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: `Actions for Copy of ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this worksheet?' });
  await expect(question).toContainText('The question bank keeps its 1 question.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: `Copy of ${title}` })).toBeHidden();
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
});

test('an MCQ has a space per correct option, and the answer key widens for long answers', async ({
  page,
  app,
  signInAs,
}) => {
  const wide = 'The angle in a semicircle is a right angle';
  const { id } = await aQuestion(app, {
    unit: [
      anMcqUnit({ answer_type: 'multiple', answer: [1, 3] }),
      anOpenUnit({ label: '(b)', answer: { body: wide } }),
      anOpenUnit({ label: '(c)' }),
    ],
  });
  const sheet = await aWorksheet(app, { question: [{ _id: id }] });
  await signInAs('Tutor');
  await page.goto(`/question-bank/worksheets?worksheet=${sheet.id}`);
  const { dialog, preview } = builder(page, 'Worksheet');
  await expect(preview.getByText('()()')).toBeVisible();
  await dialog.getByRole('radiogroup', { name: 'Copy' }).getByText('Answer key').click();
  const answer = preview.getByText(wide);
  await expect(answer).toBeVisible();
  const widthOf = (words: string) =>
    preview
      .getByText(words, { exact: true })
      .evaluate((text) => text.closest('[class*="keyAnswer"]')?.clientWidth ?? 0);
  expect(await widthOf(wide)).toBeGreaterThan(2 * (await widthOf('15')));
});
