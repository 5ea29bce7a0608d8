import { readXml, XmlProblem } from 'staffroom-server/src/domains/question-bank/read-xml.ts';

/* Worst-case texts of foreign-patterns.ts: parts that many patterns share. */

export type WorstCase = {
  /** Texts of this length that take the pattern the longest. */
  texts: (length: number) => string[];
  /** Characters of the longest text for the pattern, if the code before it allows fewer than 100,000. */
  most?: number;
  /** The code that uses the pattern, if it is not a search through a whole text. */
  read?: (text: string) => unknown;
};

/** A repeated part, optionally with a beginning and an end. */
export const again =
  (part: string, { start = '', end = '' } = {}) =>
  (length: number): string =>
    (start + part.repeat(Math.ceil(length / part.length))).slice(0, length - end.length) + end;

export const worst = (...texts: ((length: number) => string)[]): WorstCase => ({
  texts: (length) => texts.map((text) => text(length)),
});

/** Spaces that are not at the end of the text. */
export const spaces = worst(again(' '), again(' ', { end: 'x' }), again('x '));

export const tags = worst(
  again('<'),
  again('<p '),
  again('<p a="'),
  again('<p>'),
  again('<a '),
  again('<a'),
);

export const formulas = worst(
  again('<span '),
  again('<span data-latex="'),
  again('<span data-latex="x" '),
  again('<span data-latex="x">'),
  again('data-latex="', { start: '<span ' }),
  again('data-latex="x" ', { start: '<span ' }),
  again('<span data-type="inline-math" data-latex="'),
  again('<span data-type="inline-math" data-latex="x">'),
  again('a', { start: '<span data-type="' }),
  again('<div data-type="a-math" data-latex="">'),
);

export const attribute = (name: string) =>
  worst(
    again(` ${name}="`),
    again(`${name}="`),
    again(' '),
    again(`${name}="a" `),
    again(` ${name}=`),
  );

/** As in files of other programs: with spaces around `=`, and with any quotes or without. */
export const looseAttribute = (name: string) =>
  worst(
    again(` ${name}`),
    again(` ${name} =`),
    again(` ${name}="`),
    again(` ${name}='`),
    again(' ', { start: ` ${name}` }),
    again(' ', { start: ` ${name}=` }),
  );

export const pictures = worst(
  again('<img src="'),
  again('<img src="x" alt="'),
  again('<img src="x" alt="x" width="1'),
  again('1', { start: '<img src="x" alt="x" width="' }),
);

export const digits = worst(
  again('1'),
  again('1', { end: 'x' }),
  again('1,000'),
  again('1.000'),
  again('1', { start: '-' }),
);

export const typedFormulas = worst(
  again('$'),
  again('$x'),
  again('$x '),
  again('x', { start: '$' }),
  again('x', { start: '$', end: '\n' }),
  again('\\$x'),
  again('\\', { start: '$' }),
  again(' ', { start: '$x' }),
);

export const readsXml = (text: string) => {
  try {
    return readXml(text);
  } catch (error) {
    if (error instanceof XmlProblem) return undefined;
    throw error;
  }
};
