// @vitest-environment happy-dom
import { Editor } from '@tiptap/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  htmlOf,
  insertBlock,
  pictureFileOf,
  undescribedPictures,
  withoutHandlers,
} from './editing.ts';
import { emojisFor } from './emojis.ts';
import { richTextExtensions } from './extensions.ts';
import { insertFormula } from './formulas/formula-nodes.ts';

const image = '/api/image/4f9c3e0a-6a1f-4c38-9d4c-0d3f3c8a1b2c.jpg';
const link = 'target="_blank" rel="noopener noreferrer" href="https://example.com"';
const player =
  '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" ' +
  'allowfullscreen="" referrerpolicy="strict-origin-when-cross-origin"></iframe>';
const everything =
  '<p>Plain <strong>bold</strong> <em>italic</em> <u>under</u> <s>struck</s> 🎉</p>' +
  '<p style="text-align: center;">Middle<br>line</p>' +
  `<p><span style="color: rgb(179, 38, 43);">red</span> <a ${link}>link</a></p>` +
  '<ul><li><p>one</p><ul><li><p>inner</p></li></ul></li></ul><ol start="3"><li><p>three</p></li></ol>' +
  '<p>Take <span data-type="inline-math" data-latex="\\frac{22}{7}"></span> for it</p>' +
  '<div data-type="block-math" data-latex="x^2"></div>' +
  `<img src="${image}" alt="A cat" width="600" height="400">${player}<p></p>`;

let editor: Editor | undefined;
const open = (content: string) => {
  editor = new Editor({ extensions: richTextExtensions, content, injectCSS: false });
  return editor;
};
// The test page cannot load players and logs an error.
beforeEach(() => vi.spyOn(console, 'error').mockReturnValue(undefined));
afterEach(() => {
  editor?.destroy();
  vi.restoreAllMocks();
});

describe('the editor', () => {
  test('returns a text unchanged', () => {
    expect(htmlOf(open(everything))).toBe(everything);
  });

  test.each([
    ['<h1>Title</h1><blockquote>words</blockquote>', '<p>Title</p><p>words</p>'],
    ['<p><span style="color: lime; font-size: 40px">words</span></p>', '<p>words</p>'],
    ['<p class="x" onclick="y">a <a href="javascript:alert(1)">b</a></p>', '<p>a b</p>'],
    [`<p><a href="https://example.com" class="x">c</a></p>`, `<p><a ${link}>c</a></p>`],
    ['<iframe src="https://evil.example"></iframe><p>words</p>', '<p>words</p>'],
    [`<img src="data:image/png;base64,AA"><p>words</p>`, '<p>words</p>'],
    [`<img src="${image}" width="9" title="x">`, `<img src="${image}" alt="">`],
  ])('drops unknown elements and attributes of %j', (given, kept) => {
    expect(htmlOf(open(given))).toBe(kept);
  });

  test.each(['', '<p></p>', '<p> </p><p></p>', '<ul><li><p></p></li></ul>'])(
    'returns an empty text for empty content: %j',
    (given) => {
      expect(htmlOf(open(given))).toBe('');
    },
  );

  test('inserts a picture after a selected player, and an empty line after both', () => {
    const opened = open(`<p>one</p>${player}`);
    opened.commands.setNodeSelection(5);
    expect(opened.isActive('video')).toBe(true);
    insertBlock(opened, 'picture', { src: image, alt: 'A cat' });
    expect(htmlOf(opened)).toBe(`<p>one</p>${player}<img src="${image}" alt="A cat"><p></p>`);
  });

  test('counts pictures without alt text', () => {
    const opened = open(`<img src="${image}"><p>a</p><img src="${image}" alt="A cat">`);
    expect(undescribedPictures(opened.state.doc)).toBe(1);
  });
});

/** Types at the end of the text, character by character. */
const type = (opened: Editor, text: string) => {
  for (const sign of text) {
    const { from, to } = opened.state.selection;
    const isTaken = opened.view.someProp('handleTextInput', (handle) =>
      handle(opened.view, from, to, sign, () => opened.state.tr.insertText(sign, from, to)),
    );
    if (!isTaken) opened.view.dispatch(opened.state.tr.insertText(sign, from, to));
  }
};
const formula = (latex: string) => `<span data-type="inline-math" data-latex="${latex}"></span>`;

