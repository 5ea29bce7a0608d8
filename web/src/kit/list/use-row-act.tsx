import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isOutcomeUnknown, sendsAgainWords, sentenceOf } from '../../lib/api-error.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { useConfirm, type ConfirmQuestion } from '../../ui/confirm.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';

export type RowAct = {
  /** Asked before a destructive action; stays open until it succeeds, and shows why it failed. */
  question: ConfirmQuestion | false | (() => Promise<ConfirmQuestion | false>);
  run: () => Promise<unknown>;
  /** Text of the snackbar. */
  done: string;
  /** Why it was refused, as a sentence about the row. */
  refused: (error: unknown) => string;
  /** Shown when no answer arrived. */
  unknown?: string;
  /** Turns a refusal into a question ("Add anyway?") and the action on yes. */
  overrule?: (error: unknown) => Pick<RowAct, 'question' | 'run' | 'overrule'> | null;
};

/**
 * An action on a row of a list. `problem` is the last failure of an action without a question. The domains in
 * `refreshes` are refetched after a failure, since the row may have changed.
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

/** Shown in the question: why an action was refused, or that its outcome is unknown. */
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
