import {
  accented,
  braced,
  bracketed,
  fraction,
  isFunction,
  joined,
  latexOf,
  named,
  root,
  rows,
  scripted,
  textOf,
} from './latex-parts.ts';
import { nameOf } from './dom.ts';

/** Converts MathML to LaTeX; undefined if it nests deeper than the limit for formulas. */
export const mathmlToLatex = (math: Element): string | undefined => {
  try {
    return childrenIn(math, 0).trim();
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
};

class TooDeep extends Error {}
const deepest = 120;

const childrenIn = (element: Element, depth: number) =>
  joined([...element.children].map((child) => inLatex(child, depth)));

const inLatex = (element: Element, above: number): string => {
  const depth = above + 1;
  if (depth > deepest) throw new TooDeep();
  const text = () => element.textContent.trim();
  const at = (index: number) => {
    const child = element.children[index];
    return child ? inLatex(child, depth) : '';
  };
  switch (nameOf(element)) {
    case 'mi': {
      const name = text();
      return isFunction(name)
        ? named(name)
        : name.length > 1 && /^[a-z]+$/i.test(name)
          ? named(name)
          : latexOf(name);
    }
    case 'mn':
    case 'mo':
      return latexOf(text());
    case 'mtext':
    case 'ms':
      return textOf(element.textContent);
    case 'mspace':
      return '\\ ';
    case 'mfrac':
      return element.getAttribute('linethickness')?.startsWith('0')
        ? `\\genfrac{}{}{0pt}{}${braced(at(0))}${braced(at(1))}`
        : fraction(at(0), at(1));
    case 'msqrt':
      return root(childrenIn(element, depth));
    case 'mroot':
      return root(at(0), at(1));
    case 'msup':
      return scripted(at(0), { sup: at(1) });
    case 'msub':
      return scripted(at(0), { sub: at(1) });
    case 'msubsup':
      return scripted(at(0), { sub: at(1), sup: at(2) });
    case 'mover':
      return (
        accented(at(0), element.children[1]?.textContent ?? '') ?? limits(at(0), { sup: at(1) })
      );
    case 'munder':
      return (
        accented(at(0), element.children[1]?.textContent ?? '') ?? limits(at(0), { sub: at(1) })
      );
    case 'munderover':
      return limits(at(0), { sub: at(1), sup: at(2) });
    case 'mfenced': {
      const [open, close] = ['open', 'close'].map((name) => element.getAttribute(name));
      const parts = [...element.children].map((child) => inLatex(child, depth));
      return bracketed(
        parts.join(element.getAttribute('separators') ?? ','),
        open ?? '(',
        close ?? ')',
      );
    }
    case 'mtable': {
      const cells = [...element.children].map((row) =>
        [...row.children].map((cell) => childrenIn(cell, depth + 1)),
      );
      return rows(cells);
    }
    case 'menclose':
      return element.getAttribute('notation') === 'radical'
        ? root(childrenIn(element, depth))
        : childrenIn(element, depth);
    case 'mphantom':
    case 'annotation':
    case 'annotation-xml':
      return '';
    default:
      return element.children.length > 0 ? childrenIn(element, depth) : latexOf(text());
  }
};

/** LaTeX puts the limits of these operators above and below by itself. */
const limits = (base: string, scripts: { sub?: string; sup?: string }) => {
  if (/^\\(?:sum|prod|lim|max|min|int|operatorname\{\w{1,20}\})$/.test(base))
    return scripted(base, scripts);
  const over = scripts.sup === undefined ? base : `\\overset${braced(scripts.sup)}${braced(base)}`;
  return scripts.sub === undefined ? over : `\\underset${braced(scripts.sub)}${braced(over)}`;
};
