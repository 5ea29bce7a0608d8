/** A form's values by field. */
type Values = object;

/** Deep equality by JSON. */
export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Names of the fields that differ between two versions of a form. */
export const differingFields = <V extends Values>(one: V, other: V): (keyof V & string)[] =>
  (Object.keys(one) as (keyof V & string)[]).filter((name) => !isSame(one[name], other[name]));

/**
 * Merges a form with a version that another user saved meanwhile: fields changed here stay as typed, fields changed only
 * there are theirs, so that saving does not revert unseen changes.
 */
export const mergeVersions = <V extends Values>({
  base,
  theirs,
  mine,
}: {
  /** The form's initial values. */
  base: V;
  theirs: V;
  mine: V;
}): V => {
  const untouched = differingFields(mine, theirs).filter((name) => isSame(mine[name], base[name]));
  return Object.assign({ ...mine }, pick(theirs, untouched));
};

/** Only these fields of a form. */
export const pick = <V extends Values>(values: V, names: readonly (keyof V)[]): Partial<V> => {
  const picked: Partial<V> = {};
  for (const name of names) picked[name] = values[name];
  return picked;
};
