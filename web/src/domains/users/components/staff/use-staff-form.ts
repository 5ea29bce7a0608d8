import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isStaffType } from '@staffroom/contract/domains/identity/permissions.ts';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { ApiError } from '../../../../lib/api-error.ts';
import { placeAmong, problemsOfFailure } from '../../../../lib/form-problems.ts';
import { differingFields } from '../../../../lib/merge-versions.ts';
import { unlessStale, useStale } from '../../../../ui/use-stale.ts';
import { useCreateUser, useUpdateUser, userQuery } from '../../users.api.ts';
import {
  createBodyOf,
  missingOf,
  staffPlaces,
  staffProblems,
  staffValuesOf,
  updateBodyOf,
  type StaffValues,
} from './staff-values.ts';

const placeOf = placeAmong(staffPlaces);

/** The form of a staff account, new or saved: its values, what is wrong with them, and saving. */
export const useStaffForm = (id: string) => {
  const isNew = id === 'new';
  // Read anew at each opening: a form based on what was known before would be refused as stale.
  const query = useQuery({ ...userQuery(id), enabled: !isNew, staleTime: 0 });
  const found = query.isFetchedAfterMount ? query.data?.data : undefined;
  const record = found && isStaffType(found._type) ? found : undefined;

  const [values, setValues] = useState(() => staffValuesOf(undefined));
  const { base, stale, ...versions } = useStale<StaffValues, User | undefined>(undefined, {
    values,
    setValues,
    valuesOf: staffValuesOf,
  });
  if (record && !base) versions.restart(record);

  const create = useCreateUser();
  const update = useUpdateUser();
  const saving = isNew ? create : update;
  const saved = base && staffValuesOf(base);
  const missing = missingOf(values, isNew);
  const problems = {
    ...problemsOfFailure(unlessStale(saving.error), placeOf),
    ...staffProblems(values),
  };

  const save = (onSaved: (user: User) => void) => {
    const body = createBodyOf(values);
    const options = {
      onSuccess: ({ data }: { data: User }) => onSaved(data),
      onError: versions.noteRefusal,
    };
    if (isNew && body) create.mutate({ body }, options);
    if (base)
      update.mutate(
        { params: { type: base._type, id: base._id }, body: updateBodyOf(base, values) },
        options,
      );
  };

  return {
    isNew,
    values,
    set: (changes: Partial<StaffValues>) => {
      setValues({ ...values, ...changes });
      // What stands under a field is about what was sent, not about what is typed now.
      if (saving.error && !saving.isPending) saving.reset();
    },
    saved,
    stale,
    choose: versions.choose,
    problems,
    missing,
    isReady:
      (isNew || base !== undefined) && missing.length === 0 && !hasProblem(staffProblems(values)),
    isDirty: differingFields(values, saved ?? staffValuesOf(undefined)).length > 0,
    isSaving: saving.isPending,
    error: saving.error,
    save,
    /** The saved account, while it is read. */
    loading: {
      isPending: !isNew && !base,
      isMissing: isMissing(query.error, found, record),
      query,
    },
  };
};

const hasProblem = (problems: object) => Object.keys(problems).length > 0;

/** There is no such staff account: nobody, or somebody of another kind. */
const isMissing = (error: unknown, found: User | undefined, record: User | undefined) =>
  (error instanceof ApiError && error.code === 'not_found') ||
  (found !== undefined && record === undefined);

export type StaffForm = ReturnType<typeof useStaffForm>;
