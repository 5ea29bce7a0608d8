import type { Page } from '@playwright/test';
import { cleanRichText } from 'staffroom-server/src/platform/rich-text.ts';
import { anImage } from 'staffroom-server/test/factories/image.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { aFileOfMegabytes } from '../support/large-file.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';
import { openEditor, save } from './student-editor.ts';

const video = 'https://youtu.be/dQw4w9WgXcQ';
const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
const link = (href: string) => `target="_blank" rel="noopener noreferrer" href="${href}"`;

/** Waits until the browser has reported the caret to the editor, within a frame: no user types the next key sooner. */
const caretSettles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

/** Delays animation frames as on a busy machine: they come after the next key press or when the next dialog is open. */
const drawLate = (page: Page) =>
  page.addInitScript(() => {
    window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 200);
    window.cancelAnimationFrame = (frame) => window.clearTimeout(frame);
  });

test('formatting, links, lists, tables and videos are saved exactly, and the user detail shows the text', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  test.setTimeout(60_000);
  problems.expect(/Request to elsewhere: https:\/\/www\.youtube-nocookie\.com\/embed/);
  await page.route(`${player}**`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  const editor = await openEditor({ page, app, signInAs });
  const { text, tool } = editor;
  const { keyboard } = page;

  // tools.test.ts proves each tool and its keys; here each kind of tool acts on what is typed next.
  await text.click();
  await tool('Bold').click();
  await expect(tool('Bold')).toHaveAttribute('aria-pressed', 'true');
  await keyboard.type('b');
  await tool('Bold').click();
  await keyboard.type('10');
  await tool('Superscript').click();
  await keyboard.type('4');
  await keyboard.press('Control+.');
  await keyboard.type(' H');
  await keyboard.press('Control+,');
  await keyboard.type('2');
  await keyboard.press('Control+,');
  await keyboard.press('Enter');

  await tool('Colour').click();
  await editor.form.dialog.getByRole('button', { name: 'Green' }).click();
  // The focus returns to the text when the popover has closed.
  const written = page.locator('.ProseMirror:focus');
  await expect(written).toHaveCount(1);
  await keyboard.type('green');
  await tool('Colour').click();
  await editor.form.dialog.getByRole('button', { name: 'No colour' }).click();
  await expect(written).toHaveCount(1);
  await keyboard.type(' ');
  await tool('Link').click();
  await editor.form.box('Link address').fill('javascript:alert(1)');
  await tool('Save link').click();
  await expect(page.getByText('This is not a web, e-mail or phone address.')).toBeVisible();
  await editor.form.box('Link address').fill('staffroom.example/maths');
  await tool('Save link').click();
  await keyboard.type(' end');
  await keyboard.press('Enter');
  await tool('Bullet list').click();
  await keyboard.type('one');
  await keyboard.press('Enter');
  await keyboard.press('Enter');

  await tool('Embedded').click();
  await editor.form.box('Video address').fill('https://www.dailymotion.com/video/x7tgad0');
  await tool('Insert video').click();
  await expect(page.getByText('Only YouTube and Vimeo videos can be embedded.')).toBeVisible();
  await editor.form.box('Video address').fill(video);
  await tool('Insert video').click();
  await expect(text.locator('iframe')).toHaveAttribute('src', player);
  await keyboard.type('last');
  await keyboard.press('Enter');
  await tool('Table').click();
  await editor.form.box('Rows').fill('2');
  await editor.form.box('Columns').fill('2');
  await tool('Insert table').click();
  for (const cell of ['x', 'y', '3']) {
    await keyboard.type(cell);
    await keyboard.press('Tab');
  }
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
    '<p><strong>b</strong>10<sup>4</sup> H<sub>2</sub></p>' +
      '<p><span style="color: rgb(18, 112, 63);">green</span> ' +
      `<a ${link('https://staffroom.example/maths')}>staffroom.example/maths</a> end</p>` +
      '<ul><li><p>one</p></li></ul>' +
      `<iframe src="${player}" title="YouTube video" allowfullscreen="" ` +
      'referrerpolicy="strict-origin-when-cross-origin"></iframe><p>last</p>' +
      `<table><tbody>${cells('th', 'x', 'y')}${cells('td', '3', '4')}</tbody></table>`,
  );
  expect(cleanRichText(sent)).toBe(sent);
  expect(await editor.saved()).toBe(sent);

  await page.goto(`/user?user=${editor.student.id}`);
  const detail = page.getByRole('dialog', { name: 'User detail' });
  await expect(detail.getByText('last', { exact: true })).toBeVisible();
  await expect(detail.getByRole('columnheader', { name: 'y', exact: true })).toBeVisible();
  await expect(detail.locator('sup')).toHaveText('4');
  await expect(detail.getByText('green', { exact: true })).toHaveCSS('color', 'rgb(18, 112, 63)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(detail.getByText('green', { exact: true })).toHaveCSS('color', 'rgb(111, 214, 161)');
  await expect(detail.getByRole('link', { name: 'staffroom.example/maths' })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  );
});

