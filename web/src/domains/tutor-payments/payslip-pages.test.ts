import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf, paginate } from './payslip-pages.ts';

const room = { first: 400, other: 700 };

test('every row is on one page, in order, no page overflows, and no heading is the last row of a page', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ height: fc.constantFrom(25, 27, 120), isHead: fc.boolean() })),
      (given) => {
        const rows = given.map(({ height, isHead }, content) => ({
          height,
          content,
          // Only a heading before a row stays with it: a chain of headings could be taller than a page.
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

test('no rows make one empty page', () => {
  expect(paginate([], room)).toEqual([[]]);
});

test('text wraps to another line if the next word does not fit; Chinese characters count twice', () => {
  const takes = (words: string) => linesOf(words, 10);
  expect(['', 'ten letters', 'ten letter', 'one two three'].map(takes)).toEqual([1, 2, 1, 2]);
  expect(takes('一二三四五')).toBe(1);
  expect(takes('一二三四五六')).toBe(2);
  expect(takes('a'.repeat(25))).toBe(3);
  expect(takes(`a ${'a'.repeat(25)} b`)).toBe(4);
});
