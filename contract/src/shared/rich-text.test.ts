import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isEmptyRichText,
  keptAttributes,
  plainTextOf,
  richTextColours,
  richTextSchema,
  richTextTags,
  safeImage,
  safeLink,
} from './rich-text.ts';

const image = '/api/image/4f9c3e0a-6a1f-4c38-9d4c-0d3f3c8a1b2c.jpg';

test.each([
  'https://example.com',
  'http://example.com/a?b=c#d',
  'HTTPS://example.com',
  'mailto:mei@example.com',
  'tel:+6591234567',
])('%s may be linked', (address) => {
  expect(safeLink(` ${address} `)).toBe(address);
});

test.each([
  '',
  'example.com',
  '/user',
  '//evil.example',
  '#here',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'https://exa\nmple.com',
  'vbscript:x',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://example.com',
  'blob:https://example.com/1',
  'https:evil',
  'https:\\\\evil.example',
  'https:///evil.example',
  'https://',
  'mailto:',
])('%j may not be linked', (address) => {
  expect(safeLink(address)).toBeUndefined();
});

test('only uploaded images and those behind HTTPS are shown', () => {
  expect(safeImage(image)).toBe(image);
  expect(safeImage('https://example.com/a.gif')).toBe('https://example.com/a.gif');
  for (const address of [
    'http://example.com/a.png',
    'data:image/png;base64,AAAA',
    '/api/image/../me',
    '/api/image/x.jpg',
    '/api/me',
    `${image}?x`,
    'a.png',
  ])
    expect({ address, image: safeImage(address) }).toEqual({ address, image: undefined });
});

describe('attributes of an element', () => {
  test.each([
    ['p', { style: 'TEXT-ALIGN: Center; color: red' }, { style: 'text-align: center;' }],
    ['p', { style: 'position: fixed', class: 'x', id: 'y' }, {}],
    ['p', { style: 'text-align: expression(alert(1))' }, {}],
    ['strong', { style: 'color: rgb(179, 38, 43)', onclick: 'x' }, {}],
    ['span', { style: 'color:#B3262B' }, { style: 'color: rgb(179, 38, 43);' }],
    ['span', { style: 'color: rgb(179,38,43)' }, { style: 'color: rgb(179, 38, 43);' }],
    ['span', { style: 'color: rgb(1, 2, 3)' }, 'unwrap'],
    ['span', { style: 'color: url(x)' }, 'unwrap'],
    ['span', {}, 'unwrap'],
    [
      'span',
      { 'data-type': 'inline-math', 'data-latex': String.raw` \frac{1}{2 `, class: 'x' },
      { 'data-type': 'inline-math', 'data-latex': String.raw`\frac{1}{2` },
    ],
    [
      'div',
      { 'data-type': 'block-math', 'data-latex': 'x<y', onclick: 'x' },
      { 'data-type': 'block-math', 'data-latex': 'x<y' },
    ],
    ['span', { 'data-type': 'block-math', 'data-latex': 'x' }, 'unwrap'],
    ['div', { 'data-type': 'inline-math', 'data-latex': 'x' }, 'unwrap'],
    ['div', { 'data-type': 'block-math', 'data-latex': ' ' }, 'unwrap'],
    ['div', { 'data-type': 'block-math' }, 'unwrap'],
    ['ol', { start: '3', type: 'a', class: 'x' }, { start: '3', type: 'a' }],
    ['ol', { start: '-1', type: 'circle' }, {}],
    ['td', { colspan: '2', rowspan: '20', width: '9' }, { colspan: '2', rowspan: '20' }],
    ['th', { colspan: '1', rowspan: '21' }, {}],
    ['table', { border: '1', style: 'width: 9px' }, {}],
    ['img', { src: image, onerror: 'x', width: '9' }, { src: image, alt: '' }],
    ['img', { src: image, alt: 'A cat' }, { src: image, alt: 'A cat' }],
    ['img', { alt: 'A cat' }, 'drop'],
    ['iframe', { src: 'https://evil.example' }, 'drop'],
    ['iframe', { srcdoc: '<script>' }, 'drop'],
    ['a', { href: 'javascript:alert(1)' }, 'unwrap'],
    [
      'a',
      { href: 'https://example.com', target: '_self', rel: 'opener', title: 'x' },
      { target: '_blank', rel: 'noopener noreferrer', href: 'https://example.com' },
    ],
  ] as const)('%s with %j', (tag, given, kept) => {
    expect(keptAttributes(tag, given)).toEqual(kept);
  });

  test('does not change when it is cleaned again, with any attributes', () => {
    const names = fc.constantFrom(
      'style',
      'href',
      'src',
      'alt',
      'title',
      'start',
      'type',
      'onload',
      'data-type',
      'data-latex',
    );
    const values = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.constantFrom(
        ...richTextColours.map(({ value }) => `color: ${value}`),
        'text-align:right;x',
        'https://youtu.be/dQw4w9WgXcQ',
        image,
        'a',
        '7',
        'inline-math',
        'block-math',
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...richTextTags), fc.dictionary(names, values), (tag, given) => {
        const kept = keptAttributes(tag, given);
        if (typeof kept !== 'string') expect(keptAttributes(tag, kept)).toEqual(kept);
      }),
    );
  });
});

