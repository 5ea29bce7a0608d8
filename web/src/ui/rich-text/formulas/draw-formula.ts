import 'katex/dist/katex.min.css';
import katex from 'katex';
import { formulaExcess, formulaSentences } from '@staffroom/contract/shared/formula-limits.ts';
import { formulaProblem } from './formula-problem.ts';
import text from '../rich-text.module.css';

/**
 * Draws LaTeX into an element. A formula that is broken or above the limits is shown as typed, with a sentence beneath;
 * nothing is lost, and no formula stops the page. The drawing is made of nodes, which a strict Content-Security-Policy
 * allows, and knows no commands that load or link.
 */
export const drawFormula = (element: HTMLElement, latex: string, isBlock: boolean): void => {
  element.classList.remove(text.broken ?? '');
  try {
    const excess = formulaExcess(latex);
    if (excess) return showTyped(element, latex, formulaSentences[excess]);
    const drawn = document.createElement('span');
    katex.render(withPlainPercent(latex), drawn, {
      displayMode: isBlock,
      strict: 'ignore',
      trust: false,
      maxExpand: 300,
      maxSize: 20,
    });
    // Commands that a formula defines itself nest deeper than its LaTeX shows.
    if (isDeeperThan(drawn, deepestDrawing))
      return showTyped(element, latex, formulaSentences.formula_too_deep);
    element.replaceChildren(...drawn.childNodes);
  } catch (error) {
    showTyped(element, latex, formulaProblem(error));
  }
};

/** Elements within each other. A formula of 50 levels has up to 460; at some thousand a browser's layout crashes. */
const deepestDrawing = 600;

const isDeeperThan = (element: Element, most: number): boolean => {
  let level: Element[] = [element];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap(({ children }) => [...children]);
  }
  return false;
};

/** A per cent sign means itself to staff; to LaTeX it would hide all that follows. */
const withPlainPercent = (latex: string): string =>
  latex.replaceAll(/\\[^]|%/g, (sign) => (sign === '%' ? String.raw`\%` : sign));

const showTyped = (element: HTMLElement, latex: string, problem: string): void => {
  element.classList.add(text.broken ?? '');
  const [typed, why] = [document.createElement('code'), document.createElement('span')];
  typed.textContent = latex;
  why.textContent = problem;
  element.replaceChildren(typed, why);
};
