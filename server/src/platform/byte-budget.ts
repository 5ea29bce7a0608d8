/** Byte budget of one page, measured as the rows' JSON in the database. A single larger row is a page of its own. */
const pageBudget = 2 * 1024 * 1024;

/** The first rows that fit into the budget, at least one. */
export const withinBudget = <Row extends { bytes: number }>(
  rows: readonly Row[],
  budget = pageBudget,
): Row[] => {
  let sum = 0;
  const end = rows.findIndex(({ bytes }, index) => {
    sum += bytes;
    return index > 0 && sum > budget;
  });
  return end < 0 ? [...rows] : rows.slice(0, end);
};

/** Number of rows whose sizes are read at once. */
const sizedAtOnce = 20;

/** The same for rows sized by the database, a few at a time: it has to read a large record completely to measure it. */
export const firstWithinBudget = async <Row extends { bytes: number }>(
  ids: readonly string[],
  sizesOf: (ids: string[]) => PromiseLike<Row[]>,
  budget = pageBudget,
): Promise<Row[]> => {
  const sized: Row[] = [];
  for (let next = 0; next < ids.length; next += sizedAtOnce) {
    sized.push(...(await sizesOf(ids.slice(next, next + sizedAtOnce))));
    const fitting = withinBudget(sized, budget);
    if (fitting.length < sized.length) return fitting;
  }
  return sized;
};

/** Splits the rows into groups that fit into the budget, in order. */
export const groupsWithinBudget = <Row extends { bytes: number }>(
  rows: readonly Row[],
  budget = pageBudget,
): Row[][] => {
  const groups: Row[][] = [];
  for (let rest = [...rows]; rest.length > 0;) {
    const group = withinBudget(rest, budget);
    groups.push(group);
    rest = rest.slice(group.length);
  }
  return groups;
};

/** Start of the next page, for a page with fewer rows than were found for it. */
export const nextOffset = (
  offset: number,
  shown: readonly unknown[],
  found: readonly unknown[],
): { next_offset?: number } =>
  shown.length < found.length ? { next_offset: offset + shown.length } : {};
