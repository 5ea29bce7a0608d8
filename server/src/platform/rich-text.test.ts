import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  keptAttributes,
  richTextSchema,
  richTextTags,
  type RichTextTag,
} from 'staffroom-contract/shared/rich-text.ts';
import { formulaExcess } from 'staffroom-contract/shared/formula-limits.ts';
import { someOf } from '../../test/walk.ts';
import { cleanRichText } from './rich-text.ts';

const link = 'target="_blank" rel="noopener noreferrer" href';
const player =
  '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" ' +
  'allowfullscreen="" referrerpolicy="strict-origin-when-cross-origin"></iframe>';

/** HTML with every element of the editor, in its format. */
const everything =
  '<p>Plain <strong>bold</strong> <em>italic</em> <u>underlined</u> <s>struck</s> 🎉 a &lt; b &amp; c&nbsp;d</p>' +
  '<p style="text-align: center;">Middle<br>line</p><p style="text-align: right;">Right</p>' +
  '<p><span style="color: rgb(179, 38, 43);">red <strong>bold</strong></span></p>' +
  `<p><a ${link}="https://example.com/?a=1&amp;b=2">link</a> <a ${link}="mailto:mei@example.com">mail</a></p>` +
  '<ul><li><p>one</p><ul><li><p>inner</p></li></ul></li></ul><ol start="3"><li><p>three</p></li></ol>' +
  `<img src="/api/image/4f9c3e0a-6a1f-4c38-9d4c-0d3f3c8a1b2c.jpg" alt="A &quot;cat&quot;" width="1200" height="800">${player}<p></p>` +
  '<p>10<sup>4</sup> H<sub>2</sub>O <strong>x<sup>n+1</sup></strong></p>' +
  '<table><tbody><tr><th><p>x</p></th><th colspan="2"><p>y</p></th></tr>' +
  '<tr><td rowspan="2"><p>3</p></td><td><p>4</p></td><td><p>5<sup>2</sup></p></td></tr></tbody></table>';

test('HTML of the editor does not change', () => {
  expect(cleanRichText(everything)).toBe(everything);
});

test.each([
  ['', ''],
  ['<p></p>', ''],
  ['<p><br></p><p>&nbsp; \n</p>', ''],
  ['<ul><li><p></p></li></ul>', ''],
  ['<script>alert(1)</script>', ''],
  ['  words\n', 'words'],
  ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
  ['<h1>Title</h1><div class="x">text</div>', 'Titletext'],
  ['<p>one<p>two', '<p>one</p><p>two</p>'],
  ['<img src="https://example.com/a.png">', '<img src="https://example.com/a.png" alt="">'],
  [
    '<img src="https://example.com/a.png" width="90" height="100%">',
    '<img src="https://example.com/a.png" alt="">',
  ],
  [
    '<b>a</b><i>b</i><ins>c</ins><strike>d</strike><del>e</del>',
    '<strong>a</strong><em>b</em><u>c</u><s>d</s><s>e</s>',
  ],
  ['<b style="font-weight:normal;" id="docs-internal-guid-1">a</b>', 'a'],
  ['10<span style="font-size:0.6em;vertical-align:super">4</span>', '10<sup>4</sup>'],
  ['H<span style="vertical-align: sub">2</span>O', 'H<sub>2</sub>O'],
  [
    '<table border=1><colgroup><col></colgroup><thead><tr><td width=9 colspan="21" rowspan="0">3<td colspan=2>4</table>',
    '<table><tr><td>3</td><td colspan="2">4</td></tr></table>',
  ],
  [
    '<table><tbody><tr><td></td></tr></tbody></table>',
    '<table><tbody><tr><td></td></tr></tbody></table>',
  ],
  ['<iframe src="https://youtu.be/dQw4w9WgXcQ">fallback <b>text</b></iframe>', player],
])('%j becomes %j', (given, cleaned) => {
  expect(cleanRichText(given)).toBe(cleaned);
});

