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
  `<img src="${image}" alt="A cat">${player}<p></p>`;

let editor: Editor | undefined;
const open = (content: string) => {
  editor = new Editor({ extensions: richTextExtensions, content, injectCSS: false });
  return editor;
};
// The page of these tests fetches no players, and says so.
beforeEach(() => vi.spyOn(console, 'error').mockReturnValue(undefined));
afterEach(() => {
  editor?.destroy();
  vi.restoreAllMocks();
});

describe('the editor', () => {
  test('gives a text back as it was', () => {
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
  ])('takes of %j only what it knows', (given, kept) => {
    expect(htmlOf(open(given))).toBe(kept);
  });

  test.each(['', '<p></p>', '<p> </p><p></p>', '<ul><li><p></p></li></ul>'])(
    'says nothing where there is nothing: %j',
    (given) => {
      expect(htmlOf(open(given))).toBe('');
    },
  );

  test('puts a picture behind a selected player, and a line to write on behind both', () => {
    const opened = open(`<p>one</p>${player}`);
    opened.commands.setNodeSelection(5);
    expect(opened.isActive('video')).toBe(true);
    insertBlock(opened, 'picture', { src: image, alt: 'A cat' });
    expect(htmlOf(opened)).toBe(`<p>one</p>${player}<img src="${image}" alt="A cat"><p></p>`);
  });

  test('counts pictures that nobody has described', () => {
    const opened = open(`<img src="${image}"><p>a</p><img src="${image}" alt="A cat">`);
    expect(undescribedPictures(opened.state.doc)).toBe(1);
  });
});

describe('what is pasted or dropped', () => {
  const picture = new File(['x'], 'a.png', { type: 'image/png' });
  const data = (files: File[], html = '') =>
    ({ files, getData: () => html }) as unknown as DataTransfer;

  test('is a picture where there is no text beside it', () => {
    expect(pictureFileOf(data([picture]))).toBe(picture);
    expect(pictureFileOf(data([picture], '<img src="https://example.com/a.png">'))).toBe(picture);
    expect(pictureFileOf(data([picture], '<p>Cells of a sheet</p>'))).toBeUndefined();
    expect(
      pictureFileOf(data([new File(['x'], 'a.pdf', { type: 'application/pdf' })])),
    ).toBeUndefined();
    expect(pictureFileOf(null)).toBeUndefined();
  });

  test('comes without handlers', () => {
    expect(
      withoutHandlers('<p ONCLICK = "x" class="a">one=1 onto=2</p><img src=x/onerror=y>'),
    ).toBe('<p data-no= "x" class="a">one=1 onto=2</p><img src=x/data-no=y>');
  });
});

test('emoji are found by their name and what they mean', () => {
  expect(emojisFor('  GRADU ').map(({ emoji }) => emoji)).toEqual(['🎓']);
  expect(emojisFor('maths').length).toBeGreaterThan(3);
  expect(emojisFor('nothing like it')).toEqual([]);
  const all = emojisFor('');
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(new Set(all.map(({ emoji }) => emoji)).size).toBe(all.length);
});
