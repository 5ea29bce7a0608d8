import { expect, test } from 'vitest';
import { hasFormula, latexInWords, withFormulasInWords } from './formulas.ts';

test.each([
  ['\\frac{2}{5}', '2/5'],
  ['5\\frac{1}{4}', '5 1/4'],
  ['\\frac{a+b}{2}', '(a+b)/2'],
  ['\\frac{\\frac{1}{2}}{3}', '(1/2)/3'],
  ['x^2 + y^{3}', 'x² + y³'],
  ['x^{12}', 'x^12'],
  ['\\sqrt{49}', '√49'],
  ['6 \\times 4 \\div 2 \\leq 12', '6 × 4 ÷ 2 ≤ 12'],
  ['\\pi = \\frac{22}{7}', 'π = 22/7'],
  ['\\angle ABC = 90^\\circ', '∠ ABC = 90°'],
  ['60^{\\circ}', '60°'],
  ['14\\text{ cm}^2', '14 cm²'],
  ['50\\%', '50%'],
  ['\\fra{1}{2}', '\\fra{1}{2}'],
])('%s reads as %s in words', (latex, words) => {
  expect(latexInWords(latex)).toBe(words);
});

const inline = (latex: string) => `<span data-type="inline-math" data-latex="${latex}"></span>`;

test('formulas stand in words where a text can draw none', () => {
  const html =
    `<p>Take ${inline('\\pi')} &amp; ${inline('a &lt; b')}</p>` +
    '<div data-latex="x^2" data-type="block-math"></div>';
  expect(hasFormula(html)).toBe(true);
  expect(withFormulasInWords(html)).toBe('<p>Take π &amp; a &lt; b</p><p>x²</p>');
});

test('words about data-latex are no formula', () => {
  const words = '<p>the attribute data-latex="x"</p>';
  expect(hasFormula(words)).toBe(false);
  expect(withFormulasInWords(words)).toBe(words);
});
