import { useState } from 'react';
import type { ClassSummary } from '@staffroom/contract/domains/classes/classes.contract.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { deactivateQuestion } from '../class-words.ts';
import { useUpdateClass } from '../classes.api.ts';

/** Activates or, after asking, deactivates a class; `problem` says why the last try was refused. */
export const useToggleClass = () => {
  const confirm = useConfirm();
  const { mutateAsync } = useUpdateClass();
  const [problem, setProblem] = useState<string | null>(null);

  const toggle = async (tuitionClass: ClassSummary) => {
    const { _id: id, name, is_active: isActive } = tuitionClass;
    setProblem(null);
    if (isActive && !(await confirm(deactivateQuestion(tuitionClass)))) return;
    try {
      await mutateAsync({ params: { id }, body: { is_active: !isActive } });
      showSnackbar(`${name} ${isActive ? 'deactivated' : 'activated'}`);
    } catch (error) {
      setProblem(`${name} stays as before. ${sentenceOf(error)}`);
    }
  };

  return { toggle: (tuitionClass: ClassSummary) => void toggle(tuitionClass), problem };
};
