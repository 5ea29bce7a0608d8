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

/** Converts a Word formula (Office Math) to LaTeX; undefined if it nests deeper than the limit for formulas. */
export const ommlToLatex = (formula: Element): string | undefined => {
  try {
    return contentOf(formula, 0).trim();
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
};

class TooDeep extends Error {}
const deepest = 240;

const isMath = (element: Element) => element.tagName.toLowerCase().startsWith('m:');
const mathName = (element: Element) => element.tagName.toLowerCase().slice(2);

/** The nearest Office Math descendants; `i` and `span` elements between them are only styling. */
const partsOf = (element: Element, depth = 0): Element[] => {
  if (depth > deepest) throw new TooDeep();
  return [...element.children].flatMap((child) =>
    isMath(child) ? [child] : partsOf(child, depth + 1),
  );
};

const contentOf = (element: Element, depth: number): string => {
  if (depth > deepest) throw new TooDeep();
  return joined(partsOf(element).map((part) => inLatex(part, depth + 1)));
};

const inLatex = (element: Element, depth: number): string => {
  const parts = partsOf(element);
  const find = (name: string) => parts.find((part) => mathName(part) === name);
  const all = (name: string) =>
    parts.filter((part) => mathName(part) === name).map((part) => contentOf(part, depth));
  const of = (name: string) => {
    const part = find(name);
    return part ? contentOf(part, depth) : '';
  };
  /** A property, such as the sign of a sum: `m:naryPr` has `m:chr m:val="∑"`. */
  const property = (group: string, name: string) => {
    const properties = find(group);
    const found = properties && partsOf(properties).find((part) => mathName(part) === name);
    return found?.getAttribute('m:val') ?? (found ? '' : undefined);
  };
  switch (mathName(element)) {
    case 'r':
      return run(element);
    case 'f':
      return property('fpr', 'type') === 'noBar' || property('fpr', 'type') === 'nobar'
        ? `\\genfrac{}{}{0pt}{}${braced(of('num'))}${braced(of('den'))}`
        : fraction(of('num'), of('den'));
    case 'ssup':
      return scripted(of('e'), { sup: of('sup') });
    case 'ssub':
      return scripted(of('e'), { sub: of('sub') });
    case 'ssubsup':
      return scripted(of('e'), { sub: of('sub'), sup: of('sup') });
    case 'spre':
      return `{}${scripted('', { sub: of('sub'), sup: of('sup') })}${of('e')}`;
    case 'rad':
      return root(of('e'), of('deg'));
    case 'd':
      return bracketed(
        all('e').join(latexOf(property('dpr', 'sepchr') ?? '|')),
        property('dpr', 'begchr') ?? '(',
        property('dpr', 'endchr') ?? ')',
      );
    case 'nary':
      return joined([
        scripted(latexOf(property('narypr', 'chr') ?? '∫'), { sub: of('sub'), sup: of('sup') }),
        of('e'),
      ]);
    case 'func':
      return joined([of('fname'), of('e')]);
    case 'limlow':
      return /^\\[a-z]+$/.test(of('e'))
        ? scripted(of('e'), { sub: of('lim') })
        : `\\underset${braced(of('lim'))}${braced(of('e'))}`;
    case 'limupp':
      return `\\overset${braced(of('lim'))}${braced(of('e'))}`;
    case 'acc':
      return accented(of('e'), property('accpr', 'chr') ?? '^') ?? of('e');
    case 'bar':
      return `${property('barpr', 'pos') === 'top' ? '\\overline' : '\\underline'}${braced(of('e'))}`;
    case 'groupchr':
      return accented(of('e'), property('groupchrpr', 'chr') ?? '⏟') ?? of('e');
    case 'borderbox':
      return `\\boxed${braced(of('e'))}`;
    case 'm':
      return rows(
        parts
          .filter((part) => mathName(part) === 'mr')
          .map((row) => partsOf(row).map((cell) => contentOf(cell, depth + 1))),
      );
    case 'eqarr':
      return rows(
        all('e').map((line) => [line]),
        'aligned',
      );
    default:
      // Property elements have no content.
      return mathName(element).endsWith('pr') ? '' : contentOf(element, depth);
  }
};

/** A run of characters; function names and words become upright. */
const run = (element: Element): string => {
  const text = element.textContent.replaceAll(/[\n\r\t]/g, ' ');
  const word = text.trim();
  if (isFunction(word)) return named(word);
  const isWords = /\p{L}{2}/u.test(word) && /\p{L}[\p{L}\s]{3}/u.test(word);
  return isWords ? textOf(text) : latexOf(text === ' ' ? text : word);
};
