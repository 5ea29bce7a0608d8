import 'katex/dist/katex.min.css';
import katex from 'katex';
import { formulaProblem } from './formula-problem.ts';
import text from '../rich-text.module.css';

/**
 * Draws LaTeX into an element. What cannot be drawn stands there as typed, with a sentence beneath; nothing is lost. The
 * drawing is made of nodes, which a strict Content-Security-Policy allows, and knows no commands that load or link.
 */
export const drawFormula = (element: HTMLElement, latex: string, isBlock: boolean): void => {
  element.classList.remove(text.broken ?? '');
  try {
    // A per cent sign means itself to staff; to LaTeX it would hide all that follows.
    katex.render(latex.replaceAll(/(?<!\\)%/g, '\\%'), element, {
      displayMode: isBlock,
      strict: 'ignore',
      maxExpand: 300,
      maxSize: 20,
    });
  } catch (error) {
    element.classList.add(text.broken ?? '');
    const [typed, why] = [document.createElement('code'), document.createElement('span')];
    typed.textContent = latex;
    why.textContent = formulaProblem(error);
    element.replaceChildren(typed, why);
  }
};
