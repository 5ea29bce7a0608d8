/** A measured piece: its height, and whether it stays with the next piece (a heading). */
export type MeasuredPiece = {
  height: number;
  staysWithNext?: boolean;
  /** Offsets from its top, in order, where it may be cut if it is taller than a page. */
  cuts?: readonly number[];
  /** Scales of its block formulas, in order. */
  scales?: readonly number[];
  /** Warnings for staff about its formulas. */
  notes?: readonly string[];
};

/** A piece on a page; `from` and `to` cover a part only if it is taller than a page. */
export type PlacedPiece = { piece: number; from: number; to: number };

/**
 * Distributes pieces to pages in order. A piece is not split and stays with the heading above it; only pieces taller
 * than a page continue on further pages, cut below one of their lines.
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

/** Groups of pieces that stay on one page, in order. */
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

/** The parts of a piece taller than a page: the first fills the rest of the page, the others a page each. */
const partsOf = (piece: MeasuredPiece | undefined, left: number, capacity: number) => {
  const { height, cuts = [] } = piece ?? { height: 0 };
  const parts: { from: number; to: number }[] = [];
  let from = 0;
  let room = left;
  while (height - from > room) {
    // If no line ends in time, it is cut at the end of the page.
    const to = cuts.findLast((cut) => cut > from && cut <= from + room) ?? from + room;
    parts.push({ from, to });
    from = to;
    room = capacity;
  }
  return [...parts, { from, to: height }];
};
