import { withExcessAsText } from '@staffroom/contract/shared/formulas.ts';
import { formulaTypes, withoutDrawnFormulas } from '@staffroom/contract/shared/rich-text.ts';

/**
 * Moodle's formulas, `\( … \)` in a line and `\[ … \]` by themselves, as the elements that formatted text has. What we
 * wrote (`toMoodleFormulas`) is read by its elements, so that it comes back exactly.
 */
export const fromMoodleFormulas = (html: string): string =>
  withoutDrawnFormulas(html)
    .split(/(<[^<>]*>)/)
    .map((part) => (part.startsWith('<') ? part : withElements(part)))
    .join('');

const withElements = (text: string) =>
  text
    .replaceAll(/\\\(((?:(?!\\\().)+?)\\\)/gs, (_, latex: string) => elementOf('span', latex))
    .replaceAll(/\\\[((?:(?!\\\[).)+?)\\\]/gs, (_, latex: string) => elementOf('div', latex));

const elementOf = (tag: keyof typeof formulaTypes, latex: string) =>
  `<${tag} data-type="${formulaTypes[tag]}" data-latex="${latex.trim().replaceAll('"', '&quot;')}"></${tag}>`;

/**
 * Formatted text for Moodle: each formula also in its delimiters, inside the element, which Moodle may take away; what
 * only looks like a formula is kept from being one. A formula above the limits is plain text, or it could not be imported.
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
    .map((part) => (part.startsWith('<') ? part : part.replaceAll(/\\(?=[([])/g, '\\<!-- -->')))
    .join('');
