/** The text fields, choices and lists of a form, by name. */
type Values = object;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The names of the fields in which two versions of a form differ. */
export const differingFields = <V extends Values>(one: V, other: V): (keyof V & string)[] =>
  (Object.keys(one) as (keyof V & string)[]).filter((name) => !isSame(one[name], other[name]));

/**
 * A form whose record somebody else saved meanwhile: what was changed here stays as typed, what only they changed
 * becomes theirs, so that saving undoes nothing unseen.
 */
export const mergeVersions = <V extends Values>({
  base,
  theirs,
  mine,
}: {
  /** What the form began with. */
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