describe('hostile HTML is removed', () => {
  test.each([
    ['<p onclick="alert(1)">x</p>', '<p>x</p>'],
    ['<p style="position:fixed;inset:0;background:url(//evil)">x</p>', '<p>x</p>'],
    ['<p style="text-align:center;behavior:url(x)">x</p>', '<p style="text-align: center;">x</p>'],
    ['<a href="javascript:alert(1)">x</a>', 'x'],
    ['<a href="jav&#x09;ascript:alert(1)">x</a>', 'x'],
    ['<a href="&#106;avascript:alert(1)">x</a>', 'x'],
    ['<a href="data:text/html;base64,PHN2Zz4=">x</a>', 'x'],
    ['<a href=//evil.example>x</a>', 'x'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<img src="data:image/svg+xml,<svg onload=alert(1)>" alt="x">', ''],
    ['<img src="javascript:alert(1)">', ''],
    ['<svg onload=alert(1)><a href="https://x"><text>words</text></a></svg>', ''],
    ['<svg><style><img src="</style><img src=x onerror=alert(1)>">', ''],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '',
    ],
    ['<form action="//evil"><input name="p"><button>Go</button>x</form>', 'Gox'],
    ['<textarea><script>alert(1)</script></textarea>', ''],
    ['<!-- secret --><!--[if IE]><script>alert(1)</script><![endif]-->x', 'x'],
    ['<iframe src="https://evil.example"></iframe>', ''],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', ''],
    ['<iframe src="https://www.youtube-nocookie.com.evil.example/embed/dQw4w9WgXcQ"></iframe>', ''],
    ['<iframe src="https://www.youtube-nocookie.com@evil.example/embed/dQw4w9WgXcQ"></iframe>', ''],
    [
      '<iframe src="https://evil.example"><iframe src="https://youtu.be/dQw4w9WgXcQ"></iframe></iframe>',
      '',
    ],
    ['<object data="x"><embed src="x"><p>in</p></object>x', 'x'],
    [
      '<link rel=stylesheet href=//evil><meta http-equiv=refresh content="0;url=//evil"><base href=//evil>x',
      'x',
    ],
    ['<style>*{display:none}</style>x', 'x'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
    ['<template><script>alert(1)</script></template>x', 'x'],
    ['<scr<script>ipt>alert(1)</script>x', 'ipt&gt;alert(1)x'],
    ['<p/onmouseover=alert(1)>x', '<p>x</p>'],
    ['<xmp><script>alert(1)</script></xmp><plaintext>x', ''],
    [
      '<span style="color: rgb(179, 38, 43); background: url(//evil)">x</span>',
      '<span style="color: rgb(179, 38, 43);">x</span>',
    ],
    ['<p data-fate="drop" id="a" class="b" name="c">x</p>', '<p>x</p>'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ])('%j', (given, cleaned) => {
    expect(cleanRichText(given)).toBe(cleaned);
  });
});

/** The tags of cleaned HTML with their attributes; throws if any other text looks like a tag. */
const tagsOf = (html: string) => {
  const found: { tag: string; attributes: Record<string, string> }[] = [];
  const anyTag = /<(\/?)([a-z]+)((?: [a-z-]+="[^"<>]*")*)>/g;
  for (const [, isEnd, tag = '', written = ''] of html.matchAll(anyTag)) {
    const attributes = [...written.matchAll(/ ([a-z-]+)="([^"]*)"/g)];
    if (!isEnd)
      found.push({
        tag,
        attributes: Object.fromEntries(
          attributes.map(([, name = '', value = '']) => [name, decoded(value)]),
        ),
      });
  }
  expect(html.replaceAll(anyTag, '')).not.toMatch(/[<>]/);
  return found;
};

const decoded = (value: string) =>
  value
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&');

const expectClean = (given: string) => {
  const cleaned = cleanRichText(given);
  for (const { tag, attributes } of tagsOf(cleaned)) {
    expect(richTextTags).toContain(tag);
    expect(keptAttributes(tag as RichTextTag, attributes)).toEqual(attributes);
  }
  expect(cleanRichText(cleaned)).toBe(cleaned);
};

describe('formulas', () => {
  test('that are kept are within the limits, if the schema accepts the text', () => {
    const pieces = fc.constantFrom(
      '<span ',
      '<div ',
      'data-type="inline-math" ',
      "DATA-TYPE='block-math'",
      'data-latex',
      ' ',
      '=',
      '"',
      "'",
      '>',
      '</span>',
      '</div>',
      'title=',
      '\\sqrt',
      '{',
      '}',
      '&#123;',
      '&#x07b',
      '&bsol;',
      '&amp;',
      '\\sqrt{'.repeat(51),
      '&lcub;'.repeat(60),
      '\\sqrt&#0000123;'.repeat(51),
      'x'.repeat(2001),
      '<span data-type="inline-math" data-latex="',
      "<div data-latex='",
    );
    const schema = richTextSchema();
    let kept = 0;
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 6 }), fc.array(pieces), (before, latex) => {
        const html = `${before.join('')}<span data-type="inline-math" data-latex="${latex.join('')}">`;
        if (!schema.safeParse(html).success) return;
        for (const { attributes } of tagsOf(cleanRichText(html))) {
          if (attributes['data-latex'] === undefined) continue;
          kept += 1;
          expect(formulaExcess(attributes['data-latex'])).toBeUndefined();
        }
      }),
      { numRuns: someOf(3000) },
    );
    expect(kept).toBeGreaterThan(100);
  });

  const half = String.raw`<span data-type="inline-math" data-latex="\frac{1}{2}"></span>`;

  test('stay as their LaTeX, inline and as blocks, in both orders of the attributes', () => {
    for (const html of [
      `<p>Nearest to ${half}?</p>`,
      '<div data-type="block-math" data-latex="x &lt; 2 &amp; y &quot;"></div>',
    ])
      expect(cleanRichText(html)).toBe(html);
    expect(
      cleanRichText(
        String.raw`<p><span class="tiptap" data-latex="\pi" data-type="inline-math" onclick="x">`,
      ),
    ).toBe(String.raw`<p><span data-type="inline-math" data-latex="\pi"></span></p>`);
  });

  test('that are invalid stay as they were typed', () => {
    const broken = String.raw`<p><span data-type="inline-math" data-latex="\frac{1}{ \left( \unknown #"></span></p>`;
    expect(cleanRichText(broken)).toBe(broken);
  });

  test('lose their drawn content', () => {
    const drawn = half.replace(
      '></',
      '><span class="katex"><math><mi>x</mi></math><span class="katex-html" style="height:1em">½</span></span></',
    );
    expect(cleanRichText(`<p>${drawn}</p>`)).toBe(`<p>${half}</p>`);
  });

  test('cannot contain anything else', () => {
    expect(
      cleanRichText(
        '<span data-type="inline-math" data-latex="&quot;&gt;&lt;script&gt;x&lt;/script&gt;"></span>',
      ),
    ).toBe(
      '<span data-type="inline-math" data-latex="&quot;&gt;&lt;script&gt;x&lt;/script&gt;"></span>',
    );
    expect(cleanRichText('<div data-type="block-math" data-latex="">words</div>')).toBe('words');
  });
});

