/** The most rows that a list answers at once (api.md: Shape). */
export const largestPage = 200;

/**
 * Every row of a list, page after page, none twice, also when rows come or go meanwhile. Throws what a page
 * throws.
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
