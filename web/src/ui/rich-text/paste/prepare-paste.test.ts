// @vitest-environment happy-dom
import { Editor } from '@tiptap/core';
import { afterEach, describe, expect, test } from 'vitest';
import { leftOutSentence } from 'staffroom-contract/shared/left-out.ts';
import { htmlOf } from '../editing.ts';
import { richTextExtensions } from '../extensions.ts';
import { preparePaste } from './prepare-paste.ts';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

/** The editor's text after a paste into an empty text. */
const pasted = (html: string) => {
  editor = new Editor({ extensions: richTextExtensions, content: preparePaste(html).html });
  return htmlOf(editor);
};
const formula = (latex: string) => `<span data-type="inline-math" data-latex="${latex}"></span>`;
const block = (latex: string) => `<div data-type="block-math" data-latex="${latex}"></div>`;

describe('superscripts and subscripts', () => {
  test.each([
    [
      'Word',
      `<p class=MsoNormal><span lang=EN-SG style='font-size:12.0pt;mso-bidi-font-size:11.0pt'>10<sup>4</sup><o:p></o:p></span></p>`,
      '<p>10<sup>4</sup></p>',
    ],
    [
      'Word, raised by hand',
      `<p class=MsoNormal>10<span style='position:relative;top:-5.0pt;mso-text-raise:5.0pt'>4</span> H<span style='position:relative;top:3.0pt;mso-text-raise:-3.0pt'>2</span>O</p>`,
      '<p>10<sup>4</sup> H<sub>2</sub>O</p>',
    ],
    [
      'Google Docs',
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1a2b"><p dir="ltr" style="line-height:1.38;margin-top:0pt;"><span style="font-size:11pt;font-family:Arial;font-weight:400;vertical-align:baseline;white-space:pre-wrap;">10</span><span style="font-size:0.6em;font-weight:700;vertical-align:super;">4</span><span style="font-size:0.6em;vertical-align:sub;">2</span></p></b>',
      '<p>10<strong><sup>4</sup></strong><sub>2</sub></p>',
    ],
  ])('of %s are kept', (_source, html, kept) => {
    expect(pasted(html)).toBe(kept);
  });
});

