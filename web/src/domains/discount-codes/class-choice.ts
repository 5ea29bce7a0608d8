import type { ClassSummary } from 'staffroom-contract/domains/classes/classes.contract.ts';

/** The ways to find classes for the limit of a code (part 1 §2, New discount code). */
export const limitKinds = [
  'Specific classes',
  'All classes of subject',
  'All classes of level',
] as const;
export type LimitKind = (typeof limitKinds)[number];

export type ChosenClass = Pick<ClassSummary, '_id' | 'name'>;

const byName = (one: ChosenClass, other: ChosenClass) =>
  one.name.localeCompare(other.name, 'en', { numeric: true });

/** The chosen and added classes, without duplicates, by name. */
export const addClasses = (
  chosen: readonly ChosenClass[],
  added: readonly ChosenClass[],
): ChosenClass[] => {
  const byId = new Map([...chosen, ...added].map(({ _id, name }) => [_id, { _id, name }]));
  return [...byId.values()].toSorted(byName);
};

export const removeClasses = (
  chosen: readonly ChosenClass[],
  removed: readonly ChosenClass[],
): ChosenClass[] => {
  const ids = new Set(removed.map(({ _id }) => _id));
  return chosen.filter(({ _id }) => !ids.has(_id));
};

export const notChosen = <Found extends ChosenClass>(
  found: readonly Found[],
  chosen: readonly ChosenClass[],
): Found[] => {
  const ids = new Set(chosen.map(({ _id }) => _id));
  return found.filter(({ _id }) => !ids.has(_id));
};

export const sameClasses = (one: readonly ChosenClass[], other: readonly ChosenClass[]) =>
  one.length === other.length && notChosen(one, other).length === 0;
