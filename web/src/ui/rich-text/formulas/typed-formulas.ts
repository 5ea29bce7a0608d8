import { formulaExcess } from 'staffroom-contract/shared/formula-limits.ts';

/* LaTeX typed or pasted as text. Prices are text too: "S$12 … S$30", "$5/kg", "US$x". So `$…$` is a formula only if
   no letter or digit precedes it, no digit follows the first sign, and the content looks like LaTeX. */
const within = /(?:^|[^$\\\p{L}\p{N}])\$([^\s$\d](?:[^$]*[^\s$\\])?)\$$/u;
const alone = /^\$\$([^$]+)\$\$$/;

/** True for mathematics: a command, a power, or letters and signs without words. */
const looksLikeLatex = (text: string): boolean => {
  if (/\\[a-zA-Z]|[\^_{}]/.test(text)) return true;
  if (text.length > 60 || !/^[\p{L}\d\s+\-−*/=<>≤≥≠()[\]|,.'!:]{1,60}$/u.test(text)) return false;
  // "or" and "kg" are words; AB and ABC are points, ab is a product.
  const isWord = /\s/.test(text)
    ? /\p{Ll}{2}|\p{Ll}\p{Lu}|\p{Lu}\p{Ll}/u
    : /\p{Ll}{3}|\p{Lu}\p{Ll}{2}/u;
  return /\p{L}/u.test(text) && !isWord.test(text) && !/\p{Lu}{5}/u.test(text);
};

/** The formula at the end of the text before the caret, and the number of characters it was typed with. */
export const typedFormula = (before: string): { latex: string; length: number } | undefined => {
  const [, latex] = within.exec(before) ?? [];
  if (latex === undefined || !looksLikeLatex(latex)) return undefined;
  return { latex, length: latex.length + 2 };
};

/** The same for a formula on its own line. */
export const typedBlockFormula = (before: string): string | undefined =>
  alone.exec(before)?.[1]?.trim() || undefined;

/** A formula in pasted text: its LaTeX, its offsets, and whether it is on a line of its own. */
export type WrittenFormula = { latex: string; start: number; end: number; isBlock: boolean };

const openings =
  /(?<!\\)(?:\\\(|\\\[|\$\$|\$|\\begin\{(?:align|gather|equation|displaymath)\*?\})/g;

/**
 * Formulas in pasted text in all LaTeX notations: `$…$`, `$$…$$`, `\(…\)`, `\[…\]` and display environments. Non-text
 * content must be replaced by `objectSign`.
 */
export const pastedFormulas = (text: string): WrittenFormula[] => {
  const found: WrittenFormula[] = [];
  /** Closing signs that do not occur again, so that they are not searched again. */
  const gone = new Set<string>();
  let at = 0;
  for (const { 0: opening, index: start } of text.matchAll(openings)) {
    if (start < at) continue;
    const closing = closingOf(opening);
    if (gone.has(closing)) continue;
    const from = start + opening.length;
    const close = text.indexOf(closing, from);
    if (close === -1) {
      gone.add(closing);
      continue;
    }
    const content = text.slice(from, close).trim();
    const end = close + closing.length;
    const isFormula =
      content !== '' &&
      content.length <= 4000 &&
      !content.includes(objectSign) &&
      !/\n\s*\n/.test(content) &&
      (opening === '$' ? isInline(text, start, close) : !content.includes(opening));
    const latex = isFormula ? writtenLatex(opening, content) : '';
    if (latex === '' || formulaExcess(latex)) continue;
    found.push({ latex, start, end, isBlock: opening !== '$' && opening !== '\\(' });
    at = end;
  }
  return found;
};

/** Placeholder in text for a formula or picture. */
export const objectSign = '\ufffc';

const closingOf = (opening: string) => {
  if (opening.startsWith('\\begin')) return opening.replace('begin', 'end');
  return opening === '\\(' ? '\\)' : opening === '\\[' ? '\\]' : opening;
};

const writtenLatex = (opening: string, content: string) => {
  const [, name] = /^\\begin\{(align|gather)/.exec(opening) ?? [];
  const latex = content.replaceAll('\n', ' ');
  // Numbered and unnumbered lines are treated alike.
  return name ? `\\begin{${name}*}${latex}\\end{${name}*}` : latex;
};

const isInline = (text: string, start: number, close: number) => {
  const content = text.slice(start + 1, close);
  return (
    !/[\p{L}\p{N}]/u.test(text[start - 1] ?? '') &&
    !/^[\s\d]|[\s\\]$|\n/.test(content) &&
    !/[\d$]/.test(text[close + 1] ?? '') &&
    looksLikeLatex(content)
  );
};
