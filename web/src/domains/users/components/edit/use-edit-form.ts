import { useState } from 'react';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import type { BodyInput } from '@staffroom/contract/shared/operation.ts';
import type { updateUser } from '@staffroom/contract/domains/users/user-record.contract.ts';
import { placeAmong, problemsOfFailure, type FormProblems } from '../../../../lib/form-problems.ts';
import { differingFields } from '../../../../lib/merge-versions.ts';
import type { StaleField } from '../../../../ui/stale-notice.tsx';
import { unlessStale, useStale } from '../../../../ui/use-stale.ts';
import { useUpdateUser } from '../../users.api.ts';

type Body = BodyInput<typeof updateUser>;

/** How one kind of record stands in a form. */
export type FormKind<Values extends object, Place extends string> = {
  valuesOf: (user: User) => Values;
  /** Only what differs from the record, with its version. */
  bodyOf: (user: User, values: Values) => Body;
  missingOf: (values: Values) => string[];
  problemsOf: (user: User, values: Values) => FormProblems<Place>;
  places: readonly Place[];
  /** What a stale save compares. */
  staleFields: readonly StaleField<Values>[];
};

/** The form of a saved person: its values, what is wrong with them, and saving. */
export const useEditForm = <Values extends object, Place extends string>(
  user: User,
  kind: FormKind<Values, Place>,
) => {
  const [values, setValues] = useState(() => kind.valuesOf(user));
  const { base, stale, noteRefusal, choose } = useStale(user, {
    values,
    setValues,
    valuesOf: kind.valuesOf,
  });
  const update = useUpdateUser();
  const own = kind.problemsOf(base, values);
  const missing = kind.missingOf(values);
  const refused = problemsOfFailure(unlessStale(update.error), placeAmong(kind.places));
  return {
    values,
    set: (changes: Partial<Values>) => {
      setValues((before) => ({ ...before, ...changes }));
      // What stands under a field is about what was sent, not about what is typed now.
      if (update.error && !update.isPending) update.reset();
    },
    stale,
    choose,
    missing,
    problems: { ...refused, ...own },
    isReady: missing.length === 0 && Object.keys(own).length === 0,
    isDirty: differingFields(values, kind.valuesOf(user)).length > 0,
    isSaving: update.isPending,
    error: update.error,
    save: (onSaved: (user: User) => void) =>
      update.mutate(
        { params: { type: base._type, id: base._id }, body: kind.bodyOf(base, values) },
        { onSuccess: ({ data }) => onSaved(data), onError: noteRefusal },
      ),
  };
};

export type EditForm<Values extends object, Place extends string> = ReturnType<
  typeof useEditForm<Values, Place>
>;
