import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keptAttributes, richTextColours, richTextTags, safeImage, safeLink } from './rich-text.ts';

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

describe('what an element keeps', () => {
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
    ['ol', { start: '3', type: 'a', class: 'x' }, { start: '3', type: 'a' }],
    ['ol', { start: '-1', type: 'circle' }, {}],
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

  test('stays as it is when it is looked at again, whatever it was', () => {
    const names = fc.constantFrom(
      'style',
      'href',
      'src',
      'alt',
      'title',
      'start',
      'type',
      'onload',
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
