import { describe, expect, test } from 'vitest';
import { formulaProblem } from './formula-problem.ts';
import { nextSlot, previousSlot, withTemplate } from './latex-slots.ts';
import { pastedFormulas, typedBlockFormula, typedFormula } from './typed-formulas.ts';

describe('what is typed between dollar signs is a formula', () => {
  test.each([
    ['$x$', 'x'],
    ['Take $\\pi$', '\\pi'],
    ['($2x + 3$', '2x + 3'],
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
    'x$',
  ])('but not %s', (typed) => {
    expect(typedFormula(typed)).toBeUndefined();
  });

  test('two on both sides make one on a line of its own', () => {
    expect(typedBlockFormula('$$ x^2 $$')).toBe('x^2');
    expect(typedBlockFormula('so $$x^2$$')).toBeUndefined();
    expect(typedBlockFormula('$$  $$')).toBeUndefined();
  });

  test('pasted text shows by a sign of LaTeX that it means one', () => {
    expect(pastedFormulas('From $5 to $7, take $\\frac{1}{2}$ and $x^2$')).toEqual([
      { latex: '\\frac{1}{2}', index: 20, length: 13 },
      { latex: 'x^2', index: 38, length: 5 },
    ]);
  });
});

describe('a template', () => {
  test('takes what is selected and leads to its next place', () => {
    const line = { value: '1+x', start: 2, end: 3 };
    expect(withTemplate(line, '\\frac{#}{}')).toEqual({
      value: '1+\\frac{x}{}',
      start: 11,
      end: 11,
    });
    expect(withTemplate(line, '\\times ').value).toBe('1+\\times ');
  });

  test('is filled from the first place to the last, and back', () => {
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
    '\\fra is not a command of LaTeX.',
  ],
  ["KaTeX parse error: Expected '}', got 'EOF' at end of input", 'A bracket { is not closed.'],
  ["KaTeX parse error: Expected 'EOF', got '}' at position 2", 'There is a bracket } too many.'],
  ['anything else', 'This formula cannot be read as LaTeX.'],
])('what is wrong is said in a sentence: %s', (message, sentence) => {
  expect(formulaProblem(new Error(message))).toBe(sentence);
});
