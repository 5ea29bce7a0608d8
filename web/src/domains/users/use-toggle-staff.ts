import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserSummary } from '@staffroom/contract/domains/users/users.contract.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { disableQuestion } from './staff-consequences.ts';
import { userQuery, useUpdateUser } from './users.api.ts';

/** Enables or, after asking, disables an account; `problem` says why the last try was refused. */
export const useToggleStaff = () => {
  const me = useSessionUser();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const { mutateAsync } = useUpdateUser();
  const [problem, setProblem] = useState<string | null>(null);

  const toggle = async (person: UserSummary) => {
    const { _id: id, enabled } = person;
    setProblem(null);
    if (enabled && !(await confirm(disableQuestion(person, id === me._id)))) return;
    try {
      const { data } = await queryClient.fetchQuery({ ...userQuery(id), staleTime: 0 });
      await mutateAsync({
        params: { type: data._type, id },
        body: { enabled: !enabled, version: data.version },
      });
      showSnackbar(`${person.name || person.email} is ${enabled ? 'disabled' : 'enabled'}`);
    } catch (error) {
      setProblem(refusalOf(error, person));
    }
  };

  return { toggle: (person: UserSummary) => void toggle(person), problem };
};

const refusalOf = (error: unknown, { name, email }: UserSummary) =>
  error instanceof ApiError && error.has('last_admin')
    ? `${name || email} is the last enabled Admin and stays enabled. Give somebody else the role Admin first.`
    : `${name || email} stays as before. ${sentenceOf(error)}`;
