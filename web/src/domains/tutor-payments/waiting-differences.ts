import { useState } from 'react';
import {
  setDifferencesWaiting,
  type Difference,
  type WholePaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { useRowAct } from '../../kit/list/use-row-act.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { useOperation } from '../../lib/use-operation.ts';

/** Key of a difference, unique across runs: one that waits in a run is not left out of another. */
const keyOf = ({ _id }: WholePaymentRun, { tutor, lesson }: Difference): string =>
  `${_id} ${tutor._id} ${lesson._id}`;

/**
 * A tick that was just set, shown until the refetched run includes it; `version` is the run's version with the tick.
 */
type Tick = { waits: boolean; version?: number };

/** The differences of a draft that wait for a later run. Stored on the server, so every Admin sees them. */
export const useWaitingDifferences = (run: WholePaymentRun | undefined) => {
  const [ticks, setTicks] = useState<ReadonlyMap<string, Tick>>(new Map());
  const { act, problem } = useRowAct(['tutor-payments']);
  const save = useOperation(setDifferencesWaiting, { refreshes: ['tutor-payments'] });
  const newTick = (one: Difference) => {
    const tick = run && ticks.get(keyOf(run, one));
    return run && tick && (tick.version ?? Infinity) > run.version ? tick : undefined;
  };
  const isOut = (one: Difference) => newTick(one)?.waits ?? one.waits;
  const differences = run?.state === 'draft' ? run.differences : [];
  return {
    isOut,
    waiting: differences.filter(isOut),
    /** True while the run's sums do not include the latest ticks. */
    isSaving: differences.some((one) => newTick(one) !== undefined),
    problem,
    leaveOut: (changed: readonly Difference[], waits: boolean) => {
      if (!run || changed.length === 0) return;
      const keys = changed.map((one) => keyOf(run, one));
      const tick = (next: Tick | undefined) =>
        setTicks((before) => {
          const after = new Map(before);
          for (const key of keys)
            if (next) after.set(key, next);
            else after.delete(key);
          return after;
        });
      tick({ waits });
      const wanted = changed.map(({ tutor, lesson }) => ({ tutor: tutor._id, lesson: lesson._id }));
      void act({
        question: false,
        run: async () => {
          try {
            const body = { wait: waits, differences: wanted };
            const { data } = await save.mutateAsync({ params: { id: run._id }, body });
            tick({ waits, version: data.version });
          } catch (error) {
            tick(undefined);
            throw error;
          }
        },
        done: `${formatCount(changed.length, 'difference')} ${waits ? 'left for a later run' : 'settled in this run'}`,
        refused: sentenceOf,
      });
    },
  };
};
export type WaitingDifferences = ReturnType<typeof useWaitingDifferences>;