describe('a formula', () => {
  test('is made of text between dollar signs, but not of prices', () => {
    const opened = open('<p></p>');
    type(opened, 'It costs $5 and $7. Take $\\pi$ now');
    expect(htmlOf(opened)).toBe(`<p>It costs $5 and $7. Take ${formula('\\pi')} now</p>`);
  });

  test('is on its own line between double dollar signs', () => {
    const opened = open('<p></p>');
    type(opened, '$$x^2$$so');
    expect(htmlOf(opened)).toBe('<div data-type="block-math" data-latex="x^2"></div><p>so</p>');
  });

  test('is not made of prices; undo and Backspace restore the text', () => {
    const opened = open('<p></p>');
    type(opened, 'S$12 to S$30, US$x$, $5/kg or $6/kg');
    expect(htmlOf(opened)).toBe('<p>S$12 to S$30, US$x$, $5/kg or $6/kg</p>');
    opened.commands.setContent('<p></p>');
    type(opened, 'a $x^2$');
    expect(htmlOf(opened)).toBe(`<p>a ${formula('x^2')}</p>`);
    opened.commands.undo();
    expect(htmlOf(opened)).toBe('<p>a $x^2$</p>');
    opened.commands.setContent('<p></p>');
    type(opened, '$$x$$');
    expect(htmlOf(opened)).toBe('<div data-type="block-math" data-latex="x"></div><p></p>');
    const backspace = new KeyboardEvent('keydown', { key: 'Backspace' });
    opened.view.someProp('handleKeyDown', (handle) => handle(opened.view, backspace));
    expect(htmlOf(opened)).toBe('<p>$$x$$</p>');
  });

  const paste = (opened: Editor, text: string) =>
    opened.view.pasteText(text, new ClipboardEvent('paste'));

  test.each([
    ['costs S$12, \\(x\\) and $y^2$', `<p>costs S$12, ${formula('x')} and ${formula('y^2')}</p>`],
    ['so\n\n$$x$$\n\nend', '<p>so</p><div data-type="block-math" data-latex="x"></div><p>end</p>'],
    [
      '\\[x\\] and \\[y\\]',
      '<div data-type="block-math" data-latex="x"></div><p> and </p><div data-type="block-math" data-latex="y"></div><p></p>',
    ],
    ['so \\[x\\] end', '<p>so </p><div data-type="block-math" data-latex="x"></div><p> end</p>'],
    [
      'so\n\\begin{align*}\na &= b\n\\end{align*}',
      '<p>so</p><div data-type="block-math" data-latex="\\begin{align*}a &amp;= b\\end{align*}"></div><p></p>',
    ],
    [
      '$x$ and $y$ or $$z$$',
      `<p>${formula('x')} and ${formula('y')} or </p><div data-type="block-math" data-latex="z"></div><p></p>`,
    ],
  ])('is made of pasted LaTeX; undo restores the text: %j', (text, html) => {
    const opened = open('<p></p>');
    paste(opened, text);
    expect(htmlOf(opened)).toBe(html);
    opened.commands.undo();
    expect(opened.getText().replaceAll(/\s+/g, ' ')).toBe(text.replaceAll(/\s+/g, ' '));
  });

  test('alone counts as text', () => {
    expect(htmlOf(open(`<p>${formula('x')}</p>`))).toBe(`<p>${formula('x')}</p>`);
  });

  test('is deleted on leaving if empty', () => {
    const opened = open('<p>a</p>');
    document.body.append(opened.view.dom);
    opened.commands.setTextSelection(2);
    insertFormula(opened);
    const box = opened.view.dom.querySelector('input');
    box?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(htmlOf(opened)).toBe('<p>a</p>');
  });

  test('saves each character at once while it is typed', () => {
    const opened = open('<p>a</p>');
    document.body.append(opened.view.dom);
    opened.commands.setTextSelection(2);
    insertFormula(opened);
    const box = opened.view.dom.querySelector('input')!;
    box.value = '\\frac{1}{2';
    box.dispatchEvent(new Event('input'));
    expect(htmlOf(opened)).toBe(`<p>a${formula('\\frac{1}{2')}</p>`);
  });

  /** KaTeX requires standards mode, which happy-dom does not report. */
  const drawn = async (latex: string) => {
    Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat', configurable: true });
    const { drawFormula } = await import('./formulas/draw-formula.ts');
    const element = document.createElement('span');
    drawFormula(element, latex, false);
    return element;
  };

  test('is rendered with accessible MathML', async () => {
    const shown = await drawn('\\frac{22}{7}');
    expect(shown.querySelectorAll('.katex math mfrac')).toHaveLength(1);
  });

  test('that is broken is shown as typed, with an error', async () => {
    const shown = await drawn('\\fra{1}{2}');
    expect(shown.querySelector('code')?.textContent).toBe('\\fra{1}{2}');
    expect(shown.textContent).toContain('\\fra is not a LaTeX command.');
  });

  test('keeps its per cent sign', async () => {
    const shown = await drawn('50% of x');
    expect(shown.querySelector('mrow')?.textContent).toBe('50%ofx');
  });

  test.each([
    ['fractions of fractions', `${'\\frac1{'.repeat(200)}x${'}'.repeat(200)}`, '50 levels'],
    ['roots of roots', '\\sqrt'.repeat(300), '50 levels'],
    ['a long line', 'x+'.repeat(1001), '2,000 characters'],
    [
      'commands of its own',
      `\\def\\a#1{${'\\sqrt{'.repeat(30)}#1${'}'.repeat(30)}}${'\\a{'.repeat(10)}x${'}'.repeat(10)}`,
      '50 levels',
    ],
  ])('above the limits is shown as typed: %s', async (_name, latex, words) => {
    const shown = await drawn(latex);
    expect(shown.querySelector('code')?.textContent).toBe(latex);
    expect(shown.textContent).toContain(words);
    expect(shown.querySelector('.katex')).toBeNull();
  });

  test('of 50 levels is rendered', async () => {
    const shown = await drawn(`${'\\frac{1}{'.repeat(50)}x${'}'.repeat(50)}`);
    expect(shown.querySelectorAll('.katex math mfrac')).toHaveLength(50);
    const cases = await drawn(`${'\\begin{cases}'.repeat(50)}x${'\\end{cases}'.repeat(50)}`);
    expect(cases.querySelector('code')).toBeNull();
  });

  test('has no comment after a line break', async () => {
    const shown = await drawn('a\\\\% b');
    expect(shown.querySelector('math')?.textContent).toContain('%b');
  });

  test('loads and links nothing', async () => {
    const shown = await drawn(
      '\\href{javascript:alert(1)}{x}\\includegraphics{https://evil.example/a.png}',
    );
    expect(shown.querySelectorAll('a, img, [href], [src]')).toHaveLength(0);
  });
});

