import 'katex/dist/katex.min.css';
import katex from 'katex';
import { formulaExcess, formulaSentences } from 'staffroom-contract/shared/formula-limits.ts';
import { formulaProblem } from './formula-problem.ts';
import text from '../rich-text.module.css';

/**
 * Renders LaTeX into an element. A formula that is broken or exceeds the limits is shown as typed, with an error below;
 * it never throws. The output consists of DOM nodes, as a strict Content-Security-Policy requires, and commands that
 * load or link are off.
 */
export const drawFormula = (element: HTMLElement, latex: string, isBlock: boolean): void => {
  element.classList.remove(text.broken ?? '');
  delete element.dataset['broken'];
  const drawing = drawn(latex, isBlock);
  if (typeof drawing === 'string') showTyped(element, latex, drawing);
  else element.replaceChildren(...drawing.childNodes);
};

/** The errors of a text's formulas, one sentence each. */
export const brokenFormulas = (html: string): string[] => {
  const parsed = document.createElement('template');
  parsed.innerHTML = html;
  return [...parsed.content.querySelectorAll<HTMLElement>('[data-latex]')].flatMap((element) => {
    const drawing = drawn(element.dataset['latex'] ?? '', element.localName === 'div');
    return typeof drawing === 'string' ? [drawing] : [];
  });
};

/** The rendered formula, or an error. */
const drawn = (latex: string, isBlock: boolean): HTMLElement | string => {
  try {
    const excess = formulaExcess(latex);
    if (excess) return formulaSentences[excess];
    const drawing = document.createElement('span');
    katex.render(withPlainPercent(latex), drawing, {
      displayMode: isBlock,
      strict: 'ignore',
      trust: false,
      maxExpand: 300,
      maxSize: 20,
    });
    // Macros defined in the formula can nest deeper than its LaTeX shows.
    return isDeeperThan(drawing, deepestDrawing) ? formulaSentences.formula_too_deep : drawing;
  } catch (error) {
    return formulaProblem(error);
  }
};

/** Maximum nesting of elements. A formula of 50 levels has up to 460; at some thousands, browser layout crashes. */
const deepestDrawing = 600;

const isDeeperThan = (element: Element, most: number): boolean => {
  let level: Element[] = [element];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap(({ children }) => [...children]);
  }
  return false;
};

/** Staff mean a literal per cent sign; in LaTeX it starts a comment. */
const withPlainPercent = (latex: string): string =>
  latex.replaceAll(/\\[^]|%/g, (sign) => (sign === '%' ? String.raw`\%` : sign));

const showTyped = (element: HTMLElement, latex: string, problem: string): void => {
  element.classList.add(text.broken ?? '');
  element.dataset['broken'] = problem;
  const [typed, why] = [document.createElement('code'), document.createElement('span')];
  typed.textContent = latex;
  why.textContent = problem;
  element.replaceChildren(typed, why);
};
