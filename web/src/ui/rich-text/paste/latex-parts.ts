/* Shared helpers for converting other programs' formulas to LaTeX. */

const signs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '×': '\\times',
    '÷': '\\div',
    '⋅': '\\cdot',
    '·': '\\cdot',
    '∙': '\\cdot',
    '±': '\\pm',
    '∓': '\\mp',
    '−': '-',
    '–': '-',
    '≤': '\\le',
    '≥': '\\ge',
    '≠': '\\ne',
    '≈': '\\approx',
    '≡': '\\equiv',
    '≅': '\\cong',
    '∼': '\\sim',
    '∞': '\\infty',
    '∠': '\\angle',
    '△': '\\triangle',
    '°': '^\\circ',
    '∘': '\\circ',
    '√': '\\surd',
    '∑': '\\sum',
    '∏': '\\prod',
    '∫': '\\int',
    '∬': '\\iint',
    '∮': '\\oint',
    '∂': '\\partial',
    '∇': '\\nabla',
    '∈': '\\in',
    '∉': '\\notin',
    '⊂': '\\subset',
    '⊆': '\\subseteq',
    '∪': '\\cup',
    '∩': '\\cap',
    '∅': '\\emptyset',
    '∀': '\\forall',
    '∃': '\\exists',
    '→': '\\to',
    '←': '\\leftarrow',
    '⇒': '\\Rightarrow',
    '⇔': '\\Leftrightarrow',
    '⊥': '\\perp',
    '∥': '\\parallel',
    '∴': '\\therefore',
    '∵': '\\because',
    '…': '\\ldots',
    '⋯': '\\cdots',
    '′': "'",
    '″': "''",
    '\u00a0': '\\ ',
    '{': '\\{',
    '}': '\\}',
    '%': '\\%',
    '#': '\\#',
    '&': '\\&',
    $: '\\$',
    _: '\\_',
    '\\': '\\backslash',
    '⟨': '\\langle',
    '⟩': '\\rangle',
    '‖': '\\Vert',
    '⌊': '\\lfloor',
    '⌋': '\\rfloor',
    '⌈': '\\lceil',
    '⌉': '\\rceil',
  }),
);

const greek =
  'α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu µ mu ' +
  'ν nu ξ xi π pi ρ rho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega Γ Gamma Δ Delta ∆ Delta ' +
  'Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega';
const letters: ReadonlyMap<string, string> = new Map(
  greek.split(' ').flatMap((letter, index, all) => {
    const name = all[index + 1];
    return index % 2 === 0 && name !== undefined ? [[letter, `\\${name}`] as const] : [];
  }),
);

/** Invisible characters, such as the invisible times of MathML. */
const invisible = /[\u200b-\u200f\u2061-\u2064\ufeff]/g;

/** Characters as LaTeX. Letters of mathematical alphabets (𝑥) become plain ones. */
export const latexOf = (text: string): string => {
  let latex = '';
  for (const character of text.replaceAll(invisible, '')) {
    const plain = isMathematical(character) ? character.normalize('NFKD') : character;
    const command = signs.get(plain) ?? letters.get(plain);
    // A command needs a space before a letter.
    if (/\\[a-zA-Z]+$/.test(latex.slice(-16)) && /^[a-zA-Z]/.test(command ?? plain)) latex += ' ';
    latex += command ?? plain;
  }
  return latex;
};

const isMathematical = (character: string) => {
  const code = character.codePointAt(0) ?? 0;
  return (code >= 0x1_d4_00 && code <= 0x1_d7_ff) || code === 0x21_0e;
};

/** Joins parts; a space separates a command from a following letter. */
export const joined = (parts: readonly string[]): string => {
  let latex = '';
  for (const part of parts) {
    if (/\\[a-zA-Z]+$/.test(latex.slice(-40)) && /^[a-zA-Z]/.test(part)) latex += ' ';
    latex += part;
  }
  return latex;
};

/** A LaTeX argument in braces. */
export const braced = (latex: string): string => `{${latex.trim()}}`;

/** A base with subscript and superscript; a base of several characters is grouped. */
export const scripted = (base: string, { sub = '', sup = '' }): string => {
  const isOne = /^(?:[^\\\s]|\\[a-zA-Z]+|\\[^a-zA-Z])?$/u.test(base) || /^\d+$/.test(base);
  // A degree sign and a prime are already raised.
  const raised = /^\^?\\circ$/.test(sup.trim()) ? '^\\circ' : sup === '' ? '' : `^${braced(sup)}`;
  const prime = /^'+$/.test(sup.trim()) ? sup.trim() : undefined;
  return `${isOne ? base : braced(base)}${sub === '' ? '' : `_${braced(sub)}`}${prime ?? raised}`;
};

export const fraction = (above: string, below: string): string =>
  `\\frac${braced(above)}${braced(below)}`;

export const root = (radicand: string, degree = ''): string =>
  `\\sqrt${degree.trim() === '' ? '' : `[${degree.trim()}]`}${braced(radicand)}`;

/** Content between growing brackets; '' for an invisible bracket. */
export const bracketed = (content: string, open: string, close: string): string => {
  const bracket = (sign: string) => (sign === '' ? '.' : latexOf(sign));
  return `\\left${bracket(open)}${/^[a-zA-Z]/.test(content) && /[a-zA-Z]$/.test(bracket(open)) ? ' ' : ''}${content}\\right${bracket(close)}`;
};

export const rows = (cells: readonly (readonly string[])[], environment = 'matrix'): string =>
  `\\begin{${environment}}${cells.map((row) => row.join(' & ')).join(' \\\\ ')}\\end{${environment}}`;

const accents: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '\u0302': 'hat',
    '^': 'hat',
    ˆ: 'hat',
    '\u0303': 'tilde',
    '~': 'tilde',
    '˜': 'tilde',
    '\u0304': 'bar',
    '\u0305': 'overline',
    '¯': 'overline',
    '‾': 'overline',
    '―': 'overline',
    '\u0307': 'dot',
    '˙': 'dot',
    '\u0308': 'ddot',
    '¨': 'ddot',
    '\u20d7': 'vec',
    '→': 'overrightarrow',
    '←': 'overleftarrow',
    '↔': 'overleftrightarrow',
    '⏞': 'overbrace',
    '⏟': 'underbrace',
    '⏜': 'overparen',
    _: 'underline',
    '\u0332': 'underline',
  }),
);

/** A base with an accent over its whole width; undefined if LaTeX has no command for it. */
export const accented = (base: string, sign: string): string | undefined => {
  const command = accents.get(sign.trim());
  return command === undefined ? undefined : `\\${command}${braced(base)}`;
};

const functions =
  'sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan log ln exp lim max min gcd det mod'.split(
    ' ',
  );

/** A function's name in upright type; other words as an operator name. */
export const named = (name: string): string => {
  const word = name.trim();
  return functions.includes(word) ? `\\${word}` : `\\operatorname${braced(word)}`;
};
export const isFunction = (name: string): boolean => functions.includes(name.trim());

/** Text within a formula. */
export const textOf = (text: string): string =>
  text.trim() === ''
    ? text === ''
      ? ''
      : '\\ '
    : `\\text{${text.replaceAll(/[\\{}$%#&_^~]/g, (sign) => (/[\\^~]/.test(sign) ? ' ' : `\\${sign}`))}}`;
