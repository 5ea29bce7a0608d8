import type { Locator } from '@playwright/test';
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

const block = (latex: string) => `<div data-type="block-math" data-latex="${latex}"></div>`;
const fraction = (terms: number) => formula(String.raw`\frac{${sum(terms)}}{2}`);

const tableOf = (...rows: readonly (readonly string[])[]) =>
  `<table><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td><p>${cell}</p></td>`).join('')}</tr>`)
    .join('')}</tbody></table>`;

test('wide formulas and tables fit the page of a worksheet; formulas below 70 % and invalid ones are listed', async ({
  page,
  app,
  signInAs,
}) => {
  const columns = Array.from({ length: 16 }, (_, at) => `Supercalifragilistic${at}`);
  const { id } = await aQuestion(app, {
    context:
      `${block(`${sum(18)} = 2`)}<p>Find ${fraction(26)} now.</p>` +
      tableOf(['x', 'y'], ['1', '']) +
      tableOf([fraction(12), fraction(12)]),
    unit: [
      anOpenUnit({
        question_body: `${block(`${sum(40)} = 2`)}<p>Find ${fraction(60)} now.</p>${tableOf(columns)}`,
      }),
      anOpenUnit({
        label: '(b)',
        // A formula that can break at its operators keeps its size.
        question_body: `<p>Find ${formula(`${sum(40)} = 2`)} or ${formula(String.raw`\frc{1}{2}`)}</p>`,
      }),
    ],
  });
  // Without space for working, all is on one page.
  const sheet = await aWorksheet(app, { question: [{ _id: id }], working: 'none' });
  await signInAs('Tutor');
  await page.goto(`/question-bank/worksheets?worksheet=${sheet.id}`);
  const dialog = page.getByRole('dialog', { name: 'Worksheet', exact: true });
  const preview = dialog.getByRole('region', { name: 'Page preview' }).locator('[data-page]');
  const inline = preview.locator('[data-type="inline-math"]');
  const blocks = preview.locator('[data-type="block-math"]');
  const scale = (formulas: Locator, index: number) =>
    formulas.nth(index).evaluate(({ style }) => Number.parseFloat(style.fontSize || '1'));

  await test.step('formulas shrink as far as they must', async () => {
    await expect(blocks).toHaveCount(2);
    await expect(inline).toHaveCount(6);
    await expect.poll(() => scale(blocks, 0)).toBeLessThan(1);
    expect(await scale(blocks, 0)).toBeGreaterThan(0.7);
    await expect.poll(() => scale(blocks, 1)).toBeLessThan(0.7);
    await expect.poll(() => scale(inline, 0)).toBeLessThan(1);
    expect(await scale(inline, 0)).toBeGreaterThan(0.7);
    await expect.poll(() => scale(inline, 3)).toBeLessThan(0.7);
    expect(await scale(inline, 4)).toBe(1);
    const printed = page.locator('[data-printed]');
    await expect(printed.locator('[data-type="block-math"]').last()).toHaveAttribute(
      'style',
      /font-size: 0\.\d+em/,
    );
    await expect(printed.locator('[data-type="inline-math"]').nth(3)).toHaveAttribute(
      'style',
      /font-size: 0\.\d+em/,
    );
  });

  await test.step('nothing is wider than its place', async () => {
    await expect(preview.locator('table')).toHaveCount(3);
    const tooWide = () =>
      preview.locator('[data-piece]').evaluateAll((pieces) =>
        pieces.flatMap((piece) => {
          const { right } = piece.getBoundingClientRect();
          return [...piece.querySelectorAll('table, .katex-base, [data-type="block-math"]')]
            .filter(
              (part) =>
                part.getBoundingClientRect().right > right + 1 ||
                (part.matches('div') && part.scrollWidth > part.clientWidth),
            )
            .map(({ outerHTML }) => outerHTML.slice(0, 100));
        }),
      );
    await expect.poll(tooWide).toEqual([]);
  });

  await test.step('an invalid formula is printed as typed', async () => {
    const tooSmall =
      /^Question 1: A formula is printed at \d+ % of its size to fit the page\. Please split it into lines\.$/;
    const notes = dialog.getByRole('status').filter({ hasText: 'Formulas to look at' });
    await expect(notes.getByRole('listitem')).toHaveText([
      tooSmall,
      tooSmall,
      String.raw`Question 1: A formula cannot be drawn and is printed as it was typed. \frc is not a LaTeX command.`,
    ]);
    const broken = preview.getByText(String.raw`\frc{1}{2}`);
    await expect(broken).toBeVisible();
    await expect(preview.getByText('is not a LaTeX command')).toBeHidden();
    expect(
      await broken.evaluate((code) => getComputedStyle(code.parentElement ?? code).backgroundColor),
    ).toBe('rgba(0, 0, 0, 0)');
  });
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
  await page.goto(emptyBank(`question=${id}`));
  const pictures = page.getByRole('img', { name: 'A long wall' });
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
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
    await expectNoSidewaysScroll(page, [width]);
  }
});
