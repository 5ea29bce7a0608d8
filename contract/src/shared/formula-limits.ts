/*
 * The limits of a formula. Drawing and parsing LaTeX takes time and stack with each level of nesting, so a formula
 * above a limit is refused when it is saved, and shown as source if it was stored before (docs/adr/0034).
 */

/** Most characters of a formula's LaTeX. */
export const longestFormula = 2000;

/** Most levels of nesting: braces, `\left … \right`, environments, and commands inside their arguments. */
const deepestFormula = 50;

/** The message of each limit. The error catalogue imports them from here, since a form needs only these two. */
export const formulaSentences = {
  formula_too_long: 'A formula is longer than 2,000 characters. Please split it.',
  formula_too_deep: 'A formula is nested deeper than 50 levels. Please simplify it.',
} as const;

export type FormulaExcess = keyof typeof formulaSentences;

/** Returns the limit that a formula exceeds, or undefined. */
export const formulaExcess = (latex: string): FormulaExcess | undefined => {
  if (latex.length > longestFormula) return 'formula_too_long';
  // A level takes at least one character.
  return latex.length > deepestFormula && isTooDeep(latex) ? 'formula_too_deep' : undefined;
};

/**
 * Returns the limit that a formula in HTML exceeds, also in HTML that is not cleaned yet. Every `data-latex` is checked
 * however a parser may read it: no formula is missed, and text with the same characters may be refused too.
 */
export const formulaExcessIn = (html: string): FormulaExcess | undefined => {
  for (const { index } of html.matchAll(/data-latex/gi)) {
    value.lastIndex = index + 'data-latex'.length;
    const [, double, single, bare] = value.exec(html) ?? [];
    const written = double ?? single ?? bare;
    if (written === undefined) continue;
    if (written.length > longestWritten) return 'formula_too_long';
    const excess = formulaExcess(unescaped(written).trim());
    if (excess) return excess;
  }
  return undefined;
};

/** Most characters of an attribute value that are read; `&quot;` is the editor's longest form of a character. */
const longestWritten = longestFormula * '&quot;'.length;

/** The value of an attribute, at most one character more than `longestWritten`. */
const value = /\s*=\s*(?:"([^"]{0,12001})|'([^']{0,12001})|([^\s>]{1,12001}))/y;

/** Named entities of characters with a meaning in LaTeX, in addition to those in every cleaned text. */
const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lt: '<',
    gt: '>',
    quot: '"',
    amp: '&',
    nbsp: ' ',
    apos: "'",
    bsol: '\\',
    lcub: '{',
    lbrace: '{',
    rcub: '}',
    rbrace: '}',
    lsqb: '[',
    lbrack: '[',
    rsqb: ']',
    rbrack: ']',
    Hat: '^',
    lowbar: '_',
    UnderBar: '_',
  }),
);

