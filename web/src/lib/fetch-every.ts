/** Maximum page size of a list (api.md: Shape). */
export const largestPage = 200;

/**
 * All rows of a list, page by page, without duplicates even if rows are added or removed meanwhile. Throws the errors of
 * a page.
 */
export const fetchEvery = async <Row extends { _id: string }>(
  page: (range: { max: number; offset: number }) => Promise<{ data: Row[]; count: number }>,
): Promise<Row[]> => {
  const found = new Map<string, Row>();
  for (let offset = 0; ; offset += largestPage) {
    const { data, count } = await page({ max: largestPage, offset });
    for (const row of data) found.set(row._id, row);
    if (data.length === 0 || offset + data.length >= count) return [...found.values()];
  }
};
