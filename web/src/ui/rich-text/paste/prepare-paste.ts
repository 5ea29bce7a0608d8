import { embedOf } from 'staffroom-contract/shared/embeds.ts';
import { formulaExcess } from 'staffroom-contract/shared/formula-limits.ts';
import type { LeftOut, LeftOutKind } from 'staffroom-contract/shared/left-out.ts';
import { formulaTypes, imagePath, safeImage } from 'staffroom-contract/shared/rich-text.ts';
import { hasTooLargeTable } from 'staffroom-contract/shared/table-limits.ts';
import { withoutHandlers } from '../editing.ts';
import { shownImage } from '../html-attributes.ts';
import { styleOf } from './dom.ts';
import { mathmlToLatex } from './mathml-to-latex.ts';
import { ommlToLatex } from './omml-to-latex.ts';

type Pasted = {
  html: string;
  left: LeftOut;
  /** Pictures with an http address, keyed by the https address in `html`, until they are copied. */
  plain: ReadonlyMap<string, string>;
};

/**
 * Converts pasted HTML of any program for the editor: formulas of Word (Office Math), web pages (MathML) and KaTeX
 * become formulas, raised and lowered text becomes sup and sub. Unsupported content is removed and counted.
 */
export const preparePaste = (pasted: string): Pasted => {
  const html = withoutHandlers(pasted);
  // Text copied from this editor needs no conversion.
  if (html.includes('data-pm-slice')) return { html, left: {}, plain: new Map() };
  const page = new DOMParser().parseFromString(withOfficeMath(html), 'text/html');
  const left: LeftOut = {};
  const leaveOut = (kind: LeftOutKind, element: Element) => {
    left[kind] = (left[kind] ?? 0) + 1;
    element.remove();
  };
  takeFormulas(page, leaveOut);
  takeComments(page, leaveOut);
  const plain = takePictures(page, leaveOut);
  takeMedia(page, leaveOut);
  raiseText(page);
  alignCells(page);
  if (hasTooLargeTable(page.body.innerHTML))
    for (const table of page.querySelectorAll('table')) leaveOut('table', table);
  return { html: page.body.innerHTML, left, plain };
};

type LeaveOut = (kind: LeftOutKind, element: Element) => void;

const officeMath = '<!--[if gte msEquation';
const insteadOfMath = '<![if !msEquation]>';

/**
 * Word writes its formulas in comments that only Office reads, and a picture for other programs. Uncomments the formula
 * and removes the picture. Self-closing elements are expanded, since HTML parsers do not know them.
 */
const withOfficeMath = (html: string): string => {
  let rest = html;
  let read = '';
  for (;;) {
    const [math, instead] = [rest.indexOf(officeMath), rest.indexOf(insteadOfMath)];
    const isMath = math !== -1 && (instead === -1 || math < instead);
    const start = isMath ? math : instead;
    if (start === -1) break;
    const open = isMath ? rest.indexOf(']>', start) : start + insteadOfMath.length - 2;
    const close = isMath ? '<![endif]-->' : '<![endif]>';
    const end = open === -1 ? -1 : rest.indexOf(close, open);
    if (end === -1) break;
    read += rest.slice(0, start);
    if (isMath) read += rest.slice(open + 2, end);
    rest = rest.slice(end + close.length);
  }
  return (read + rest).replaceAll(/<(m:\w{1,20})(?=[\s/])([^<>]*)\/>/gi, '<$1$2></$1>');
};

const formulaOf = (page: Document, latex: string, isBlock: boolean) => {
  const tag = isBlock ? 'div' : 'span';
  const made = page.createElement(tag);
  made.setAttribute('data-type', formulaTypes[tag]);
  made.setAttribute('data-latex', latex);
  return made;
};

/** Wrappers that other programs put around a formula and its rendering, outermost first. */
const drawings =
  '.katex-display, .katex, .katex-mathml, mjx-container, .MathJax_Display, .MathJax, .mwe-math-element';

const takeFormulas = (page: Document, leaveOut: LeaveOut) => {
  const put = (element: Element, latex: string | undefined, isBlock: boolean) => {
    const typed = latex?.trim();
    if (typed === '') return element.remove();
    if (typed === undefined || formulaExcess(typed)) return leaveOut('equation', element);
    const formula = formulaOf(page, typed, isBlock);
    const line = element.closest('p');
    // A formula on its own line replaces the paragraph.
    if (isBlock && line && line.textContent.trim() === element.textContent.trim())
      return line.replaceWith(formula);
    return element.replaceWith(isBlock && line ? formulaOf(page, typed, false) : formula);
  };
  for (const math of elementsNamed(page, 'math', 'mml:math')) {
    if (!page.contains(math)) continue;
    let whole: Element = math;
    for (let around = math.parentElement; around; around = around.parentElement)
      if (around.matches(drawings)) whole = around;
    const isBlock =
      math.getAttribute('display') === 'block' ||
      whole.matches('.katex-display, .MathJax_Display, mjx-container[display="true"]');
    const written = [...math.getElementsByTagName('annotation')].find(
      (note) => note.getAttribute('encoding') === 'application/x-tex',
    );
    put(whole, plainLatex(written?.textContent) ?? mathmlToLatex(math), isBlock);
  }
  for (const paragraph of elementsNamed(page, 'm:omathpara'))
    for (const [index, math] of elementsNamed(paragraph, 'm:omath').entries()) {
      const latex = ommlToLatex(math);
      if (index === 0 && elementsNamed(paragraph, 'm:omath').length === 1)
        put(paragraph, latex, true);
      else put(math, latex, false);
    }
  for (const math of elementsNamed(page, 'm:omath')) put(math, ommlToLatex(math), false);
};

