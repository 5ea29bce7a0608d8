import { useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import type { MergedList } from '../lib/merge-lists.ts';
import { differingFields, mergeVersions, pick } from '../lib/merge-versions.ts';

/** Hides stale refusals from the form's errors: `StaleNotice` shows them. */
export const unlessStale = (error: unknown): unknown => (isStale(error) ? null : error);

const isStale = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.has('stale') && Boolean(error.current);

export type Side = 'theirs' | 'mine';

/** A form's values and those that another user saved meanwhile; shown by `StaleNotice`. */
export type Stale<Values> = {
  /** The record's current saved values. */
  theirs: Values;
  /** The typed values, also where theirs were chosen since. */
  mine: Values;
  /** Author and time of the save; undefined if unknown, as for a draft. */
  saved: ApiError['saved'];
  /** `mine` is a draft based on another version than the saved one. */
  isDraft: boolean;
  /** List items changed on both sides with no choice made yet; the form contains them as typed. */
  undecided: readonly ItemOfList[];
};

/** An item of a field that is a list: a unit of a question. */
export type ItemOfList = { field: string; key: string };

/** The fields that are compared item by item. */
export type ListFields = Readonly<Record<string, MergedList>>;

type Options<Values, Saved> = {
  values: Values;
  setValues: (values: Values) => void;
  /** Converts a saved record to form values. */
  valuesOf: (saved: Saved) => Values;
  lists?: ListFields;
};

/**
 * Handles concurrent saves of a record. `base` is the record that the next save is based on: send its version and the
 * differences from it. Pass a failed save to `noteRefusal`: on `stale` the form takes over their changes and keeps
 * everything typed; the user then chooses per field (`StaleNotice`).
 */
export const useStale = <Values extends object, Saved>(
  record: Saved,
  { values, setValues, valuesOf, lists = {} }: Options<Values, Saved>,
) => {
  const [base, setBase] = useState(record);
  const [stale, setStale] = useState<Stale<Values> | null>(null);
  return {
    base,
    stale: stale && withTyped(stale, values, lists),
    noteRefusal: (error: unknown) => {
      if (!isStale(error)) return;
      const theirs = valuesOf(error.current as Saved);
      const { merged, undecided } = mergedWithLists(lists, {
        base: valuesOf(base),
        theirs,
        mine: values,
      });
      setStale({ theirs, mine: values, saved: error.saved, isDraft: false, undecided });
      setValues(merged);
      setBase(error.current as Saved);
    },
    /** Restores an old draft, and compares both versions if it differs from the record. */
    compareDraft: (changed: Partial<Values>) => {
      const theirs = valuesOf(base);
      const mine = { ...theirs, ...changed };
      if (differingFields(mine, theirs).length === 0) return;
      const { merged, undecided } = mergedWithLists(lists, { base: undefined, theirs, mine });
      setStale({ theirs, mine, saved: undefined, isDraft: true, undecided });
      setValues(merged);
    },
    /** Sets one side's values of these fields in the form. */
    choose: (fields: readonly (keyof Values & string)[], side: Side) => {
      if (!stale) return;
      const known = withTyped(stale, values, lists);
      const undecided = known.undecided.filter(({ field }) => !fields.some((one) => one === field));
      setStale({ ...known, undecided });
      setValues({ ...values, ...pick(known[side], fields) });
    },
    /** Sets one side's list item in the form, or removes it if that side does not have it. */
    chooseItem: ({ field, key }: ItemOfList, side: Side) => {
      const list = lists[field];
      if (!stale || !list) return;
      const known = withTyped(stale, values, lists);
      const undecided = known.undecided.filter((one) => one.field !== field || one.key !== key);
      setStale({ ...known, undecided });
      const next = list.withItem(listIn(values, field), listIn(known[side], field), key);
      setValues({ ...values, [field]: next });
    },
    /** Continues from a later version that the same user saved; typed values stay. */
    rebase: (saved: Saved) => {
      setStale(null);
      setValues(mergeVersions({ base: valuesOf(base), theirs: valuesOf(saved), mine: values }));
      setBase(saved);
    },
    /** Resets the form to this record. */
    restart: (saved: Saved) => {
      setBase(saved);
      setStale(null);
      setValues(valuesOf(saved));
    },
  };
};

export const listIn = (values: object, field: string): readonly unknown[] => {
  const list: unknown = Reflect.get(values, field);
  return Array.isArray(list) ? (list as unknown[]) : [];
};

/** Merges both versions, lists item by item. Without a base all differences are mine, and undecided in lists. */
const mergedWithLists = <Values extends object>(
  lists: ListFields,
  { base, theirs, mine }: { base: Values | undefined; theirs: Values; mine: Values },
) => {
  const merged = base === undefined ? mine : mergeVersions({ base, theirs, mine });
  const undecided: ItemOfList[] = [];
  const changed = Object.entries(lists).map(([field, { merge }]) => {
    const list = merge({
      base: base && listIn(base, field),
      theirs: listIn(theirs, field),
      mine: listIn(mine, field),
    });
    undecided.push(...list.undecided.map((key) => ({ field, key })));
    return [field, list.merged] as const;
  });
  return { merged: { ...merged, ...Object.fromEntries(changed) }, undecided };
};

/** `mine` updated with the form's values, except where theirs were chosen. */
const withTyped = <Values extends object>(
  stale: Stale<Values>,
  values: Values,
  lists: ListFields,
): Stale<Values> => {
  const mine = { ...stale.mine, ...pick(values, differingFields(values, stale.theirs)) };
  const typed = Object.entries(lists).map(
    ([field, list]) =>
      [
        field,
        list.withTyped(
          listIn(stale.mine, field),
          listIn(values, field),
          listIn(stale.theirs, field),
        ),
      ] as const,
  );
  return { ...stale, mine: { ...mine, ...Object.fromEntries(typed) } };
};
