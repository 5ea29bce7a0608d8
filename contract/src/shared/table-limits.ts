/* Limits of tables: a browser allocates each column of each row; thousands of both would block it (docs/adr/0062). */

/** Most cells in all tables of a text; a merged cell counts as the widest span. */
const mostCells = 5000;
/** Most rows in all tables of a text. */
const mostRows = 500;
/** Widest span of a merged cell. */
const widestSpan = 20;

export const tableSentence =
  'A text has at most 500 rows and 5,000 cells in its tables. Please split it.';

/** Returns true if HTML of any origin has more rows or cells than the limits. */
export const hasTooLargeTable = (html: string): boolean => {
  const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0;
  if (count(/<tr[\s/>]/gi) > mostRows) return true;
  return count(/<t[dh][\s/>]/gi) + count(/colspan/gi) * (widestSpan - 1) > mostCells;
};
