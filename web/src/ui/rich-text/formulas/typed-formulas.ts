/**
 * A formula as it is typed: `$x^2$` within a line, `$$x^2$$` alone on a line. A space behind the first or before the last
 * sign makes none, and neither does an amount of money: "$5, then $7".
 */
const within = /(?:^|[^$\\])\$([^\s$](?:[^$]*[^\s$\\])?)\$$/;
const alone = /^\$\$([^$]+)\$\$$/;
const money = /^\d[\d.,]*\s*[,;:./–-]?$/;

/** The LaTeX of the formula that the text before the caret ends with, and how many signs it was typed with. */
export const typedFormula = (before: string): { latex: string; length: number } | undefined => {
  const [, latex] = within.exec(before) ?? [];
  if (latex === undefined || money.test(latex)) return undefined;
  return { latex, length: latex.length + 2 };
};

/** The same for a line of its own. */
export const typedBlockFormula = (before: string): string | undefined =>
  alone.exec(before)?.[1]?.trim() || undefined;

/** Formulas in pasted text, where a sign of LaTeX says that they are some. */
export const pastedFormulas = (text: string): { latex: string; index: number; length: number }[] =>
  [...text.matchAll(/(?<![$\\])\$([^\s$](?:[^$\n]*[^\s$\\])?)\$(?!\$)/g)]
    .filter(([, latex = '']) => /[\\^_{}]/.test(latex))
    .map(({ 0: whole, 1: latex = '', index }) => ({ latex, index, length: whole.length }));
