import { expect, test } from 'vitest';
import { renderMail } from './render-mail.ts';

test('formulas become text in an e-mail, because mail clients do not draw them', () => {
  const formula = '<span data-type="inline-math" data-latex="5\\frac{1}{4} &lt; x^2"></span>';
  const message = {
    announcement: {
      subject: 'Homework',
      content: `<p>Show ${formula}.</p>`,
      ctaText: null,
      ctaLink: null,
    },
    lesson: { className: 'P6 Maths', term: 1, index: 2 },
  } as Parameters<typeof renderMail>[0];
  const { html, text } = renderMail(message, { publicUrl: undefined, productName: 'Staffroom' });
  expect(html).toContain('<p>Show 5 1/4 &lt; x².</p>');
  expect(text).toContain('Show 5 1/4 < x².');
});
