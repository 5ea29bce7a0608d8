import { expect, test } from 'vitest';
import { richTextSchema } from './rich-text.ts';

const image = '/api/image/4f9c3e0a-6a1f-4c38-9d4c-0d3f3c8a1b2c.png';
const codeOf = (html: string) => {
  const [issue] = richTextSchema().safeParse(html).error?.issues ?? [];
  return issue?.code === 'custom' ? String(issue.params?.['code']) : issue?.code;
};

test.each([
  `<p>See <img src="${image}"></p>`,
  `<img src="${image}" alt="">`,
  `<IMG alt="  " SRC='${image}'>`,
  `<img title="alt" src=https://a.example/b.png>`,
  `<img src="https://a.example/b.png?a=1&amp;b=2" alt>`,
  `<img alt="A tank" src="${image}"><img src="${image}" title="a > b">`,
])('%s is refused: the picture has no alt text', (html) => {
  expect(codeOf(html)).toBe('picture_without_alt');
});

test.each([
  `<img src="${image}" alt="A tank">`,
  `<img title="a > b" alt='A tank' src="${image}">`,
  `<img src=${image} alt=tank>`,
  // These are removed by cleaning.
  '<img src="data:image/png;base64,AA">',
  '<img src=x onerror=alert(1)>',
  '&lt;img src="https://a.example/b.png"&gt; and the word img',
])('%s is accepted', (html) => {
  expect(codeOf(html)).toBeUndefined();
});
