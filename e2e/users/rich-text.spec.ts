import type { Page } from '@playwright/test';
import { cleanRichText } from 'staffroom-server/src/platform/rich-text.ts';
import { anImage } from 'staffroom-server/test/factories/image.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { aFileOfMegabytes } from '../support/large-file.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';
import { editorOf, openEditor, save } from './student-editor.ts';

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
    window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 400);
    window.cancelAnimationFrame = (frame) => window.clearTimeout(frame);
  });

testInOwnBrowser(
  'formatting, links, lists and videos are saved exactly, and the user detail shows the text',
  async ({ page, app, signInAs, problems }) => {
    test.setTimeout(120_000);
    await drawLate(page);
    problems.expect(/Request to elsewhere: https:\/\/www\.youtube-nocookie\.com\/embed/);
    await page.route(`${player}**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '' }),
    );
    const editor = await openEditor({ page, app, signInAs });
    const { text, tool } = editor;
    const { keyboard } = page;

    await text.click();
    for (const [name, word] of [
      ['Bold', 'bold'],
      ['Italic', 'italic'],
      ['Underline', 'under'],
      ['Strikethrough', 'struck'],
    ] as const) {
      await tool(name).click();
      await expect(tool(name)).toHaveAttribute('aria-pressed', 'true');
      await keyboard.type(word);
      await tool(name).click();
      await expect(tool(name)).toHaveAttribute('aria-pressed', 'false');
    }
    for (const [name, alignment] of [
      ['Align center', 'center'],
      ['Align right', 'right'],
      ['Justify', 'justify'],
    ] as const) {
      await keyboard.press('Enter');
      await tool(name).click();
      await expect(tool(name)).toHaveAttribute('aria-pressed', 'true');
      await keyboard.type(alignment);
    }
    await keyboard.press('Enter');
    await tool('Align left').click();
    await expect(tool('Align left')).toHaveAttribute('aria-pressed', 'true');

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
    await tool('Emoji').click();
    await editor.form.box('Search emoji').fill('zebra');
    await expect(page.getByText('No emoji found')).toBeVisible();
    await editor.form.box('Search emoji').fill('gradu');
    await tool('Graduation cap').click();
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
    await tool('Ordered list').click();
    await keyboard.type('first');
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await tool('Embedded').click();
    await editor.form.box('Video address').fill('https://www.dailymotion.com/video/x7tgad0');
    await tool('Insert video').click();
    await expect(page.getByText('Only YouTube and Vimeo videos can be embedded.')).toBeVisible();
    await editor.form.box('Video address').fill(video);
    await tool('Insert video').click();
    await expect(text.locator('iframe')).toHaveAttribute('src', player);
    await keyboard.type('last words');
    await tool('Undo').click();
    await expect(text.getByText('last words')).toBeHidden();
    await tool('Redo').click();
    await expect(text.getByText('last words')).toBeVisible();

    const sent = await save(page, editor);
    expect(sent).toBe(
      '<p><strong>bold</strong><em>italic</em><u>under</u><s>struck</s></p>' +
        '<p style="text-align: center;">center</p><p style="text-align: right;">right</p>' +
        '<p style="text-align: justify;">justify</p>' +
        '<p><span style="color: rgb(18, 112, 63);">green</span> 🎓 ' +
        `<a ${link('https://staffroom.example/maths')}>staffroom.example/maths</a> end</p>` +
        '<ul><li><p>one</p></li></ul><ol><li><p>first</p></li></ol>' +
        `<iframe src="${player}" title="YouTube video" allowfullscreen="" ` +
        'referrerpolicy="strict-origin-when-cross-origin"></iframe><p>last words</p>',
    );
    expect(cleanRichText(sent)).toBe(sent);
    expect(await editor.saved()).toBe(sent);

    await page.goto(`/user?user=${editor.student.id}`);
    const detail = page.getByRole('dialog', { name: 'User detail' });
    await expect(detail.getByText('last words')).toBeVisible();
    await expect(detail.getByText('green')).toHaveCSS('color', 'rgb(18, 112, 63)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(detail.getByText('green')).toHaveCSS('color', 'rgb(111, 214, 161)');
    await expect(detail.getByRole('link', { name: 'staffroom.example/maths' })).toHaveAttribute(
      'rel',
      'noopener noreferrer',
    );
    await expectAccessible(page);
  },
);

test('an image needs an alt text, and rejected uploads keep the typed values', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  test.setTimeout(120_000);
  problems.expect(/status of 4(13|15)/, /status of 503/);
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
  await choose('drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect(refusal).toHaveText('This is an SVG. Use a JPEG, PNG or WebP image.');
  await imageDialog.getByLabel('Image file').setInputFiles(await aFileOfMegabytes(20, 'huge.png'));
  await expect(refusal).toHaveText('This image has 20 MB. An image may have at most 10 MB.');
  const away = page.getByText('The server cannot be reached at the moment.');
  const answerOnce = (code: string) => {
    const json = { message: { errors: [{ code, message: 'Please try again.' }] } };
    return page.route('**/image-upload', (route) => route.fulfill({ status: 503, json }), {
      times: 1,
    });
  };
  await answerOnce('busy');
  await choose('photo.png', await anImage());
  await expect(refusal).toHaveText('Please try again.');
  await expect(away).toHaveCount(0);
  await answerOnce('unavailable');
  await imageDialog.getByRole('button', { name: 'Send photo.png again' }).click();
  await expect(away).toBeVisible();
  await expect(refusal).toHaveText('Please try again.');
  await expect(insert).toBeDisabled();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/image-upload', async (route) => held.then(() => route.continue()));
  await choose('photo.png', await anImage());
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
  'an image can be inserted by URL, by paste and by drop',
  async ({ page, app, signInAs, problems }) => {
    test.setTimeout(90_000);
    // Delays animation frames as on a busy machine: they come when the next dialog is already open.
    await page.addInitScript(() => {
      window.requestAnimationFrame = (draw) =>
        window.setTimeout(() => draw(performance.now()), 400);
      window.cancelAnimationFrame = (frame) => clearTimeout(frame);
    });
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
      await page.keyboard.type(`By ${how}`);
      await page.keyboard.press('Enter');
      await expect(imageDialog).toBeHidden();
      await expect(text.getByRole('img', { name: `By ${how}` })).toBeVisible();
    }
    expect((await save(page, editor)).match(/<img /g)).toHaveLength(3);
  },
);

test('pasting removes scripts, event handlers, styles and foreign frames', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(60_000);
  const editor = await openEditor({ page, app, signInAs });
  await editor.text.click();
  await editor.pasteHtml(
    '<script>document.title="owned"</script><h1 onclick="x">Title</h1>' +
      '<p style="color: red; position: fixed" onmouseover="x">words <b>bold</b> ' +
      '<a href="javascript:alert(1)">bad</a> <a href="https://ok.example" class="c">good</a></p>' +
      '<svg onload="x"></svg><iframe src="https://evil.example"></iframe>' +
      '<form><input name="password"></form><img src="x" onerror="x">',
  );
  await expect(editor.text.getByText('Title')).toBeVisible();
  const sent = await save(page, editor);
  expect(sent).toBe(
    '<p>Title</p><p>words <strong>bold</strong> bad ' +
      `<a ${link('https://ok.example')}>good</a></p>`,
  );
  expect(await editor.saved()).toBe(sent);
});

test('stored text is sanitised again when it is shown', async ({ page, app, signInAs }) => {
  test.setTimeout(60_000);
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
  test.setTimeout(90_000);
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
  for (const name of ['Formula', 'Redo', 'Undo', 'Image']) {
    await keyboard.press('ArrowLeft');
    await expect(tool(name)).toBeFocused();
  }
  await keyboard.press('Tab');
  await expect(text).toBeFocused();
  await keyboard.press('Shift+Tab');
  await expect(tool('Image')).toBeFocused();
  for (const button of await toolbar.getByRole('button').all())
    expect(await button.getAttribute('aria-label')).toMatch(/^[A-Z]/);

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
  await keyboard.type('thumbs up');
  await keyboard.press('Enter');
  await expect(text).toBeFocused();
  await keyboard.press('Control+End');
  await caretSettles(page);
  await keyboard.press('Control+b');
  await expect(tool('Bold')).toHaveAttribute('aria-pressed', 'true');
  await keyboard.type(' in algebra');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await keyboard.press('Control+Enter');
  expect((await sent).postDataJSON()).toMatchObject({
    meta: { background: '<p>👍Strong<strong> in algebra</strong></p>' },
  });
  await expect(editor.form.dialog).toBeHidden();
});

test('a formula can be typed or built from the palette; an invalid one is kept as typed', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(90_000);
  const editor = await openEditor({ page, app, signInAs });
  const { text, tool } = editor;
  const { keyboard } = page;
  await text.click();
  await keyboard.type('Costs $5. Take $\\pi$ or ');
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
  await keyboard.type(', and ');
  await tool('Formula').click();
  await tool('Formula').click();
  await keyboard.type('\\fra{1}{2}');
  // Escape closes the formula, not the form.
  await keyboard.press('Escape');
  await expect(text.getByText('\\fra is not a LaTeX command.')).toBeVisible();
  await expect(editor.form.dialog).toBeVisible();
  await keyboard.press('ArrowLeft');
  await keyboard.press('Enter');
  await expect(latex).toHaveValue('\\fra{1}{2}');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await keyboard.press('Control+Enter');
  const formula = (of: string) => `<span data-type="inline-math" data-latex="${of}"></span>`;
  const background =
    `<p>Costs $5. Take ${formula('\\pi')} or ${formula('\\frac{22}{7}')}, and ` +
    `${formula('\\fra{1}{2}')}</p>`;
  expect((await sent).postDataJSON()).toMatchObject({ meta: { background } });
  await expect(editor.form.dialog).toBeHidden();
  expect(await editor.saved()).toBe(background);

  await page.goto(`/user?user=${editor.student.id}`);
  const detail = page.getByRole('dialog', { name: 'User detail' });
  await expect(detail.locator('.katex .mfrac').first()).toBeVisible();
  await expect(detail.getByText('\\fra is not a LaTeX command.')).toBeVisible();
  await expectAccessible(page);
});

test('the editor and its popovers pass axe and fit a phone screen', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(90_000);
  const background =
    '<p>Words <a href="https://staffroom.example">link</a></p><ul><li><p>one</p></li></ul>' +
    ['101, 104, 120', '179, 38, 43', '154, 77, 0', '18, 112, 63', '10, 113, 135', '60, 71, 196']
      .map((colour) => `<p><span style="color: rgb(${colour});">colour</span></p>`)
      .join('') +
    '<p><span style="color: rgb(122, 60, 200);">purple</span> <span style="color: rgb(176, 42, 126);">pink</span></p>';
  const { tool, toolbar, imageDialog, text } = await openEditor(
    { page, app, signInAs },
    background,
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // On a phone the toolbar is one row of everyday tools; “More tools” shows the others.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(tool('Underline')).toBeHidden();
  const row = await toolbar.boundingBox();
  expect(row?.height).toBeLessThan(60);
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
  for (const [name, first] of [
    ['Colour', 'No colour'],
    ['Link', 'Save link'],
    ['Embedded', 'Insert video'],
    ['Emoji', 'Grinning face'],
  ] as const) {
    await tool(name).click();
    await expect(tool(first)).toBeVisible();
    await expectAccessible(page, { widths: [390] });
    await expectNoSidewaysScroll(page, [390]);
    await page.keyboard.press('Escape');
    await expect(tool(first)).toBeHidden();
  }
  await tool('Image').click();
  await expect(imageDialog).toBeVisible();
  await expectAccessible(page, { widths: [390] });
  await page.keyboard.press('Escape');
  await expect(imageDialog).toBeHidden();
  await text.press('Control+End');
  await expect(text).toBeFocused();
});

testInOwnBrowser(
  'the code of the editor is loaded on demand, and a failed load can be retried',
  async ({ page, app, signInAs, problems }) => {
    problems.expect(/Failed to load resource/, /Request failed: .*loaded-editor/);
    const student = await aStudent(app);
    await signInAs('Admin');
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto(`/user?search=${encodeURIComponent(student.email)}`);
    await expect(page.getByRole('link', { name: student.email })).toBeVisible();
    expect(fetched.filter((url) => /loaded-editor|shown-html/.test(url))).toEqual([]);

    await page.route('**/loaded-editor*.js', (route) => route.abort());
    const { form, text } = editorOf(page);
    await form.openFor(student.id);
    await expect(page.getByText('The editor could not be loaded.')).toBeVisible();
    await form.box('School').fill('Raffles Girls');
    await page.unrouteAll();
    await form.dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(text).toBeVisible();
    await expect(form.box('School')).toHaveValue('Raffles Girls');
  },
);
