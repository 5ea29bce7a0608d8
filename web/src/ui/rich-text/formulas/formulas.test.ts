import { describe, expect, test } from 'vitest';
import { formulaProblem } from './formula-problem.ts';
import { nextSlot, previousSlot, withTemplate } from './latex-slots.ts';
import { pastedFormulas, typedBlockFormula, typedFormula } from './typed-formulas.ts';

describe('text between dollar signs is a formula', () => {
  test.each([
    ['$x$', 'x'],
    ['Take $\\pi$', '\\pi'],
    ['($x + 3$', 'x + 3'],
    ['line $AB$', 'AB'],
    ['$f(x)$', 'f(x)'],
    ['costs $5 or $\\frac{2}{5}$', '\\frac{2}{5}'],
  ])('%s', (typed, latex) => {
    expect(typedFormula(typed)).toEqual({ latex, length: latex.length + 2 });
  });

  test.each([
    'It costs $5 and $',
    'between $3–$',
    '$5,$',
    '$12.50$',
    '$ x $',
    '$$',
    '$$x$',
    '\\$x$',
    'S$12 and S$',
    'from S$x to S$',
    'US$x$',
    '$5/kg or $',
    '$2x + 3$',
    '$a or b$',
    '$me and you$',
    'x$',
  ])('but not %s', (typed) => {
    expect(typedFormula(typed)).toBeUndefined();
  });

  test('double dollar signs make a formula on its own line', () => {
    expect(typedBlockFormula('$$ x^2 $$')).toBe('x^2');
    expect(typedBlockFormula('so $$x^2$$')).toBeUndefined();
    expect(typedBlockFormula('$$  $$')).toBeUndefined();
  });

  test.each([
    ['From $5 to $7, take $\\frac{1}{2}$ and $x^2$', ['\\frac{1}{2}', 'x^2']],
    ['S$12 to S$30, US$5, A$x$, $5/kg and $6/kg', []],
    ['Cells $A$1 and $B$2', []],
    ['$2x + 3$ in all', []],
    ['\\(x\\) and \\[y\\] and $$z$$', ['x', 'y', 'z']],
    [
      '\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}',
      ['\\begin{align*}a &= b \\\\ c &= d\\end{align*}'],
    ],
    ['\\begin{equation*}x\\end{equation*}', ['x']],
    ['\\(never closed $x$', ['x']],
    ['a \\\\[2pt] b', []],
  ])('pasted: %s', (text, latex) => {
    expect(pastedFormulas(text).map((found) => found.latex)).toEqual(latex);
  });
});

describe('a template', () => {
  test('takes the selection and moves to its next slot', () => {
    const line = { value: '1+x', start: 2, end: 3 };
    expect(withTemplate(line, '\\frac{#}{}')).toEqual({
      value: '1+\\frac{x}{}',
      start: 11,
      end: 11,
    });
    expect(withTemplate(line, '\\times ').value).toBe('1+\\times ');
  });

  test('is filled from the first slot to the last, and back', () => {
    const { value, start } = withTemplate({ value: '', start: 0, end: 0 }, '#\\frac{}{}');
    expect([value, start]).toEqual(['\\frac{}{}', 0]);
    expect(nextSlot(value, 0)).toBe(6);
    expect(nextSlot(value, 6)).toBe(8);
    expect(nextSlot(value, 8)).toBeUndefined();
    expect(previousSlot(value, 8)).toBe(6);
    expect(previousSlot(value, 6)).toBeUndefined();
  });
});

test.each([
  [
    'KaTeX parse error: Undefined control sequence: \\fra at position 1',
    '\\fra is not a LaTeX command.',
  ],
  ["KaTeX parse error: Expected '}', got 'EOF' at end of input", 'A bracket { is not closed.'],
  ["KaTeX parse error: Expected 'EOF', got '}' at position 2", 'There is one } bracket too many.'],
  ['anything else', 'This formula cannot be read as LaTeX.'],
])('describes an error in a sentence: %s', (message, sentence) => {
  expect(formulaProblem(new Error(message))).toBe(sentence);
});
