import { useState } from 'react';
import type {
  Difference,
  WholePaymentRun,
} from '@staffroom/contract/domains/tutor-payments/payment-runs.contract.ts';
import { toCents, toWireAmount } from '@staffroom/contract/shared/money.ts';

/** Names a difference in all runs: what waits in one is not left out of another. */
const keyOf = ({ _id }: WholePaymentRun, { tutor, lesson }: Difference): string =>
  `${_id} ${tutor._id} ${lesson._id}`;

/**
 * The differences of a draft that wait for a later run. Of a confirmed run nothing waits: what it left out is not in it.
 */
export const useLeftOut = (run: WholePaymentRun | undefined) => {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const isOut = (one: Difference) => run?.state === 'draft' && keys.has(keyOf(run, one));
  const waiting = run?.differences.filter(isOut) ?? [];
  const waitingCents = waiting.reduce((sum, { amount }) => sum + toCents(amount), 0);
  return {
    isOut,
    waiting,
    /** A sum of the run without what waits. */
    less: (amount: number): number => toWireAmount(toCents(amount) - waitingCents),
    leaveOut: (differences: readonly Difference[], out: boolean) => {
      if (!run) return;
      const next = new Set(keys);
      for (const one of differences)
        if (out) next.add(keyOf(run, one));
        else next.delete(keyOf(run, one));
      setKeys(next);
    },
  };
};
export type LeftOut = ReturnType<typeof useLeftOut>;
