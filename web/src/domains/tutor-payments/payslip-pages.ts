/** A row of a payslip below its head; heights in pixels at 96 dpi. */
export type PaperRow<Content> = {
  height: number;
  content: Content;
  /** A heading; never the last row of a page. */
  keepsWithNext?: boolean;
};

/**
 * Distributes rows to pages, filling each. The first page has less space, because the tutor's details are on it. A
 * heading stays with the row below it, and every row is on exactly one page, in order.
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

/** Each row with the headings directly above it. */
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

/** Maximum number of lines of a text, if a line fits at least `letters` characters; Chinese characters count twice. */
export const linesOf = (words: string, letters: number): number => {
  const width = (text: string) =>
    [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0);
  let [lines, left] = [1, letters];
  for (const word of words.split(/\s+/)) {
    const needed = width(word);
    if (needed > left && left < letters) [lines, left] = [lines + 1, letters];
    // A word longer than a line is broken.
    lines += Math.max(0, Math.ceil(needed / letters) - 1);
    left = needed > letters ? letters - (needed % letters) : left - needed - 1;
  }
  return lines;
};
