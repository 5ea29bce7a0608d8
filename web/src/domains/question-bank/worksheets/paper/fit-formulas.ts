/** Smallest legible scale of a formula; staff are warned below it. */
const smallestScale = 0.7;

const formulasOf = (piece: HTMLElement) => [
  ...piece.querySelectorAll<HTMLElement>('[data-type="block-math"], [data-type="inline-math"]'),
];

/** Shrinks each formula that is wider than its column until it fits. Returns the scale of each, 1 if it fits. */
export const fitFormulas = (piece: HTMLElement): number[] => {
  const formulas = formulasOf(piece);
  for (const formula of formulas) formula.style.removeProperty('font-size');
  const scales = formulas.map((formula) => {
    const { width, room } =
      formula.dataset['type'] === 'block-math'
        ? { width: formula.scrollWidth, room: formula.clientWidth }
        : widthsInLine(formula, piece);
    // Whole percents, rounded down: some browsers do not scale letters to fractions of a pixel.
    return width > room ? Math.floor((room / width) * 99) / 100 : 1;
  });
  scaleFormulas(piece, scales);
  return scales;
};

/** Width of the widest unbreakable part of an inline formula, and the width of its column. */
const widthsInLine = (formula: HTMLElement, piece: HTMLElement) => {
  const parts = [...formula.querySelectorAll('.katex-html > .katex-base')];
  const width = Math.floor(Math.max(0, ...parts.map((part) => part.getBoundingClientRect().width)));
  let column = formula.parentElement ?? piece;
  while (column !== piece && getComputedStyle(column).display.startsWith('inline'))
    column = column.parentElement ?? piece;
  const { paddingLeft, paddingRight } = getComputedStyle(column);
  const box = column.getBoundingClientRect();
  // A cell or item that grows with its formula still ends at the paper's edge.
  const end = Math.min(box.right, piece.getBoundingClientRect().right);
  const room = end - box.left - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return { width, room: Math.max(1, room) };
};

/** Applies the scales found where the same piece was measured. */
export const scaleFormulas = (piece: HTMLElement, scales: readonly number[]): void => {
  for (const [index, formula] of formulasOf(piece).entries()) {
    const scale = scales[index] ?? 1;
    if (scale < 1) formula.style.fontSize = `${scale}em`;
    else formula.style.removeProperty('font-size');
  }
};

/** Warnings for staff about the formulas of a measured piece. */
export const formulaNotes = (piece: HTMLElement, scales: readonly number[]): string[] => [
  ...[...piece.querySelectorAll<HTMLElement>('[data-broken]')].map(
    ({ dataset }) =>
      `A formula cannot be drawn and is printed as it was typed. ${dataset['broken'] ?? ''}`,
  ),
  ...scales
    .filter((scale) => scale < smallestScale)
    .map(
      (scale) =>
        `A formula is printed at ${Math.round(scale * 100)} % of its size to fit the page. Please split it into lines.`,
    ),
];
