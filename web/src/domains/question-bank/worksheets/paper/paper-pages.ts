/** A piece of paper that is measured: its height, and whether it stays with the piece below it (a heading). */
export type MeasuredPiece = {
  height: number;
  staysWithNext?: boolean;
  /** Where it may be cut if it is taller than a page: below which of its lines, from its top, in order. */
  cuts?: readonly number[];
};

/** A piece on a page; only one that is taller than a page is shown from line to line. */
export type PlacedPiece = { piece: number; from: number; to: number };

/**
 * Puts pieces on pages of a height, in their order. A piece never breaks, nor leaves the heading above it; only what is
 * taller than a page goes on over pages, cut below one of its lines.
 */
export const pagesOf = (pieces: readonly MeasuredPiece[], capacity: number): PlacedPiece[][] => {
  const pages: PlacedPiece[][] = [];
  let page: PlacedPiece[] = [];
  let left = capacity;
  const turn = () => {
    if (page.length > 0) pages.push(page);
    page = [];
    left = capacity;
  };
  const place = (piece: number, from: number, to: number) => {
    page.push({ piece, from, to });
    left -= to - from;
  };
  for (const group of groupsOf(pieces)) {
    const height = group.reduce((sum, piece) => sum + heightOf(pieces, piece), 0);
    if (height > left) turn();
    for (const piece of group) {
      const own = heightOf(pieces, piece);
      if (left <= 0 || (own > left && own <= capacity)) turn();
      for (const part of partsOf(pieces[piece], left, capacity)) {
        if (part.from > 0) turn();
        place(piece, part.from, part.to);
      }
    }
  }
  turn();
  return pages;
};

const heightOf = (pieces: readonly MeasuredPiece[], piece: number) => pieces[piece]?.height ?? 0;

/** Pieces that stay on one page, each group in its order. */
const groupsOf = (pieces: readonly MeasuredPiece[]): number[][] => {
  const groups: number[][] = [];
  let isOpen = false;
  for (const [index, piece] of pieces.entries()) {
    if (isOpen) groups.at(-1)?.push(index);
    else groups.push([index]);
    isOpen = piece.staysWithNext ?? false;
  }
  return groups;
};

/** The parts of a piece that is taller than a page: the first as tall as what is left, the others as a page. */
const partsOf = (piece: MeasuredPiece | undefined, left: number, capacity: number) => {
  const { height, cuts = [] } = piece ?? { height: 0 };
  const parts: { from: number; to: number }[] = [];
  let from = 0;
  let room = left;
  while (height - from > room) {
    // Where no line ends in time it is cut where the page ends.
    const to = cuts.findLast((cut) => cut > from && cut <= from + room) ?? from + room;
    parts.push({ from, to });
    from = to;
    room = capacity;
  }
  return [...parts, { from, to: height }];
};