describe('for any input, only allowed elements are kept, and cleaning again changes nothing', () => {
  const unknown =
    'script style svg math textarea noscript thead caption b i div h1 form option template xmp title';
  const tags = [...richTextTags, ...unknown.split(' '), 'object', 'blockquote'];
  const attributes = [
    '',
    ' onload=x',
    ' style="color:#b3262b"',
    ' style=text-align:left',
    ' style="vertical-align: super"',
    ' colspan=2 rowspan="3"',
    ' start=2 type=i',
    ' href=https://a.b/"c"',
    ' href="javascript:x"',
    ' src=https://a.b/c&d',
    ' src=//x alt=">"',
    ' src="https://youtu.be/dQw4w9WgXcQ" title="<b>"',
    ' data-fate=unwrap',
    ' data-type=inline-math data-latex="a<b"',
    " data-latex='\"x' data-type=block-math",
    ' data-type=inline-math data-latex=" "',
    ' a="',
    " b='",
    ' /',
  ];
  const signs =
    'words|&nbsp;|&|&lt;|&amp;lt;|<|>|"|\'|<!--|-->|<![CDATA[|]]>|<?|\u0000|\u00a0| />|</|<a|&#0;|&#x3c;|😀';
  const pieces = fc.oneof(
    fc
      .tuple(fc.constantFrom(...tags), fc.constantFrom(...attributes))
      .map(([name, rest]) => `<${name}${rest}>`),
    fc.constantFrom(...tags).map((name) => `</${name}>`),
    fc.constantFrom(' ', ...signs.split('|')),
    fc.string({ maxLength: 8 }),
  );

  test('random combinations of elements', () => {
    const html = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(fc.property(html, expectClean), { numRuns: 3000, seed: 20_261_121 });
  });

  test('very deeply nested and very long HTML', () => {
    for (const name of [
      'em',
      'ul><li',
      'a href="https://x.y"',
      'iframe',
      'svg',
      'span',
      'p',
      'noscript',
    ])
      expectClean(`${`<${name}>`.repeat(3000)}words`);
    for (const text of ['&', '<', '<p', '</p>', '<!--', '<a href="', '\u00a0'])
      expectClean(text.repeat(50_000 / text.length));
  });
});
