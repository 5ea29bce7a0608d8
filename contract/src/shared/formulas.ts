import { formulaExcess, unescaped } from './formula-limits.ts';

/* Formulas as words, for places that cannot draw them: e-mails, timelines, comparisons (docs/adr/0032). */

/** Returns true if a stored text contains a formula. */
export const hasFormula = (html: string): boolean => /<(?:span|div) [^<>]*?data-latex="/.test(html);

/** A formula of stored text; the editor writes its attributes in either order. */
const formula =
  /<(span|div)(?: data-type="[a-z]+-math")? data-latex="([^"]*)"[^<>]*>[^<]*(?:<\/\1>)?/g;

/** Replaces each formula above the limits in stored text by its LaTeX as plain text. */
export const withExcessAsText = (html: string): string =>
  html.replaceAll(formula, (element, tag: string, latex: string) => {
    const typed = unescaped(latex);
    if (!formulaExcess(typed)) return element;
    return tag === 'div' ? `<p>${escaped(typed)}</p>` : escaped(typed);
  });

/** Replaces the formulas of stored text by words; the result is HTML. */
export const withFormulasInWords = (html: string): string =>
  html.replaceAll(formula, (_element, tag: string, latex: string) => {
    const words = escaped(latexInWords(unescaped(latex)));
    return tag === 'div' ? `<p>${words}</p>` : words;
  });

const signs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    times: '×',
    div: '÷',
    cdot: '·',
    pm: '±',
    le: '≤',
    leq: '≤',
    ge: '≥',
    geq: '≥',
    ne: '≠',
    neq: '≠',
    approx: '≈',
    pi: 'π',
    theta: 'θ',
    alpha: 'α',
    beta: 'β',
    angle: '∠',
    triangle: '△',
    degree: '°',
    circ: '°',
    ell: 'ℓ',
    infty: '∞',
    ldots: '…',
    dots: '…',
    perp: '⊥',
    parallel: '∥',
    to: '→',
    rightarrow: '→',
    left: '',
    right: '',
    displaystyle: '',
  }),
);

/**
 * Converts LaTeX to one line of text: `5\frac{1}{4} \times 2` is "5 1/4 × 2". Unknown commands and formulas above the
 * limits stay as typed.
 */
export const latexInWords = (latex: string): string =>
  (formulaExcess(latex) ? latex : inWords(latex)).replaceAll(/\s+/g, ' ').trim();

/** Commands whose argument in braces is written differently. */
const withBraces: ReadonlyMap<string, Open['as']> = new Map(
  Object.entries<Open['as']>({
    '\\frac': 'above',
    '\\dfrac': 'above',
    '\\tfrac': 'above',
    '\\sqrt': 'root',
    '\\text': 'words',
    '\\mathrm': 'words',
    '\\textbf': 'words',
    '\\mathbf': 'words',
    '\\operatorname': 'words',
    '^': 'power',
    _: 'index',
  }),
);

/** Open braces: their purpose, how they were typed, and their content so far, in words. */
type Open = {
  as: 'above' | 'below' | 'root' | 'words' | 'power' | 'index' | 'typed';
  typed: string;
  words: string;
  above: string;
};

const part =
  /\^\s*(?:\{\s*\\circ\s*\}|\\circ(?![a-zA-Z]))|\^[23](?!\d)|\\[a-zA-Z]+|\\[^]|\s+|[^\\^_{}\s]+|[^]/g;

/** Processes the tokens from left to right, with a stack of open braces. */
const inWords = (latex: string): string => {
  const parts = latex.match(part) ?? [];
  const open: Open[] = [];
  let words = '';
  const add = (text: string) => {
    const last = open.at(-1);
    if (last) last.words += text;
    else words += text;
  };
  /** Opens the next braces, also after spaces, and returns the index of their `{`; undefined without braces. */
  const openNext = (at: number, as: Open['as'], typed: string, above = '') => {
    const brace = parts[at + 1]?.trim() === '' ? at + 2 : at + 1;
    if (parts[brace] !== '{') return undefined;
    open.push({ as, typed: typed + parts.slice(at + 1, brace + 1).join(''), words: '', above });
    return brace;
  };

  for (let at = 0; at < parts.length; at += 1) {
    const sign = parts[at] ?? '';
    const as = withBraces.get(sign);
    const brace = as && openNext(at, as, sign);
    if (brace !== undefined) at = brace;
    else if (sign === '{') open.push({ as: 'typed', typed: sign, words: '', above: '' });
    else if (sign !== '}') add(signInWords(sign));
    else {
      const closed = open.pop();
      const typed = `${closed?.typed ?? ''}${closed?.words ?? ''}}`;
      const below = closed?.as === 'above' && openNext(at, 'below', typed, closed.words);
      if (below) at = below;
      else if (closed?.as === 'below') {
        const isMixed = /\d$/.test(open.at(-1)?.words ?? words);
        add(`${isMixed ? ' ' : ''}${grouped(closed.above)}/${grouped(closed.words)}`);
      } else add(closed ? closedInWords(closed, typed) : sign);
    }
  }
  for (let last = open.pop(); last; last = open.pop()) add(last.typed + last.words);
  return words;
};

const closedInWords = ({ as, words }: Open, typed: string): string => {
  if (as === 'root') return `√${grouped(words)}`;
  if (as === 'words') return words;
  if (as === 'power') return powers.get(words.trim()) ?? `^${grouped(words)}`;
  return as === 'index' ? `_${grouped(words)}` : typed;
};
const signInWords = (sign: string): string => {
  if (sign.startsWith('^'))
    return sign.includes('circ') ? '°' : (powers.get(sign.slice(1)) ?? sign);
  if (!sign.startsWith('\\') || sign.length === 1) return sign;
  const name = sign.slice(1);
  if (',;:!> '.includes(name)) return ' ';
  return '%$#&_'.includes(name) ? name : (signs.get(name) ?? sign);
};

const powers: ReadonlyMap<string, string> = new Map(Object.entries({ 2: '²', 3: '³' }));

const grouped = (part: string): string =>
  /^[\p{L}\p{N}.,°√²³]*$/u.test(part.trim()) ? part.trim() : `(${part.trim()})`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
