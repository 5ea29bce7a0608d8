import { describe, expect, test } from 'vitest';
import { formulaExcess, formulaExcessIn } from './formula-limits.ts';

const nested = (begin: string, end: string, levels: number) =>
  `${begin.repeat(levels)}x${end.repeat(levels)}`;

describe('a formula', () => {
  test('has at most 2,000 characters', () => {
    expect(formulaExcess('x'.repeat(2000))).toBeUndefined();
    expect(formulaExcess('x'.repeat(2001))).toBe('formula_too_long');
  });

  test.each([
    ['braces', '{', '}'],
    ['fractions', '\\frac{1}{', '}'],
    ['fractions above', '\\frac{', '}{2}'],
    ['fractions without braces', '\\frac1', ''],
    ['fractions of fractions', '\\frac', '1'],
    ['roots', '\\sqrt{', '}'],
    ['roots without braces', '\\sqrt', ''],
    ['roots with an index', '\\sqrt[3]', ''],
    ['roots in an index', '\\sqrt[', ']2'],
    ['powers', 'x^{', '}'],
    ['powers without braces', '^', ''],
    ['delimiters', '\\left(', '\\right)'],
    ['delimiters with a command', '\\left\\{', '\\right\\}'],
    ['environments', '\\begin{matrix}', '\\end{matrix}'],
    ['environments behind a sign', '\\begin{cases}1&2\\\\', '\\end{cases}'],
    ['styles', '\\rm ', ''],
    ['styles with signs between', '\\displaystyle x', ''],
    ['commands that no one knows', '\\foo', ''],
    ['commands of every object', '\\constructor', ''],
    ['groups as commands', '\\bgroup x', ''],
    ['mixed', '\\frac{1}{\\sqrt{x^{', '}}}', 3],
  ])('has at most 50 levels: %s', (_name, begin, end, each = 1) => {
    const most = Math.floor(50 / each);
    expect(formulaExcess(nested(begin, end, most))).toBeUndefined();
    expect(formulaExcess(nested(begin, end, most + 1))).toBe('formula_too_deep');
  });

  test.each([
    ['braces', '{x}'],
    ['fractions', '\\frac{1}{2}+'],
    ['fractions without braces', '\\frac12'],
    ['powers', 'x^2y_1'],
    ['signs', '\\alpha\\times'],
    ['commands', '\\bar x'],
    ['delimiters', '\\left(x\\right)'],
    ['intervals', '\\sqrt2\\in[0,1)'],
  ])('may have many in sequence: %s', (_name, part) => {
    expect(formulaExcess(part.repeat(100))).toBeUndefined();
  });

  test('may have a style in each cell', () => {
    const cells = '\\displaystyle x & '.repeat(30);
    expect(formulaExcess(`\\begin{matrix}${cells}\\end{matrix}`)).toBeUndefined();
  });

  test('is not closed by a bracket in its text', () => {
    expect(formulaExcess(nested('{\\verb|}|', '}', 51))).toBe('formula_too_deep');
    expect(formulaExcess(nested('{\\}', '}', 51))).toBe('formula_too_deep');
  });
});

describe('HTML', () => {
  const deep = '\\sqrt{'.repeat(51);
  const braces = (written: string) => `\\sqrt${written}`.repeat(51);
  test.each([
    ['as the editor writes it', `<span data-type="inline-math" data-latex="${deep}"></span>`],
    ['in other quotes', `<span DATA-LATEX = '${deep}'>`],
    ['without quotes', `<div data-latex=${deep} data-type=block-math>`],
    ['behind one that only looks like it', `<span title='data-latex="' data-latex="${deep}">`],
    ['with numbers for braces', `<span data-latex="${braces('&#123;')}">`],
    ['with long numbers for braces', `<span data-latex="${braces('&#x0000000007b;')}">`],
    ['with names for braces', `<span data-latex="${braces('&lcub;')}">`],
    ['with names for commands', `<span data-latex="${'&bsol;sqrt{'.repeat(51)}">`],
  ])('is refused with a formula that is too deep: %s', (_name, html) => {
    expect(formulaExcessIn(`<p>Take ${html}</p>`)).toBe('formula_too_deep');
  });

  test('is refused with a formula that is too long', () => {
    expect(formulaExcessIn(`<span data-latex="${'x'.repeat(2001)}">`)).toBe('formula_too_long');
    expect(formulaExcessIn(`<span data-latex="${'x'.repeat(200_000)}">`)).toBe('formula_too_long');
  });

  test('is accepted with any number of formulas within the limits', () => {
    const formula = `<span data-type="inline-math" data-latex="${'&quot;'.repeat(2000)}"></span>`;
    expect(formulaExcessIn(formula.repeat(4))).toBeUndefined();
    expect(formulaExcessIn('<p>the attribute data-latex</p>')).toBeUndefined();
  });
});
