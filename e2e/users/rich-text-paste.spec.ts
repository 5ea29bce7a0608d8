import type { Page } from '@playwright/test';
import { uploadImage } from 'staffroom-contract/domains/users/images.contract.ts';
import { cleanRichText } from 'staffroom-server/src/platform/rich-text.ts';
import { anImage, anImageFile } from 'staffroom-server/test/factories/image.factory.ts';
import type { BrowserProblems } from '../support/browser-problems.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { openEditor, save } from './student-editor.ts';

test('superscripts, subscripts and tables are saved exactly and shown', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(90_000);
  const editor = await openEditor({ page, app, signInAs });
  const { text, tool } = editor;
  const { keyboard } = page;
  await text.click();
  await keyboard.type('10');
  await tool('Superscript').click();
  await keyboard.type('4');
  await keyboard.press('Control+.');
  await keyboard.type(' H');
  await keyboard.press('Control+,');
  await keyboard.type('2');
  await tool('Subscript').click();
  await keyboard.type('O');
  await keyboard.press('Enter');

  await tool('Table').click();
  await editor.form.box('Rows').fill('2');
  await editor.form.box('Columns').fill('2');
  // Other widths have another toolbar, without the popover.
  await expectAccessible(page, { widths: [1440, 1440] });
  await tool('Insert table').click();
  await keyboard.type('x');
  await keyboard.press('Tab');
  await keyboard.type('y');
  await keyboard.press('Tab');
  await keyboard.type('3');
  await keyboard.press('Tab');
  await keyboard.type('4');
  await tool('Table').click();
  await tool('Add row below').click();
  // Tab moves from the last cell into the new row.
  await keyboard.press('Tab');
  await tool('Table').click();
  await tool('Delete row').click();

  const sent = await save(page, editor);
  const cells = (tag: string, ...words: string[]) =>
    `<tr>${words.map((word) => `<${tag}><p>${word}</p></${tag}>`).join('')}</tr>`;
  expect(sent).toBe(
    '<p>10<sup>4</sup> H<sub>2</sub>O</p>' +
      `<table><tbody>${cells('th', 'x', 'y')}${cells('td', '3', '4')}</tbody></table>`,
  );
  expect(cleanRichText(sent)).toBe(sent);
  expect(await editor.saved()).toBe(sent);

  await page.goto(`/user?user=${editor.student.id}`);
  const detail = page.getByRole('dialog', { name: 'User detail' });
  await expect(detail.getByRole('columnheader', { name: 'y', exact: true })).toBeVisible();
  await expect(detail.locator('sup')).toHaveText('4');
  await expectAccessible(page);
});

test('a paste from Word keeps its formulas and reports the pictures and comments left out', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(60_000);
  const editor = await openEditor({ page, app, signInAs });
  await editor.text.click();
  await editor.pasteHtml(
    `<p class=MsoNormal>10<sup>4</sup> and <!--[if gte msEquation 12]><m:oMath><m:f><m:num><m:r>1</m:r></m:num><m:den><m:r>x</m:r></m:den></m:f></m:oMath><![endif]--><![if !msEquation]><img width=9 height=9 src="file:///C:/clip_image001.png"><![endif]> end<img width=90 height=90 src="file:///C:/clip_image002.png"></p>` +
      `<table class=MsoTableGrid>${'<tr><td>Supercalifragilistic</td><td>averyverylongword</td><td>another</td><td>more</td><td>andmore</td></tr>'}</table>` +
      `<div style='mso-element:comment-list'><div style='mso-element:comment'><p>Really?</p></div><div style='mso-element:comment'><p>Yes</p></div></div>`,
  );
  await expect(
    editor.form.dialog.getByText('1 picture and 2 comments were left out.'),
  ).toBeInViewport();
  await expect(editor.text.locator('.katex .mfrac')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  const sent = await save(page, editor);
  expect(sent).toContain(
    String.raw`<p>10<sup>4</sup> and <span data-type="inline-math" data-latex="\frac{1}{x}"></span> end</p><table><tbody><tr><td><p>Supercali`,
  );
  expect(await editor.saved()).toBe(sent);
});

