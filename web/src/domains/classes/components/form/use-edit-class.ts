import { useState } from 'react';
import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { placeAmong, problemsOfFailure } from '../../../../lib/form-problems.ts';
import { differingFields } from '../../../../lib/merge-versions.ts';
import { useSettings } from '../../../../lib/settings.ts';
import { unlessStale, useStale } from '../../../../ui/use-stale.ts';
import { useUpdateClass } from '../../classes.api.ts';
import { classBodyOf, classPlaces, classProblems, missingOf } from './class-body.ts';
import { classValuesOf, type ClassValues } from './class-values.ts';

/** The form of a saved class: its values, what is wrong with them, and saving. */
export const useEditClass = (tuitionClass: Class) => {
  const { business_time_zone: zone } = useSettings();
  const valuesOf = (saved: Class) => classValuesOf(saved, zone);
  const [values, setValues] = useState(() => valuesOf(tuitionClass));
  const { base, stale, noteRefusal, choose } = useStale(tuitionClass, {
    values,
    setValues,
    valuesOf,
  });
  const update = useUpdateClass();
  const own = classProblems(values, zone);
  const missing = missingOf(values);
  const refused = problemsOfFailure(unlessStale(update.error), placeAmong(classPlaces));
  return {
    values,
    set: (changes: Partial<ClassValues>) => {
      setValues((before) => ({ ...before, ...changes }));
      // What stands under a field is about what was sent, not about what is typed now.
      if (update.error && !update.isPending) update.reset();
    },
    stale,
    choose,
    missing,
    problems: { ...refused, ...own },
    isReady: missing.length === 0 && Object.keys(own).length === 0,
    isDirty: differingFields(values, valuesOf(tuitionClass)).length > 0,
    isSaving: update.isPending,
    error: update.error,
    save: (onSaved: (saved: Class) => void) =>
      update.mutate(
        { params: { id: base._id }, body: classBodyOf(base, values, zone) },
        { onSuccess: ({ data }) => onSaved(data), onError: noteRefusal },
      ),
  };
};