describe('pasted or dropped content', () => {
  const picture = new File(['x'], 'a.png', { type: 'image/png' });
  const data = (files: File[], html = '') =>
    ({ files, getData: () => html }) as unknown as DataTransfer;

  test('is a picture if there is no text beside it', () => {
    expect(pictureFileOf(data([picture]))).toBe(picture);
    expect(pictureFileOf(data([picture], '<img src="https://example.com/a.png">'))).toBe(picture);
    expect(pictureFileOf(data([picture], '<p>Cells of a sheet</p>'))).toBeUndefined();
    expect(
      pictureFileOf(data([new File(['x'], 'a.pdf', { type: 'application/pdf' })])),
    ).toBeUndefined();
    expect(pictureFileOf(null)).toBeUndefined();
  });

  test('has no event handlers', () => {
    expect(
      withoutHandlers('<p ONCLICK = "x" class="a">one=1 onto=2</p><img src=x/onerror=y>'),
    ).toBe('<p data-no= "x" class="a">one=1 onto=2</p><img src=x/data-no=y>');
  });
});

test('finds emoji by name and by search words', () => {
  expect(emojisFor('  GRADU ').map(({ emoji }) => emoji)).toEqual(['🎓']);
  expect(emojisFor('maths').length).toBeGreaterThan(3);
  expect(emojisFor('nothing like it')).toEqual([]);
  const all = emojisFor('');
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(new Set(all.map(({ emoji }) => emoji)).size).toBe(all.length);
});