test('an image needs an alt text, and a rejected upload keeps the typed values', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  test.setTimeout(60_000);
  problems.expect(/status of 415/, /status of 503/);
  const editor = await openEditor({ page, app, signInAs }, '<p>Strong in algebra.</p>');
  const { text, tool, imageDialog, insert, choose } = editor;
  const refusal = imageDialog.getByRole('alert');
  await editor.form.box('School').fill('Raffles Girls');
  await text.click();
  await tool('Image').click();
  await expect(insert).toBeDisabled();
  await editor.altText.fill('A red square');

  await choose('holiday.png', await anImage({ kind: 'gif' }));
  await expect(refusal).toHaveText('This is a GIF. Use a JPEG, PNG or WebP image.');
  await imageDialog.getByLabel('Image file').setInputFiles(await aFileOfMegabytes(11, 'huge.png'));
  await expect(refusal).toHaveText('This image has 11 MB. An image may have at most 10 MB.');
  const json = { message: { errors: [{ code: 'unavailable', message: 'Please try again.' }] } };
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  let tries = 0;
  await page.route('**/image-upload', async (route) => {
    tries += 1;
    if (tries === 1) return route.fulfill({ status: 503, json });
    await held;
    return route.continue();
  });
  await choose('photo.png', await anImage());
  await expect(refusal).toHaveText('Please try again.');
  await expect(insert).toBeDisabled();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [390]);
  await imageDialog.getByRole('button', { name: 'Send photo.png again' }).click();
  await expect(imageDialog.getByRole('progressbar', { name: 'Uploading photo.png' })).toBeVisible();
  await expect(insert).toBeDisabled();
  letThrough();
  await expect(imageDialog.getByText('is uploaded.')).toBeVisible();
  await expect(imageDialog.locator('img')).toHaveJSProperty('naturalWidth', 40);
  await expect(editor.altText).toHaveValue('A red square');
  await editor.altText.fill('   ');
  await expect(insert).toBeDisabled();
  await editor.altText.fill(' A red square ');
  await expect(insert).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(imageDialog).toBeHidden();
  await expect(editor.form.dialog).toBeVisible();
  const picture = text.getByRole('img', { name: 'A red square' });
  await expect(picture).toHaveJSProperty('naturalWidth', 40);

  await picture.click();
  await tool('Image').click();
  await page.getByRole('dialog', { name: 'Image', exact: true }).getByRole('textbox').fill('A cat');
  await page.keyboard.press('Enter');
  await expect(text.getByRole('img', { name: 'A cat' })).toBeVisible();
  await expect(editor.form.box('School')).toHaveValue('Raffles Girls');
  const sent = await save(page, editor);
  expect(sent).toMatch(
    /^<p>Strong in algebra\.<\/p><img src="\/api\/image\/[0-9a-f-]{36}\.jpg" alt="A cat" width="40" height="\d+"><p><\/p>$/,
  );
  expect(await editor.saved()).toBe(sent);
});

