import { expect, test } from '../support/test.ts';
import { openEditor, save } from './student-editor.ts';

const inline = (latex: string) => `<span data-type="inline-math" data-latex="${latex}"></span>`;

test('typed prices stay text; $x^2$ becomes a formula, and Ctrl+Z restores the text', async ({
  page,
  app,
  signInAs,
}) => {
  const editor = await openEditor({ page, app, signInAs });
  const { keyboard } = page;
  await editor.text.click();
  await keyboard.type('From S$12 to S$30, US$5 or $5/kg and $6/kg; ');
  await expect(editor.text.locator('.katex')).toHaveCount(0);
  await keyboard.type('$x^2$');
  await expect(editor.text.locator('.katex')).toHaveCount(1);
  await keyboard.press('Control+z');
  await expect(editor.text.locator('.katex')).toHaveCount(0);
  await expect(editor.text).toHaveText('From S$12 to S$30, US$5 or $5/kg and $6/kg; $x^2$');
  await keyboard.type(' or $y^2$');
  await expect(editor.text.locator('.katex')).toHaveCount(1);
  const sent = await save(page, editor);
  expect(sent).toBe(`<p>From S$12 to S$30, US$5 or $5/kg and $6/kg; $x^2$ or ${inline('y^2')}</p>`);
  expect(await editor.saved()).toBe(sent);
});

test('pasted LaTeX becomes formulas, prices stay text, and Ctrl+Z restores the text', async ({
  page,
  app,
  signInAs,
}) => {
  const editor = await openEditor({ page, app, signInAs });
  await editor.text.click();
  const pasted = [
    String.raw`It costs S$12 to S$30, \(x\) and $y^2$`,
    String.raw`$$\frac{1}{2}$$`,
    String.raw`\begin{align*}`,
    String.raw`a &= b \\ c &= d`,
    String.raw`\end{align*}`,
    'end',
  ];
  await editor.pasteText(pasted.join('\n'));
  await expect(editor.text.locator('.katex')).toHaveCount(4);
  await page.keyboard.press('Control+z');
  await expect(editor.text.locator('.katex')).toHaveCount(0);
  await expect(editor.text).toContainText(String.raw`\(x\) and $y^2$`);
  await expect(editor.text).toContainText(String.raw`\begin{align*}`);
  await page.keyboard.press('Control+Shift+z');
  await expect(editor.text.locator('.katex')).toHaveCount(4);
  const sent = await save(page, editor);
  expect(sent).toContain(`<p>It costs S$12 to S$30, ${inline('x')} and ${inline('y^2')}</p>`);
  expect(sent).toContain(String.raw`<div data-type="block-math" data-latex="\frac{1}{2}"></div>`);
  expect(sent).toContain(String.raw`data-latex="\begin{align*}`);
  expect(await editor.saved()).toBe(sent);
});
