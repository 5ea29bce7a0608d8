import { expect, test } from 'vitest';
import { hasFormula, latexInWords, withExcessAsText, withFormulasInWords } from './formulas.ts';

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
  ['x^{\\frac{1}{2}}', 'x^(1/2)'],
  ['\\frac {1} {\\sqrt{x_{1}}}', '1/(√(x_1))'],
  ['\\left( \\frac{1}{2} \\right)', '( 1/2 )'],
  ['\\frac{1}{2', '\\frac{1}{2'],
  ['\\frac{\\pi}', '\\frac{π}'],
  ['a} + {b', 'a} + {b'],
  ['\\constructor{x}^constructor \\', '\\constructor{x}^constructor \\'],
])('%s becomes %s in words', (latex, words) => {
  expect(latexInWords(latex)).toBe(words);
});

const inline = (latex: string) => `<span data-type="inline-math" data-latex="${latex}"></span>`;

test('formulas become words in HTML that cannot draw them', () => {
  const html =
    `<p>Take ${inline('\\pi')} &amp; ${inline('a &lt; b')}</p>` +
    '<div data-latex="x^2" data-type="block-math"></div>';
  expect(hasFormula(html)).toBe(true);
  expect(withFormulasInWords(html)).toBe('<p>Take π &amp; a &lt; b</p><p>x²</p>');
});

test('text about data-latex is not a formula', () => {
  const words = '<p>the attribute data-latex="x"</p>';
  expect(hasFormula(words)).toBe(false);
  expect(withFormulasInWords(words)).toBe(words);
});

test('formulas above the limits become text', () => {
  const latex = `${'\\sqrt{'.repeat(51)}x${'}'.repeat(51)}`;
  const deep = `<p>So ${inline(latex)} or ${inline('\\pi')}</p>`;
  expect(withFormulasInWords(deep)).toBe(`<p>So ${latex} or π</p>`);
  expect(withExcessAsText(deep)).toBe(`<p>So ${latex} or ${inline('\\pi')}</p>`);
  expect(withExcessAsText(`<div data-latex="${'x&lt;'.repeat(1001)}"></div>`)).toBe(
    `<p>${'x&lt;'.repeat(1001)}</p>`,
  );
});