describe('tables', () => {
  test('of Excel are kept, with merged cells and alignment', () => {
    const excel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\.";}--></style></head><body>
<table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse:collapse;width:144pt'>
<!--StartFragment--><colgroup><col width=64 span=3 style='width:48pt'></colgroup>
<tr height=20 style='height:15.0pt'><td colspan=2 height=20 class=xl65 style='height:15.0pt;text-align:center'>x</td><td class=xl65>y</td></tr>
<tr height=20><td height=20 class=xl66 align=right x:num>3</td><td>4</td><td>10<font class="font5"><sup>2</sup></font></td></tr>
<!--EndFragment--></table></body></html>`;
    expect(pasted(excel)).toBe(
      '<table><tbody><tr><td colspan="2"><p style="text-align: center;">x</p></td><td><p>y</p></td></tr>' +
        '<tr><td><p style="text-align: right;">3</p></td><td><p>4</p></td><td><p>10<sup>2</sup></p></td></tr></tbody></table>',
    );
  });

  test('of Word and web pages are kept', () => {
    expect(
      pasted(
        `<table class=MsoTableGrid border=1 style='border-collapse:collapse;mso-yfti-tbllook:1184'><thead><tr style='mso-yfti-irow:0'><th valign=top>Ratio</th></tr></thead><tbody><tr><td width=208 style='width:155.8pt;border:solid windowtext 1.0pt'><p class=MsoNormal style='margin-bottom:0cm'>3 : 4<o:p></o:p></p></td></tr></tbody></table>`,
      ),
    ).toBe(
      '<table><tbody><tr><th><p>Ratio</p></th></tr><tr><td><p>3 : 4</p></td></tr></tbody></table>',
    );
  });

  test('above the limits are left out and named', () => {
    const { html, left } = preparePaste(
      `<p>a</p><table>${'<tr><td>1</td></tr>'.repeat(501)}</table>`,
    );
    expect(html).toBe('<p>a</p>');
    expect(leftOutSentence(left)).toBe('1 table of more than 5,000 cells was left out.');
  });
});

const run = (text: string) =>
  `<i style='mso-bidi-font-style:normal'><span style='font-family:"Cambria Math",serif'><m:r>${text}</m:r></span></i>`;
/** A formula as Word writes it: in a comment for Office, as a picture for others. */
const word = (omml: string) =>
  `<!--[if gte msEquation 12]><m:oMath>${omml}</m:oMath><![endif]--><![if !msEquation]><span style='font-size:11.0pt'><!--[if gte vml 1]><v:shape id="_x0000_i1025"><v:imagedata src="file:///C:/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=20 height=40 src="file:///C:/clip_image001.png"><![endif]></span><![endif]>`;

describe('formulas', () => {
  test.each([
    [
      `<m:f><m:fPr><span style='font-family:"Cambria Math",serif'><m:ctrlPr></m:ctrlPr></span></m:fPr><m:num>${run('x+1')}</m:num><m:den>${run('2')}</m:den></m:f>`,
      '\\frac{x+1}{2}',
    ],
    [
      `<m:sSup><m:e>${run('x')}</m:e><m:sup>${run('n+1')}</m:sup></m:sSup>${run('≤4×π')}`,
      'x^{n+1}\\le4\\times\\pi',
    ],
    [
      `<m:rad><m:radPr><m:degHide m:val="on"/></m:radPr><m:deg/><m:e>${run('ab')}</m:e></m:rad>`,
      '\\sqrt{ab}',
    ],
    [`<m:rad><m:deg>${run('3')}</m:deg><m:e>${run('8')}</m:e></m:rad>`, '\\sqrt[3]{8}'],
    [
      `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>${run('x')}</m:e></m:d>`,
      '\\left[x\\right]',
    ],
    [
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${run('i=1')}</m:sub><m:sup>${run('n')}</m:sup><m:e>${run('i')}</m:e></m:nary>`,
      '\\sum_{i=1}^{n}i',
    ],
    [`<m:func><m:fName><m:r>sin</m:r></m:fName><m:e>${run('x')}</m:e></m:func>`, '\\sin x'],
    [`<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr><m:e>${run('AB')}</m:e></m:acc>`, '\\vec{AB}'],
    [
      `<m:d><m:e><m:m><m:mr><m:e>${run('1')}</m:e><m:e>${run('0')}</m:e></m:mr><m:mr><m:e>${run('0')}</m:e><m:e>${run('1')}</m:e></m:mr></m:m></m:e></m:d>`,
      '\\left(\\begin{matrix}1 &amp; 0 \\\\ 0 &amp; 1\\end{matrix}\\right)',
    ],
  ])('of Word: %s', (omml, latex) => {
    const html = `<p class=MsoNormal>Find ${word(omml)} now.</p>`;
    expect(pasted(html)).toBe(`<p>Find ${formula(latex)} now.</p>`);
    expect(preparePaste(html).left).toEqual({});
  });

  test('of Word on their own line', () => {
    const line = word(run('x=2'))
      .replace('<m:oMath>', '<m:oMathPara><m:oMath>')
      .replace('</m:oMath>', '</m:oMath></m:oMathPara>');
    expect(pasted(`<p class=MsoNormal>a</p><p class=MsoNormal>${line}<o:p></o:p></p>`)).toBe(
      `<p>a</p>${block('x=2')}`,
    );
  });

  test.each([
    ['<mfrac><mn>1</mn><mi>n</mi></mfrac><mo>=</mo><mn>2</mn>', '\\frac{1}{n}=2'],
    ['<msup><mi>x</mi><mn>2</mn></msup><mo>&#x2062;</mo><mi>y</mi>', 'x^{2}y'],
    ['<msubsup><mi>a</mi><mn>1</mn><mn>2</mn></msubsup>', 'a_{1}^{2}'],
    ['<msqrt><mi>α</mi><mi>b</mi></msqrt>', '\\sqrt{\\alpha b}'],
    ['<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi>', '\\sum_{i}^{n}i'],
    ['<mi>sin</mi><mi>x</mi>', '\\sin x'],
    ['<msup><mn>90</mn><mo>∘</mo></msup>', '90^\\circ'],
    ['<mtext>area = </mtext><mn>5</mn><mi>cm</mi>', '\\text{area = }5\\operatorname{cm}'],
    ['<mfenced open="[" close="]"><mi>x</mi><mi>y</mi></mfenced>', '\\left[x,y\\right]'],
    ['<mover><mi>x</mi><mo>¯</mo></mover>', '\\overline{x}'],
  ])('of MathML: %s', (mathml, latex) => {
    expect(
      pasted(`<p>a <math xmlns="http://www.w3.org/1998/Math/MathML">${mathml}</math> b</p>`),
    ).toBe(`<p>a ${formula(latex)} b</p>`);
  });

  const katex = (latex: string) =>
    `<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">${latex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="mord mathnormal">x</span></span></span></span>`;

  test('of KaTeX are its LaTeX, in a line and by themselves', () => {
    expect(pasted(`<p>a ${katex('\\frac{1}{2}')} b</p>`)).toBe(
      `<p>a ${formula('\\frac{1}{2}')} b</p>`,
    );
    expect(pasted(`<p>a</p><p><span class="katex-display">${katex('x^2')}</span></p>`)).toBe(
      `<p>a</p>${block('x^2')}`,
    );
  });

  test('of Wikipedia are their LaTeX, without its picture', () => {
    const html =
      '<p>a <span class="mwe-math-element"><span class="mwe-math-mathml-inline"><math alttext="x"><semantics><mi>x</mi><annotation encoding="application/x-tex">{\\displaystyle x_{1}}</annotation></semantics></math></span><img src="https://wikimedia.org/x" class="mwe-math-fallback-image-inline" alt="x"></span></p>';
    expect(pasted(html)).toBe(`<p>a ${formula('x_{1}')}</p>`);
  });

  test('nested too deep are left out and named', () => {
    const { left } = preparePaste(
      `<math>${'<msqrt>'.repeat(300)}<mi>x</mi>${'</msqrt>'.repeat(300)}</math>`,
    );
    expect(leftOutSentence(left)).toBe('1 equation was left out.');
  });
});

test('counts left-out parts in a sentence', () => {
  const html = `<p class=MsoNormal>a<img width=9 height=9 src="file:///C:/clip_image002.png"><span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[MB1]</a></span></p>
<div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>Really?</p></div><div style='mso-element:comment'><p>Yes</p></div></div>`;
  const { html: kept, left } = preparePaste(html);
  expect(kept.trim()).toBe('<p class="MsoNormal">a</p>');
  expect(leftOutSentence(left)).toBe('1 picture and 2 comments were left out.');
  expect(leftOutSentence(preparePaste('<p>a</p>').left)).toBeUndefined();
  expect(
    leftOutSentence(
      preparePaste('<video></video><iframe src="https://a.b"></iframe><input><img src="data:x">')
        .left,
    ),
  ).toBe('1 picture, 1 video or sound, 1 embedded page and 1 form field were left out.');
});