const elementsNamed = (within: Document | Element, ...names: string[]) =>
  [...within.querySelectorAll('*')].filter(({ tagName }) => names.includes(tagName.toLowerCase()));

/** LaTeX without the style wrapper that Wikipedia adds. */
const plainLatex = (written: string | null | undefined): string | undefined => {
  const latex = written?.trim();
  if (!latex) return undefined;
  const style = '{\\displaystyle ';
  return latex.startsWith(style) && latex.endsWith('}') ? latex.slice(style.length, -1) : latex;
};

/** Removes Word's comments: the list below the text, and the marks in it. */
const takeComments = (page: Document, leaveOut: LeaveOut) => {
  for (const comment of page.querySelectorAll('[style*="mso-element:comment"]'))
    if (styleOf(comment, 'mso-element') === 'comment') leaveOut('comment', comment);
  for (const list of page.querySelectorAll('[style*="mso-element:comment-list"]')) list.remove();
  for (const mark of page.querySelectorAll('.MsoCommentReference, .msocomanchor')) mark.remove();
};

/** Keeps pictures of this app and other websites; returns those with an http address. */
const takePictures = (page: Document, leaveOut: LeaveOut) => {
  const plain = new Map<string, string>();
  const ours = new URL(shownImage(imagePath), location.href).href;
  for (const picture of page.querySelectorAll('img')) {
    const isDot = picture.getAttribute('width') === '1' && picture.getAttribute('height') === '1';
    if (isDot) {
      picture.remove();
      continue;
    }
    const written = picture.getAttribute('src')?.trim() ?? '';
    const isPlain = /^http:\/\//i.test(written) && !written.startsWith(ours);
    const meant = written.startsWith(ours) ? imagePath + written.slice(ours.length) : written;
    const kept = safeImage(isPlain ? written.replace(/^http/i, 'https') : meant);
    if (kept === undefined) leaveOut('picture', picture);
    else picture.setAttribute('src', kept);
    if (kept !== undefined && isPlain) plain.set(kept, written);
  }
  return plain;
};

const takeMedia = (page: Document, leaveOut: LeaveOut) => {
  for (const drawing of page.querySelectorAll('svg, canvas, object, embed'))
    if (drawing.textContent.trim() !== '' || drawing.localName !== 'svg' || isLarge(drawing))
      leaveOut('drawing', drawing);
  for (const media of page.querySelectorAll('video, audio')) leaveOut('video', media);
  for (const frame of page.querySelectorAll('iframe'))
    if (embedOf(frame.getAttribute('src') ?? '') === undefined) leaveOut('page', frame);
  for (const field of page.querySelectorAll('input:not([type="hidden"]), select, textarea'))
    leaveOut('field', field);
};

/** Small drawings are icons, which are not counted as left out. */
const isLarge = (drawing: Element) =>
  Number.parseInt(drawing.getAttribute('width') ?? '100', 10) > 32;

/** Raised and lowered text without `sup` and `sub`: Word's own property, or a small offset. */
const raiseText = (page: Document) => {
  for (const element of page.querySelectorAll('[style*="mso-text-raise"]')) {
    const raise = Number.parseFloat(styleOf(element, 'mso-text-raise'));
    if (!raise) continue;
    const made = page.createElement(raise > 0 ? 'sup' : 'sub');
    made.append(...element.childNodes);
    element.append(made);
  }
};

/** Moves the alignment of a cell to its paragraph. */
const alignCells = (page: Document) => {
  for (const cell of page.querySelectorAll('td, th')) {
    const align = styleOf(cell, 'text-align') || cell.getAttribute('align') || '';
    const hasBlocks = cell.querySelector('p, ul, ol, table, div, h1, h2, h3') !== null;
    if (!/^(?:center|right)$/.test(align) || hasBlocks) continue;
    const line = page.createElement('p');
    line.setAttribute('style', `text-align: ${align}`);
    line.append(...cell.childNodes);
    cell.append(line);
  }
};
