import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf, paginate } from './payslip-pages.ts';

const room = { first: 400, other: 700 };

test('every row stands on one page, in order, no page is too full, and no heading is the last of one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ height: fc.constantFrom(25, 27, 120), isHead: fc.boolean() })),
      (given) => {
        const rows = given.map(({ height, isHead }, content) => ({
          height,
          content,
          // Two headings follow each other now and then, a page of headings alone is none.
          keepsWithNext: isHead && given[content + 1]?.isHead === false,
        }));
        const pages = paginate(rows, room);
        expect(pages.flat().map(({ content }) => content)).toEqual(rows.map((_, index) => index));
        for (const [index, page] of pages.entries()) {
          const height = page.reduce((sum, row) => sum + row.height, 0);
          expect(height).toBeLessThanOrEqual(index === 0 ? room.first : room.other);
          if (index < pages.length - 1) expect(page.at(-1)?.keepsWithNext).toBe(false);
        }
      },
    ),
  );
});

test('nothing is one empty page', () => {
  expect(paginate([], room)).toEqual([[]]);
});

test('words take a line more where the next word has no room, and Chinese ones twice the room', () => {
  const takes = (words: string) => linesOf(words, 10);
  expect(['', 'ten letters', 'ten letter', 'one two three'].map(takes)).toEqual([1, 2, 1, 2]);
  expect(takes('一二三四五')).toBe(1);
  expect(takes('一二三四五六')).toBe(2);
  expect(takes('a'.repeat(25))).toBe(3);
  expect(takes(`a ${'a'.repeat(25)} b`)).toBe(4);
});