const formula = '<span data-type="inline-math" data-latex="\\frac{1}{2}"></span>';

test('text without words, pictures, players and formulas is empty', () => {
  for (const html of ['', '<p></p>', '<p> <br>&nbsp;</p>', '<ul><li><p></p></li></ul>'])
    expect({ html, isEmpty: isEmptyRichText(html) }).toEqual({ html, isEmpty: true });
  for (const html of [
    '<p>a</p>',
    `<p>${formula}</p>`,
    '<div data-latex="x" data-type="block-math"></div>',
    `<p><img src="${image}" alt=""></p>`,
    '<iframe src="https://player.vimeo.com/video/12345"></iframe>',
    '<table><tbody><tr><td><p></p></td></tr></tbody></table>',
  ])
    expect({ html, isEmpty: isEmptyRichText(html) }).toEqual({ html, isEmpty: false });
});

test.each([
  [`<p>Nearest to ${formula}?</p>`, String.raw`Nearest to \frac{1}{2} ?`],
  ['<div data-latex="x &lt; 2" data-type="block-math"></div>', 'x < 2'],
  ['<p>one <strong>w</strong>ord</p><p>two</p>', 'one word two'],
  ['<ul><li><p>a</p></li><li><p>b</p></li></ul>', 'a b'],
  ['<p>10<sup>4</sup> x<sup>n+1</sup> 1<sup>st</sup> H<sub>2</sub>O</p>', '10^4 x^(n+1) 1st H2O'],
  ['<table><tbody><tr><td><p>3</p></td><td><p>4</p></td></tr></tbody></table>', '3 4'],
  [`<p>See <img src="${image}" alt="A tank"> here</p>`, 'See A tank here'],
  ['<p>5 &gt; 3 &amp;lt; &quot;x&quot;&nbsp;&#39;</p>', `5 > 3 &lt; "x" '`],
])('%s becomes %s', (html, words) => {
  expect(plainTextOf(html)).toBe(words);
});

test('tables above the limits are refused with a code', () => {
  const tableOf = (rows: number, cells: string) =>
    `<table>${`<tr>${cells}</tr>`.repeat(rows)}</table>`;
  const codeOf = (html: string) => {
    const [issue] = richTextSchema(256_000).safeParse(html).error?.issues ?? [];
    return issue?.code === 'custom' ? String(issue.params?.['code']) : issue?.code;
  };
  expect(codeOf(tableOf(500, '<td>1</td><TH >2</th>'))).toBeUndefined();
  expect(codeOf(tableOf(501, '<td>1</td>'))).toBe('table_too_large');
  expect(codeOf(tableOf(100, '<td>1</td>'.repeat(51)))).toBe('table_too_large');
  expect(codeOf(tableOf(100, '<td colspan="20">1</td>'.repeat(3)))).toBe('table_too_large');
});