testInOwnBrowser(
  'nothing typed is lost while frames come late, and an image is inserted by URL, by paste and by drop',
  async ({ page, app, signInAs, problems }) => {
    test.setTimeout(60_000);
    await drawLate(page);
    const address = 'https://example.com/cat.png';
    problems.expect(
      /Request to elsewhere: https:\/\/example\.com/,
      // The server cannot copy this image.
      /status of 422 .*image-copy/,
    );
    const content = await anImage();
    await page.route(address, (route) =>
      route.fulfill({ contentType: 'image/png', body: content }),
    );
    const editor = await openEditor({ page, app, signInAs });
    const { text, tool, imageDialog } = editor;
    await tool('Bold').click();
    await page.keyboard.type('b');
    await tool('Colour').click();
    await editor.form.dialog.getByRole('button', { name: 'Green' }).click();
    await page.keyboard.type('g');

    await tool('Image').click();
    await imageDialog
      .getByRole('textbox', { name: 'Or image address' })
      .fill('http://example.com/a');
    await expect(imageDialog.getByText('An image address starts with https://')).toBeVisible();
    await imageDialog.getByRole('textbox', { name: 'Or image address' }).fill(address);
    await editor.altText.fill('A cat');
    await editor.insert.click();
    await expect(text.getByRole('img', { name: 'A cat' })).toHaveAttribute('src', address);

    for (const how of ['paste', 'drop'] as const) {
      await text.evaluate(
        (box, [kind, encoded]) => {
          const data = new DataTransfer();
          const bytes = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));
          data.items.add(new File([bytes], `${kind}.png`, { type: 'image/png' }));
          const { x, y } = box.getBoundingClientRect();
          const common = { bubbles: true, cancelable: true };
          const event =
            kind === 'paste'
              ? new ClipboardEvent('paste', { ...common, clipboardData: data })
              : new DragEvent('drop', {
                  ...common,
                  dataTransfer: data,
                  clientX: x + 20,
                  clientY: y + 20,
                });
          box.dispatchEvent(event);
        },
        [how, content.toString('base64')] as const,
      );
      await expect(imageDialog.getByText(`${how}.png`)).toBeVisible();
      await expect(imageDialog.getByText('is uploaded.')).toBeVisible();
      await caretSettles(page);
      await expect(editor.altText).toBeFocused();
      await page.keyboard.type(how);
      await page.keyboard.press('Enter');
      await expect(imageDialog).toBeHidden();
      await expect(text.getByRole('img', { name: how })).toBeVisible();
    }
    const sent = await save(page, editor);
    expect(sent).toContain('<strong>b<span style="color: rgb(18, 112, 63);">g</span></strong>');
    expect(sent.match(/<img /g)).toHaveLength(3);
  },
);

test('stored text is sanitised again when it is shown', async ({ page, app, signInAs }) => {
  const hostile =
    '<p style="position: fixed; inset: 0">kept words</p><a href="javascript:alert(1)">no link</a>' +
    '<iframe src="https://evil.example"></iframe><form><button>Sign in</button></form>' +
    '<span data-type="inline-math" data-latex="\\href{javascript:alert(1)}{y}" onclick="x">' +
    '<b>hidden words</b></span><div data-type="other" data-latex="x">plain words</div>';
  const student = await aStudent(app, { background: hostile });
  await signInAs('Admin');
  await page.goto(`/user?user=${student.id}`);
  const detail = page.getByRole('dialog', { name: 'User detail' });
  await expect(detail.getByText('kept words')).toHaveCSS('position', 'static');
  await expect(detail.getByText('no link')).toBeVisible();
  await expect(detail.getByRole('link', { name: 'no link' })).toHaveCount(0);
  await expect(detail.getByText('plain words')).toBeVisible();
  await expect(detail.getByText('hidden words')).toHaveCount(0);
  await expect(detail.locator('iframe, form, [onclick], [data-type="other"]')).toHaveCount(0);
  await expect(detail.locator('a[href^="javascript"]')).toHaveCount(0);
  await expect(detail.getByRole('button', { name: 'Sign in' })).toHaveCount(0);
});

test('the editor can be used with the keyboard alone', async ({ page, app, signInAs }) => {
  const editor = await openEditor({ page, app, signInAs }, '<p>Strong</p>');
  const { text, tool, toolbar } = editor;
  const { keyboard } = page;
  await text.focus();
  await keyboard.press('Shift+Tab');
  await expect(tool('Bold')).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(tool('Italic')).toBeFocused();
  await keyboard.press('End');
  await expect(tool('Formula')).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(tool('Bold')).toBeFocused();
  // Undo and Redo cannot be used yet, and keep their place in the row.
  for (const name of ['Formula', 'Redo', 'Undo', 'Image']) {
    await keyboard.press('ArrowLeft');
    await expect(tool(name)).toBeFocused();
  }
  await keyboard.press('Tab');
  await expect(text).toBeFocused();
  await keyboard.press('Shift+Tab');
  await expect(tool('Image')).toBeFocused();
  const names = await toolbar
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
  for (const name of names) expect(name).toMatch(/^[A-Z]/);

  await keyboard.press('ArrowLeft');
  await expect(tool('Table')).toBeFocused();
  await keyboard.press('ArrowLeft');
  await keyboard.press('Enter');
  await expect(editor.form.box('Search emoji')).toBeFocused();
  await keyboard.press('Escape');
  await expect(editor.form.box('Search emoji')).toBeHidden();
  await expect(tool('Emoji')).toBeFocused();
  await expect(editor.form.dialog).toBeVisible();
  await keyboard.press('Enter');
  await expect(editor.form.box('Search emoji')).toBeFocused();
  await editor.form.box('Search emoji').fill('zebra');
  await expect(page.getByText('No emoji found')).toBeVisible();
  await editor.form.box('Search emoji').fill('thumbs up');
  await keyboard.press('Enter');
  await expect(text).toBeFocused();
  await keyboard.press('Control+End');
  await caretSettles(page);
  await keyboard.press('Control+b');
  await expect(tool('Bold')).toHaveAttribute('aria-pressed', 'true');
  await keyboard.type(' ok');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await keyboard.press('Control+Enter');
  expect((await sent).postDataJSON()).toMatchObject({
    meta: { background: '<p>👍Strong<strong> ok</strong></p>' },
  });
  await expect(editor.form.dialog).toBeHidden();
});

