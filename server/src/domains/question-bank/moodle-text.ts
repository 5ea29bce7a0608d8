import { withExcessAsText } from 'staffroom-contract/shared/formulas.ts';
import { fromMoodleFormulas, toMoodleFormulas } from './moodle-formulas.ts';
import type { XmlElement } from './read-xml.ts';

/* Shared by the writer and the reader of Moodle's XML. */

/** Mark between context and unit in a Moodle text; without it all text belongs to the unit. */
export const between = '<!--unit-->';

/** A number with its tolerance, the stored form of a numerical Moodle answer: "3.14 ± 0.005". */
export const numericalAnswer = /^(-?\d+(?:\.\d+)?) ± (\d+(?:\.\d+)?)$/;

/** Converts one line of formatted text to plain text, with formulas in Moodle's delimiters. */
export const plainOf = (html: string) =>
  html
    .replaceAll(/<span data-type="inline-math" data-latex="([^"]*)"><\/span>/g, String.raw`\($1\)`)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

export const htmlOf = (plain: string) => fromMoodleFormulas(escaped(plain));

/** Escapes plain text as HTML. */
export const escaped = (plain: string) =>
  plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A short answer for Moodle, which compares text: plain if that loses nothing, otherwise HTML. */
export const shortAnswerOf = (kept: string) => {
  const body = withExcessAsText(kept);
  const plain = plainOf(body);
  return htmlOf(plain) === body
    ? { isPlain: true, text: plain }
    : { isPlain: false, text: toMoodleFormulas(body) };
};

export const childrenOf = (element: XmlElement, name: string) =>
  element.children.filter((child) => child.name === name);

/** The text of the first child element with this name. */
export const textIn = (element: XmlElement, name: string) =>
  (childrenOf(element, name)[0]?.text ?? '').trim();

/** The text of its `text` element. */
export const textOf = (element: XmlElement, name: string) => {
  const [child] = childrenOf(element, name);
  return child ? textIn(child, 'text') : '';
};