/** Decodes the entities of an attribute value. */
export const unescaped = (written: string) =>
  written.replaceAll(
    /&(?:#x0*([0-9a-f]{1,6})|#0*(\d{1,7})|([a-z]{2,8}));?/gi,
    (entity, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities.get(name) ?? entity;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
    },
  );

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Commands without arguments. An unknown command counts as having one, so that no nesting is missed. */
const symbols = words(`
  times div cdot pm mp le leq ge geq ne neq equiv sim approx cong lt gt ll gg in notin subset supset subseteq supseteq cup
  cap emptyset varnothing forall exists infty partial nabla sum prod int oint alpha beta gamma delta epsilon varepsilon
  zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta
  Lambda Xi Pi Sigma Upsilon Phi Psi Omega angle triangle square degree circ bullet star ell ldots cdots vdots ddots dots
  dotsb dotsc perp parallel to gets mapsto rightarrow leftarrow Rightarrow Leftarrow leftrightarrow Leftrightarrow iff
  implies uparrow downarrow therefore because quad qquad colon mid lbrace rbrace lvert rvert langle rangle sin cos tan cot
  sec csc log ln exp lim max min gcd prime limits nolimits hline
`);

/** Commands with more than one argument. */
const severalArguments: ReadonlyMap<string, number> = new Map(
  Object.entries({
    frac: 2,
    dfrac: 2,
    tfrac: 2,
    cfrac: 2,
    genfrac: 6,
    binom: 2,
    dbinom: 2,
    tbinom: 2,
    overset: 2,
    underset: 2,
    stackrel: 2,
    textcolor: 2,
    colorbox: 2,
    fcolorbox: 3,
    raisebox: 2,
    rule: 2,
    href: 2,
    htmlClass: 2,
    htmlId: 2,
    htmlStyle: 2,
    htmlData: 2,
    mathchoice: 4,
  }),
);

/** Commands whose effect and nesting last to the end of the group around them. */
const styles = words(`
  displaystyle textstyle scriptstyle scriptscriptstyle color rm sf tt bf it cal tiny sixptsize scriptsize footnotesize
  small normalsize large Large LARGE huge Huge
`);

/** A token of LaTeX: `\verb|…|`, a delimiter with its bracket, an environment's begin or end, a command, a sign. */
const step =
  /\\verb\*?([^a-zA-Z*\s])[^]*?\1|\\(?:left|right)(?![a-zA-Z@])\s*(?:\\[a-zA-Z@]+|\\?[^])|\\(?:begin|end)\s*\{[^{}]*\}|\\[a-zA-Z@]+|\\[^]|[^\s]/gu;

const begins = words('{ left begin bgroup begingroup');
const ends = words('} right end egroup endgroup');
const textAccents = words(String.raw`\' \" \^ \~ \= \.`);

/** An open element at a position of a formula; a command waits for `missing` arguments. */
type Open = {
  kind: 'group' | 'environment' | 'bracket' | 'style' | 'command';
  level: number;
  missing: number;
};

/** Checks the nesting in one pass, without recursion. */
const isTooDeep = (latex: string): boolean => {
  const open: Open[] = [];
  /** If true, a bracket starts an optional argument. */
  let isBehindCommand = false;

  const begin = (kind: Open['kind'], missing = 0) => {
    const around = open.at(-1);
    // `\frac{…}` is one level, not two.
    const isArgument = around?.kind === 'command' && (kind === 'group' || kind === 'bracket');
    open.push({ kind, level: (around?.level ?? 0) + (isArgument ? 0 : 1), missing });
  };
  /** A command with all its arguments is itself an argument of the command around it. */
  const completeArgument = () => {
    for (let last = open.at(-1); last?.kind === 'command'; last = open.at(-1)) {
      last.missing -= 1;
      if (last.missing > 0) return;
      open.pop();
    }
  };
  const innermost = () => open.findLast(({ kind }) => kind !== 'style' && kind !== 'command');
  /** Closes the innermost group with everything that is open in it. */
  const end = () => {
    const group = innermost();
    open.length = group ? open.indexOf(group) : 0;
  };

  for (const [sign] of latex.matchAll(step)) {
    const name = commandName.exec(sign)?.[1] ?? sign;
    const mayHaveBracket = isBehindCommand;
    isBehindCommand = false;
    if (begins.has(name)) begin(name === 'begin' ? 'environment' : 'group');
    else if (ends.has(name)) {
      while (innermost()?.kind === 'bracket') end();
      end();
      completeArgument();
    } else if (name === '[' && mayHaveBracket) begin('bracket');
    else if (name === ']' && innermost()?.kind === 'bracket') {
      end();
      isBehindCommand = true;
    } else if (name === '&' || name === String.raw`\\` || name === 'cr') {
      const group = innermost();
      if (group?.kind === 'environment') open.length = open.indexOf(group) + 1;
    } else if (styles.has(name)) begin('style');
    else if (name === '^' || name === '_' || textAccents.has(name)) begin('command', 1);
    else if (name === sign || name === 'verb' || symbols.has(name)) completeArgument();
    else {
      begin('command', severalArguments.get(name) ?? 1);
      isBehindCommand = true;
    }
    if ((open.at(-1)?.level ?? 0) > deepestFormula) return true;
  }
  return false;
};

const commandName = /^\\([a-zA-Z@]+)/;