test('a formula can be typed or built from the palette; an invalid one is kept as typed', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(60_000);
  const editor = await openEditor({ page, app, signInAs });
  const { text, tool } = editor;
  const { keyboard } = page;
  await text.click();
  await keyboard.type('$5 or $\\pi$');
  await expect(text.locator('.katex')).toHaveCount(1);
  await keyboard.press('Control+z');
  await expect(text).toHaveText('$5 or $\\pi$');
  await keyboard.press('Control+Shift+z');
  await expect(text.locator('.katex')).toHaveCount(1);

  await keyboard.press('Control+m');
  const latex = text.getByRole('textbox', { name: 'Formula in LaTeX' });
  await expect(latex).toBeFocused();
  const palette = page.getByRole('toolbar', { name: 'Formulas of Student background' });
  await palette.getByRole('button', { name: 'Fraction' }).click();
  await keyboard.type('22');
  await keyboard.press('Tab');
  await keyboard.type('7');
  await expect(latex).toHaveValue('\\frac{22}{7}');
  await expectAccessible(page);
  await keyboard.press('Enter');
  await expect(latex).toHaveCount(0);
  await tool('Formula').click();
  await tool('Formula').click();
  await keyboard.type('\\fra{1}');
  // Escape closes the formula, not the form.
  await keyboard.press('Escape');
  await expect(text.getByText('\\fra is not a LaTeX command.')).toBeVisible();
  await expect(editor.form.dialog).toBeVisible();
  await keyboard.press('ArrowLeft');
  await keyboard.press('Enter');
  await expect(latex).toHaveValue('\\fra{1}');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await keyboard.press('Control+Enter');
  const formula = (of: string) => `<span data-type="inline-math" data-latex="${of}"></span>`;
  const background = `<p>$5 or ${formula('\\pi')}${formula('\\frac{22}{7}')}${formula('\\fra{1}')}</p>`;
  expect((await sent).postDataJSON()).toMatchObject({ meta: { background } });
  await expect(editor.form.dialog).toBeHidden();
  expect(await editor.saved()).toBe(background);
});

test('the editor and its popovers pass axe and fit a phone screen', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(60_000);
  const background =
    '<p>Words <a href="https://staffroom.example">link</a></p><ul><li><p>one</p></li></ul>' +
    ['101, 104, 120', '179, 38, 43', '154, 77, 0', '18, 112, 63', '10, 113, 135', '60, 71, 196']
      .map((colour) => `<p><span style="color: rgb(${colour});">colour</span></p>`)
      .join('') +
    '<p><span style="color: rgb(122, 60, 200);">purple</span> <span style="color: rgb(176, 42, 126);">pink</span></p>';
  const { tool, toolbar, text } = await openEditor({ page, app, signInAs }, background);
  // With the popover that only this toolbar width has beside the text.
  await tool('Table').click();
  await expect(tool('Insert table')).toBeVisible();
  await expectAccessible(page, { widths: [1440, 1440] });
  await page.keyboard.press('Escape');
  await expect(tool('Insert table')).toBeHidden();
  // On a phone the toolbar is one row of everyday tools; “More tools” shows the others.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(tool('Underline')).toBeHidden();
  const row = await toolbar.boundingBox();
  expect(row?.height).toBeLessThan(60);
  await expectNoSidewaysScroll(page, [390]);
  const more = tool('More tools');
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.click();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await text.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(tool('Bold')).toBeFocused();
  await page.keyboard.press('End');
  await expect(tool('Formula')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(text).toBeFocused();
  // The forms of Link and Embedded are labelled fields and buttons of the theme.
  for (const [name, first, isChecked] of [
    ['Colour', 'No colour', true],
    ['Link', 'Save link', false],
    ['Emoji', 'Grinning face', true],
  ] as const) {
    await tool(name).click();
    await expect(tool(first)).toBeVisible();
    if (isChecked) await expectAccessible(page, { widths: [390] });
    await expectNoSidewaysScroll(page, [390]);
    await page.keyboard.press('Escape');
    await expect(tool(first)).toBeHidden();
  }
});
