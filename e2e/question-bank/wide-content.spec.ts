import { uploadImage } from 'staffroom-contract/domains/users/images.contract.ts';
import { anImageFile } from 'staffroom-server/test/factories/image.factory.ts';
import {
  anMcqUnit,
  anOpenUnit,
  aQuestion,
  formula,
} from 'staffroom-server/test/factories/question.factory.ts';
import { aWorksheet } from 'staffroom-server/test/factories/worksheet.factory.ts';
import { expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { emptyBank } from './question-screen.ts';

const sum = (terms: number) =>
  Array.from({ length: terms }, (_, index) => `a_{${index}}`).join('+');

test('an inline formula wider than its column shrinks, and is listed below 70 %', async ({
  page,
  app,
  signInAs,
}) => {
  const fraction = (terms: number) => formula(String.raw`\frac{${sum(terms)}}{2}`);
  const { id } = await aQuestion(app, {
    context: `<p>Find ${fraction(26)} now.</p>`,
    unit: [
      anOpenUnit({ question_body: `<p>Find ${fraction(60)} now.</p>` }),
      // A formula that can break at its operators keeps its size.
      anOpenUnit({ label: '(b)', question_body: `<p>Find ${formula(`${sum(40)} = 2`)}</p>` }),
    ],
  });
  const sheet = await aWorksheet(app, { question: [{ _id: id }] });
  await signInAs('Tutor');
  await page.goto(`/question-bank/worksheets?worksheet=${sheet.id}`);
  const dialog = page.getByRole('dialog', { name: 'Worksheet', exact: true });
  const shown = dialog
    .getByRole('region', { name: 'Page preview' })
    .locator('[data-page] [data-type="inline-math"]');
  await expect(shown).toHaveCount(3);
  const scale = (index: number) =>
    shown.nth(index).evaluate(({ style }) => Number.parseFloat(style.fontSize || '1'));
  await expect.poll(() => scale(0)).toBeLessThan(1);
  expect(await scale(0)).toBeGreaterThan(0.7);
  await expect.poll(() => scale(1)).toBeLessThan(0.7);
  expect(await scale(2)).toBe(1);
  const beyond = await shown.evaluateAll(
    (formulas) =>
      formulas.flatMap((each) => {
        const { right = 0 } = each.closest('[data-piece]')?.getBoundingClientRect() ?? {};
        return [...each.querySelectorAll('.katex-base')].filter(
          (part) => part.getBoundingClientRect().right > right + 1,
        );
      }).length,
  );
  expect(beyond).toBe(0);
  const printed = page.locator('[data-printed] [data-type="inline-math"]').nth(1);
  await expect(printed).toHaveAttribute('style', /font-size: 0\.\d+em/);
  const notes = dialog.getByRole('status').filter({ hasText: 'Formulas to look at' });
  await expect(notes.getByRole('listitem')).toHaveText([
    /^Question 1: A formula is printed at \d+ % of its size to fit the page\. Please split it into lines\.$/,
  ]);
});

test('a table with many columns stays within the page width', async ({ page, app, signInAs }) => {
  const row = (cells: readonly string[], tag = 'td') =>
    `<tr>${cells.map((cell) => `<${tag}><p>${cell}</p></${tag}>`).join('')}</tr>`;
  const columns = Array.from({ length: 16 }, (_, at) => `Supercalifragilistic${at}`);
  const small = `<table><tbody>${row(['x', 'y'], 'th')}${row(['1', '2'])}${row(['3', ''])}</tbody></table>`;
  const wide = `<table><tbody>${row(columns, 'th')}${row(columns.map((_, at) => String(at)))}</tbody></table>`;
  const inCells = `<table><tbody>${row([formula(String.raw`\frac{${sum(12)}}{2}`), formula(String.raw`\frac{${sum(12)}}{3}`)])}</tbody></table>`;
  const { id } = await aQuestion(app, {
    context: `<p>Look at the table.</p>${small}`,
    unit: [anOpenUnit({ question_body: `<p>And this.</p>${wide}${inCells}` })],
  });
  const sheet = await aWorksheet(app, { question: [{ _id: id }] });
  await signInAs('Tutor');
  await page.goto(`/question-bank/worksheets?worksheet=${sheet.id}`);
  const preview = page.getByRole('region', { name: 'Page preview' }).locator('[data-page]');
  await expect(preview.locator('table')).toHaveCount(3);
  await expect(preview.locator('table .katex').last()).toBeVisible();
  const beyond = () =>
    preview.locator('table').evaluateAll((tables) =>
      tables.map((table) => {
        const { right = 0 } = table.closest('[data-piece]')?.getBoundingClientRect() ?? {};
        return Math.round(table.getBoundingClientRect().right - right) > 1;
      }),
    );
  await expect.poll(beyond).toEqual([false, false, false]);
});

test('a wide picture does not overflow the preview of a question', async ({
  page,
  app,
  signInAs,
}) => {
  const typist = await signInAs('Typist');
  const { url } = await typist.call(uploadImage, { file: await anImageFile({ width: 1900 }) });
  const picture = `<img src="${url}" alt="A long wall" width="1900" height="30">`;
  const { id } = await aQuestion(app, {
    context: `<p>Look</p>${picture}`,
    unit: [anMcqUnit({ option: [{ content: picture }, { content: '2' }] })],
  });
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(emptyBank(`question=${id}`));
    const pictures = page.getByRole('img', { name: 'A long wall' });
    await expect(pictures.first()).toBeVisible();
    await expect
      .poll(() =>
        pictures
          .evaluateAll((shown) =>
            shown.filter((one) => one.getBoundingClientRect().right > window.innerWidth),
          )
          .then(({ length }) => length),
      )
      .toBe(0);
    await expectNoSidewaysScroll(page);
  }
});
