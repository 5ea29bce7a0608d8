/** What stands on a payslip below its head, from top to bottom; heights are pixels of paper at 96 dpi. */
export type PaperRow<Content> = {
  height: number;
  content: Content;
  /** A heading: never the last of a page. */
  keepsWithNext?: boolean;
};

/**
 * Rows on pages, each as full as it gets: the first has less room, since who is paid stands on it. A heading stays with
 * the row below it, and every row is on exactly one page, in order.
 */
export const paginate = <Content>(
  rows: readonly PaperRow<Content>[],
  room: { first: number; other: number },
): PaperRow<Content>[][] => {
  const pages: PaperRow<Content>[][] = [[]];
  let left = room.first;
  for (const group of withHeadings(rows)) {
    const height = group.reduce((sum, row) => sum + row.height, 0);
    const page = pages.at(-1);
    if (page && (height <= left || page.length === 0)) page.push(...group);
    else {
      pages.push([...group]);
      left = room.other;
    }
    left -= height;
  }
  return pages;
};

/** Each row with the headings right above it. */
const withHeadings = <Content>(rows: readonly PaperRow<Content>[]): PaperRow<Content>[][] => {
  const groups: PaperRow<Content>[][] = [];
  let headings: PaperRow<Content>[] = [];
  for (const row of rows) {
    headings.push(row);
    if (row.keepsWithNext) continue;
    groups.push(headings);
    headings = [];
  }
  return headings.length > 0 ? [...groups, headings] : groups;
};

/** How many lines words take at most, where a line surely holds so many letters; a Chinese one is as wide as two. */
export const linesOf = (words: string, letters: number): number => {
  const width = (text: string) =>
    [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0);
  let [lines, left] = [1, letters];
  for (const word of words.split(/\s+/)) {
    const needed = width(word);
    if (needed > left && left < letters) [lines, left] = [lines + 1, letters];
    // What is longer than a line is broken within.
    lines += Math.max(0, Math.ceil(needed / letters) - 1);
    left = needed > letters ? letters - (needed % letters) : left - needed - 1;
  }
  return lines;
};
