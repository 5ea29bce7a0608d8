/** Bytes of the rows of one page, as their JSON in the database. A single larger row is a page of its own. */
export const pageBudget = 2 * 1024 * 1024;

/** The first rows that fit into the budget together, at least one. */
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

/** The rows in groups, in their order, of which each fits into the budget. */
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

/** Where the next page begins, on a page that is shorter than what was found for it. */
export const nextOffset = (
  offset: number,
  shown: readonly unknown[],
  found: readonly unknown[],
): { next_offset?: number } =>
  shown.length < found.length ? { next_offset: offset + shown.length } : {};
