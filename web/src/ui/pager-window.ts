/** Number of page numbers shown (part 1 §9). */
const windowSize = 5;

/** First and Last are shown if there are more pages than this. */
export const endsThreshold = 7;

/** Number of pages, at least 1. */
export const pageCount = (count: number, pageSize: number): number =>
  Math.max(1, Math.ceil(count / pageSize));

/** The page numbers to show: exactly 5, or all if fewer, with the current page in the middle where possible. */
export const pagerWindow = (page: number, pages: number): number[] => {
  const size = Math.min(windowSize, pages);
  const start = Math.min(Math.max(1, page - Math.floor(windowSize / 2)), pages - size + 1);
  return Array.from({ length: size }, (_, index) => start + index);
};

/** First and last row number on a page, starting at 1; both 0 if there are no rows. */
export const rowsOnPage = (page: number, pageSize: number, count: number) => ({
  first: count === 0 ? 0 : (page - 1) * pageSize + 1,
  last: Math.min(page * pageSize, count),
});
