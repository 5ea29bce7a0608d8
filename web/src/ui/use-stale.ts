import { useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { differingFields, mergeVersions, pick } from '../lib/merge-versions.ts';

/** The failures that a form shows as such: a stale save is told by `StaleNotice`. */
export const unlessStale = (error: unknown): unknown => (isStale(error) ? null : error);

const isStale = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.has('stale') && Boolean(error.current);

export type Side = 'theirs' | 'mine';

/** A form and what somebody else saved under it meanwhile; what `StaleNotice` shows. */
export type Stale<Values> = {
  /** The record's values as they are saved now. */
  theirs: Values;
  /** What was typed here, also where theirs was chosen since. */
  mine: Values;
  /** Who saved it, and when; unknown for a draft. */
  saved: ApiError['saved'];
  /** `mine` is a draft that was typed on another version of the record than the saved one. */
  isDraft: boolean;
};

type Options<Values, Saved> = {
  /** The form as it stands. */
  values: Values;
  setValues: (values: Values) => void;
  /** The form's values of a saved record. */
  valuesOf: (saved: Saved) => Values;
};

/**
 * A form of a record that others may save at the same time. `base` is the record the next save is based on: send its
 * version and what differs from it. Give a failed save to `noteRefusal`: on `stale` the form takes over what only they
 * changed and keeps everything typed here; the person then chooses per field (`StaleNotice`).
 */
export const useStale = <Values extends object, Saved>(
  record: Saved,
  { values, setValues, valuesOf }: Options<Values, Saved>,
) => {
  const [base, setBase] = useState(record);
  const [stale, setStale] = useState<Stale<Values> | null>(null);
  return {
    base,
    stale: stale && withTyped(stale, values),
    noteRefusal: (error: unknown) => {
      if (!isStale(error)) return;
      const theirs = valuesOf(error.current as Saved);
      setStale({ theirs, mine: values, saved: error.saved, isDraft: false });
      setValues(mergeVersions({ base: valuesOf(base), theirs, mine: values }));
      setBase(error.current as Saved);
    },
    /** Puts an old draft into the form, and compares both versions where it differs from the record. */
    compareDraft: (changed: Partial<Values>) => {
      const theirs = valuesOf(base);
      const mine = { ...theirs, ...changed };
      if (differingFields(mine, theirs).length === 0) return;
      setStale({ theirs, mine, saved: undefined, isDraft: true });
      setValues(mine);
    },
    /** Puts one side's values of these fields into the form. */
    choose: (fields: readonly (keyof Values & string)[], side: Side) => {
      if (!stale) return;
      const known = withTyped(stale, values);
      setStale(known);
      setValues({ ...values, ...pick(known[side], fields) });
    },
    /** The form goes on from a later version, which its own person brought about: what was typed stays. */
    rebase: (saved: Saved) => {
      setStale(null);
      setValues(mergeVersions({ base: valuesOf(base), theirs: valuesOf(saved), mine: values }));
      setBase(saved);
    },
    /** The form begins anew with this record. */
    restart: (saved: Saved) => {
      setBase(saved);
      setStale(null);
      setValues(valuesOf(saved));
    },
  };
};

/** Mine is what stands in the form, but for fields in which theirs was taken. */
const withTyped = <Values extends object>(stale: Stale<Values>, values: Values) => ({
  ...stale,
  mine: { ...stale.mine, ...pick(values, differingFields(values, stale.theirs)) },
});
