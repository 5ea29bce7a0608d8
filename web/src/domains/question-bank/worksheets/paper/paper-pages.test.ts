import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pagesOf, type MeasuredPiece } from './paper-pages.ts';

const page = 100;
const heights = (...all: number[]): MeasuredPiece[] => all.map((height) => ({ height }));
const places = (pieces: MeasuredPiece[]) =>
  pagesOf(pieces, page).map((all) => all.map(({ piece }) => piece));

describe('the pages of a worksheet', () => {
  test('a unit that does not fit starts the next page', () => {
    expect(places(heights(60, 40, 30, 71, 10))).toEqual([[0, 1], [2], [3, 4]]);
  });

  test('a heading stays with the unit below it', () => {
    const pieces = heights(70, 20, 30, 10);
    expect(places(pieces)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(places(pieces.with(1, { height: 20, staysWithNext: true }))).toEqual([[0], [1, 2, 3]]);
  });

  test('a piece taller than a page continues on further pages, cut below a line', () => {
    const tall = { height: 250, cuts: [24, 48, 72, 96, 120, 144, 168, 192, 216, 240] };
    expect(pagesOf([...heights(30), tall, ...heights(30)], page)).toEqual([
      [{ piece: 0, from: 0, to: 30 }],
      [{ piece: 1, from: 0, to: 96 }],
      [{ piece: 1, from: 96, to: 192 }],
      [
        { piece: 1, from: 192, to: 250 },
        { piece: 2, from: 0, to: 30 },
      ],
    ]);
  });

  test('no pieces make no pages', () => {
    expect(pagesOf([], page)).toEqual([]);
  });

  test('every piece is printed once and whole, no page overflows, and pieces that fit a page are not split', () => {
    const piece = fc.record({
      height: fc.integer({ min: 1, max: 260 }),
      staysWithNext: fc.boolean(),
      cuts: fc.constant(Array.from({ length: 20 }, (_, index) => index * 13)),
    });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const placed = pagesOf(pieces, page);
        for (const all of placed) {
          expect(all.length).toBeGreaterThan(0);
          expect(all.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThanOrEqual(page);
        }
        const parts = placed.flat();
        for (const [index, { height }] of pieces.entries()) {
          const own = parts.filter((part) => part.piece === index);
          expect(own.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(height);
          if (height <= page) expect(own).toHaveLength(1);
        }
        expect(parts.map((part) => part.piece)).toEqual(
          parts.map((part) => part.piece).toSorted((a, b) => a - b),
        );
      }),
    );
  });
});