/** Answers the browser's image requests to other websites with a picture. */
const showOtherWebsites = async (page: Page, problems: BrowserProblems) => {
  const body = await anImage();
  problems.expect(/Request to elsewhere: https:\/\/(?:pictures\.example|example\.org)\//);
  await page.route(/^https:\/\/(?:pictures\.example|example\.org)\//, (route) =>
    route.fulfill({ contentType: 'image/png', body }),
  );
};

test('pasted pictures of other websites are copied, and those that cannot be are reported', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  test.setTimeout(60_000);
  await showOtherWebsites(page, problems);
  problems.expect(/status of 422 .*image-copy/);
  const editor = await openEditor({ page, app, signInAs });
  const { dialog } = editor.form;
  await editor.text.click();
  const origin = new URL(page.url()).origin;
  const admin = await app.as('Admin');
  const { url: ours } = await admin.call(uploadImage, { file: await anImageFile() });
  await editor.pasteHtml(
    '<p>Start</p><img src="https://pictures.example/60.png?a=1&amp;b=2" alt="A boat">' +
      '<p>Middle</p><img src="https://example.org/a.png" alt="A ship">' +
      '<img src="http://pictures.example/50.png" alt="A raft">' +
      '<img src="http://example.org/b.png" alt="A ferry">' +
      `<img src="${origin}${ours}" alt="A pier"><p>End</p>`,
  );
  await expect(
    dialog.getByText('1 picture could not be copied from example.org.', { exact: true }),
  ).toBeVisible();
  await expect(
    dialog.getByText('1 picture could not be copied from example.org and was left out.'),
  ).toBeVisible();
  await expect(dialog.getByText(/An image is loaded from another website/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  const copied = (alt: string, width: number) =>
    `<img src="/api/image/ID.jpg" alt="${alt}"${width === 0 ? '' : ` width="${width}" height="30"`}>`;
  const sent = await save(page, editor);
  expect(sent.replaceAll(/\/api\/image\/[0-9a-f-]{36}\.jpg/g, '/api/image/ID.jpg')).toBe(
    `<p>Start</p>${copied('A boat', 60)}<p>Middle</p>` +
      `<img src="https://example.org/a.png" alt="A ship">${copied('A raft', 50)}` +
      `${copied('A pier', 0)}<p>End</p>`,
  );
  expect(await editor.saved()).toBe(sent);
});

test('a saved picture of another website can be copied with “Copy it”', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  await showOtherWebsites(page, problems);
  const editor = await openEditor(
    { page, app, signInAs },
    '<p>Start</p><img src="https://pictures.example/60.png" alt="A boat">',
  );
  const { dialog } = editor.form;
  await expect(dialog.getByText(/An image is loaded from another website/)).toBeVisible();
  await expectAccessible(page);
  await editor.tool('Copy it').click();
  await expect(editor.text.locator('img[src*="/api/image/"]')).toBeVisible();
  await expect(dialog.getByText(/An image is loaded from another website/)).toBeHidden();
  expect(await save(page, editor)).toMatch(
    /<img src="\/api\/image\/[^"]+" alt="A boat" width="60"/,
  );
});

test('Ctrl+Z removes a pasted picture even after it was copied', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  await showOtherWebsites(page, problems);
  const editor = await openEditor({ page, app, signInAs }, '<p>Start</p>');
  await editor.text.click();
  await editor.pasteHtml('<img src="https://pictures.example/60.png" alt="A boat">');
  await expect(editor.text.locator('img[src*="/api/image/"]')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(editor.text.locator('img[alt]')).toHaveCount(0);
  await expect(editor.text).toHaveText('Start');
  await page.keyboard.press('Control+Shift+z');
  await expect(editor.text.locator('img[src*="/api/image/"]')).toBeVisible();
});
