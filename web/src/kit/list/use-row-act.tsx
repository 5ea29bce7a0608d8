import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isOutcomeUnknown, sendsAgainWords, sentenceOf } from '../../lib/api-error.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { useConfirm, type ConfirmQuestion } from '../../ui/confirm.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';

export type RowAct = {
  /** Asked before, where it takes something away; it stays until the act is done, and says why it is not. */
  question: ConfirmQuestion | false | (() => Promise<ConfirmQuestion | false>);
  run: () => Promise<unknown>;
  /** Said in the snackbar. */
  done: string;
  /** Why it was refused, as a sentence about the row. */
  refused: (error: unknown) => string;
  /** Said where no answer came. */
  unknown?: string;
  /** A refusal that is a question ("Add anyway?"), and what a yes to it does. */
  overrule?: (error: unknown) => Pick<RowAct, 'question' | 'run' | 'overrule'> | null;
};

/**
 * An act on a row of a list. `problem` says why the last one failed that asked nothing before. After a failure the row
 * may be another one: the domains in `refreshes` are read again.
 */
export const useRowAct = (refreshes: readonly Domain[]) => {
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);

  const act = async (what: RowAct): Promise<void> => {
    let next: RowAct | null = null;
    let isSent = false;
    const run = async () => {
      isSent = true;
      try {
        await what.run();
      } catch (error) {
        const overruling = what.overrule?.(error);
        if (!overruling) {
          for (const domain of refreshes)
            void queryClient.invalidateQueries({ queryKey: [domain] });
          throw error;
        }
        next = { ...what, ...overruling };
      }
    };
    setProblem(null);
    try {
      const question = typeof what.question === 'function' ? await what.question() : what.question;
      if (!question) await run();
      else if (!(await confirm({ ...question, does: { run, failed: failedOf(what, question) } })))
        return;
    } catch (error) {
      setProblem(
        isSent && isOutcomeUnknown(error)
          ? `${unknownWords(what)} ${sentenceOf(error)}`
          : what.refused(error),
      );
      return;
    }
    if (next) return act(next);
    showSnackbar(what.done);
  };
  return { act, problem };
};

/** In its question: why an act was refused, or that nobody knows whether it was done. */
const failedOf =
  (what: RowAct, { confirmLabel }: ConfirmQuestion) =>
  (error: unknown) =>
    isOutcomeUnknown(error) ? (
      <FormProblem text={sentenceOf(error)}>
        <p>
          {unknownWords(what)} {sendsAgainWords(confirmLabel)}
        </p>
      </FormProblem>
    ) : (
      <FormProblem text={what.refused(error)} />
    );

const unknownWords = ({ unknown = 'It is not known whether this was done.' }: RowAct) => unknown;
