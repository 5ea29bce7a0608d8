import { useState } from 'react';
import { useConfirm, type ConfirmQuestion } from '../../ui/confirm.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';

type Act = {
  /** Asked before, where it takes something away. */
  question: ConfirmQuestion | false;
  run: () => Promise<unknown>;
  /** Said in the snackbar. */
  done: string;
  /** Why it was refused, as a sentence about the row. */
  refused: (error: unknown) => string;
};

/** An act on a row of a list; `problem` says why the last one was refused. */
export const useRowAct = () => {
  const confirm = useConfirm();
  const [problem, setProblem] = useState<string | null>(null);
  const act = async ({ question, run, done, refused }: Act) => {
    setProblem(null);
    if (question && !(await confirm(question))) return;
    try {
      await run();
      showSnackbar(done);
    } catch (error) {
      setProblem(refused(error));
    }
  };
  return { act: (what: Act) => void act(what), problem };
};
