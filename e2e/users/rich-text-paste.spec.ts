import type { Page } from '@playwright/test';
import { uploadImage } from 'staffroom-contract/domains/users/images.contract.ts';
import { anImage, anImageFile } from 'staffroom-server/test/factories/image.factory.ts';
import type { BrowserProblems } from '../support/browser-problems.ts';
import { expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { openEditor, save } from './student-editor.ts';

test('a paste from Word keeps its formulas, runs nothing, and reports what was left out', async ({
  page,
  app,
  signInAs,
}) => {
  const editor = await openEditor({ page, app, signInAs });
  await editor.text.click();
  // rich-text.test.ts and prepare-paste.test.ts prove the conversion; here nothing may violate the browser's policy.
  await editor.pasteHtml(
    '<script>document.title="owned"</script><h1 onclick="x">Title</h1><svg onload="x"></svg>' +
      '<p style="position: fixed" onmouseover="x"><a href="javascript:alert(1)">bad</a></p>' +
      '<form><input name="password"></form><img src="x" onerror="x">' +
      `<p class=MsoNormal>10<sup>4</sup> and <!--[if gte msEquation 12]><m:oMath><m:f><m:num><m:r>1</m:r></m:num><m:den><m:r>x</m:r></m:den></m:f></m:oMath><![endif]--><![if !msEquation]><img width=9 height=9 src="file:///C:/clip_image001.png"><![endif]> end<img width=90 height=90 src="file:///C:/clip_image002.png"></p>` +
      `<table class=MsoTableGrid>${'<tr><td>Supercalifragilistic</td><td>averyverylongword</td><td>another</td><td>more</td><td>andmore</td></tr>'}</table>` +
      `<div style='mso-element:comment-list'><div style='mso-element:comment'><p>Really?</p></div><div style='mso-element:comment'><p>Yes</p></div></div>`,
  );
  await expect(
    editor.form.dialog.getByText(
      '2 pictures, 1 drawing, 2 comments and 1 form field were left out.',
    ),
  ).toBeInViewport();
  await expect(editor.text.locator('.katex .mfrac')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, [390]);
  const sent = await save(page, editor);
  expect(sent).toContain(
    String.raw`<p>Title</p><p>bad</p><p>10<sup>4</sup> and <span data-type="inline-math" data-latex="\frac{1}{x}"></span> end</p><table><tbody><tr><td><p>Supercali`,
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

test('pictures of other websites are copied, and those that cannot be are reported', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  test.setTimeout(60_000);
  await showOtherWebsites(page, problems);
  problems.expect(/status of 422 .*image-copy/);
  const admin = await app.as('Admin');
  const { url: ours } = await admin.call(uploadImage, { file: await anImageFile() });
  const editor = await openEditor(
    { page, app, signInAs },
    '<p>Start</p><img src="https://pictures.example/70.png" alt="A buoy">',
  );
  const { dialog } = editor.form;
  const loaded = dialog.getByText(/An image is loaded from another website/);
  const copies = editor.text.locator('img[src*="/api/image/"]');

  await test.step('a saved picture is copied on request', async () => {
    await expect(loaded).toBeVisible();
    await editor.tool('Copy it').click();
    await expect(copies).toHaveCount(1);
    await expect(loaded).toBeHidden();
  });
  await test.step('a pasted picture is copied at once; Ctrl+Z removes it', async () => {
    await editor.text.click();
    await page.keyboard.press('Control+End');
    await editor.pasteHtml('<img src="https://pictures.example/80.png" alt="A kite">');
    await expect(copies).toHaveCount(2);
    await page.keyboard.press('Control+z');
    await expect(editor.text.locator('img[alt]')).toHaveCount(1);
  });

  const origin = new URL(page.url()).origin;
  await page.keyboard.press('Control+End');
  await editor.pasteHtml(
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
  await expect(loaded).toBeVisible();
  await expectNoSidewaysScroll(page, [390]);
  const copied = (alt: string, width: number) =>
    `<img src="/api/image/ID.jpg" alt="${alt}"${width === 0 ? '' : ` width="${width}" height="30"`}>`;
  const sent = await save(page, editor);
  expect(sent.replaceAll(/\/api\/image\/[0-9a-f-]{36}\.jpg/g, '/api/image/ID.jpg')).toBe(
    `<p>Start</p>${copied('A buoy', 70)}<p>Middle</p>` +
      `<img src="https://example.org/a.png" alt="A ship">${copied('A raft', 50)}` +
      `${copied('A pier', 0)}<p>End</p>`,
  );
  expect(await editor.saved()).toBe(sent);
});
