/*
 * Formulas of formatted text in words: for what can draw none, such as e-mails, timelines and comparisons
 * (docs/adr/0032).
 */

/** Does a kept text hold a formula? */
export const hasFormula = (html: string): boolean => /<(span|div) [^>]*data-latex="/.test(html);

const formula = /<(span|div) [^>]*?data-latex="([^"]*)"[^>]*>[^<]*(?:<\/\1>)?/g;

/** Kept text with the words of its formulas in their places, still HTML. */
export const withFormulasInWords = (html: string): string =>
  html.replaceAll(formula, (_element, tag: string, latex: string) => {
    const words = escaped(latexInWords(unescaped(latex)));
    return tag === 'div' ? `<p>${words}</p>` : words;
  });

const signs: Readonly<Record<string, string>> = {
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
};

/** LaTeX as one would write it in a line: `5\frac{1}{4} \times 2` is "5 1/4 × 2". What is not known stays as typed. */
export const latexInWords = (latex: string): string => {
  const inLine = latex
    .replaceAll(/\^\s*(\{\s*\\circ\s*\}|\\circ(?![a-zA-Z]))/g, '°')
    .replaceAll(/\\([a-zA-Z]+)/g, (command, name: string) => signs[name] ?? command)
    .replaceAll(/\\[,;:!> ]/g, ' ')
    .replaceAll(/\\([%$#&_])/g, '$1');
  return withoutBraces(inLine)
    .replaceAll(/\\(left|right|displaystyle)(?![a-zA-Z])/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
};

/** Each step takes the innermost braces away, so that what is nested comes right from the inside out. */
const withoutBraces = (text: string): string => {
  const next = text
    .replaceAll(
      /(\d?)\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g,
      (_all, whole: string, above: string, below: string) =>
        `${whole && `${whole} `}${grouped(above)}/${grouped(below)}`,
    )
    .replaceAll(/\\sqrt\s*\{([^{}]*)\}/g, (_all, of: string) => `√${grouped(of)}`)
    .replaceAll(/\\(?:text|mathrm|textbf|mathbf|operatorname)\s*\{([^{}]*)\}/g, '$1')
    .replaceAll(/\^\s*\{([^{}]*)\}/g, (_all, power: string) => `^${grouped(power)}`)
    .replaceAll(/_\s*\{([^{}]*)\}/g, (_all, index: string) => `_${grouped(index)}`);
  return (next === text ? next : withoutBraces(next))
    .replaceAll(/\^2(?!\d)/g, '²')
    .replaceAll(/\^3(?!\d)/g, '³');
};

const grouped = (part: string): string =>
  /^[\p{L}\p{N}.,°√²³]*$/u.test(part.trim()) ? part.trim() : `(${part.trim()})`;

const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': '\u00a0', '&amp;': '&' };

const unescaped = (text: string) =>
  Object.entries(entities).reduce((rest, [entity, sign]) => rest.replaceAll(entity, sign), text);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
