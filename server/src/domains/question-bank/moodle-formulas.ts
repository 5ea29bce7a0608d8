import { withExcessAsText } from 'staffroom-contract/shared/formulas.ts';
import { formulaTypes, withoutDrawnFormulas } from 'staffroom-contract/shared/rich-text.ts';

/**
 * Converts Moodle's formulas, `\( … \)`, `\[ … \]` and `$$ … $$` (a block if alone), to our elements. Those of
 * `toMoodleFormulas` are read from their elements, so that they survive a round trip exactly.
 */
export const fromMoodleFormulas = (html: string): string => {
  const parts = withoutDrawnFormulas(html).split(/(<[^<>]*>)/);
  const isEdge = (part: string | undefined) =>
    part === undefined || part === '' || blockTag.test(part);
  return parts
    .map((part, index) => {
      if (part.startsWith('<')) return part;
      const isAlone = isEdge(parts[index - 1]) && isEdge(parts[index + 1]);
      return withElements(part, isAlone);
    })
    .join('')
    .replaceAll(blockInParagraph, '$1');
};

const blockTag = /^<\/?(?:p|div|br|li|ul|ol|td|th|tr|table|blockquote|h[1-6])[\s/>]/i;
/** A block inside a paragraph is not allowed. */
const blockInParagraph =
  /<p(?:\s[^<>]*)?>\s*(<div data-type="block-math" data-latex="[^"]*"><\/div>)\s*<\/p>/g;

/** One pass, so that formulas are not searched inside formulas. */
const delimited =
  /(?<!\$)\$\$(?!\$)((?:(?!\$\$).)+?)\$\$|\\\(((?:(?!\\\().)+?)\\\)|\\\[((?:(?!\\\[).)+?)\\\]/gs;

const withElements = (text: string, isAlone: boolean) =>
  text.replaceAll(
    delimited,
    (whole, dollars?: string, inLine?: string, byItself?: string): string => {
      if (dollars !== undefined) {
        if (dollars.trim() === '') return whole;
        return elementOf(isAlone && whole === text.trim() ? 'div' : 'span', dollars);
      }
      return inLine === undefined ? elementOf('div', byItself ?? '') : elementOf('span', inLine);
    },
  );

const elementOf = (tag: keyof typeof formulaTypes, latex: string) =>
  `<${tag} data-type="${formulaTypes[tag]}" data-latex="${latex.trim().replaceAll('"', '&quot;')}"></${tag}>`;

/**
 * Formatted text for Moodle. Formulas get delimiters inside their elements, which Moodle may remove; other text that looks
 * like a formula is escaped. Formulas above the limits become plain text, because they could not be imported again.
 */
export const toMoodleFormulas = (kept: string): string => {
  const html = withExcessAsText(kept);
  let end = 0;
  let written = '';
  for (const found of html.matchAll(formulaElement)) {
    const [element, opening = '', tag = '', latex = ''] = found;
    const formula = tag === 'span' ? `\\(${latex}\\)` : `\\[${latex}\\]`;
    written += `${withoutDelimiters(html.slice(end, found.index))}${opening}${formula}</${tag}>`;
    end = found.index + element.length;
  }
  return written + withoutDelimiters(html.slice(end));
};

const formulaElement = /(<(span|div) data-type="[a-z]+-math" data-latex="([^"]*)">)<\/\2>/g;

const withoutDelimiters = (html: string) =>
  html
    .split(/(<[^<>]*>)/)
    .map((part) =>
      part.startsWith('<') ? part : part.replaceAll(/\\(?=[([])|\$(?=\$)/g, '$&<!-- -->'),
    )
    .join('');
