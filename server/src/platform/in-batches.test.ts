import { describe, expect, test, vi } from 'vitest';
import { inBatches } from './in-batches.ts';

/** A store whose runs end when the test ends them. */
const aStore = () => {
  const runs: { asked: readonly number[]; end: (failure?: Error) => void }[] = [];
  const double = inBatches(
    (asked: readonly number[]) =>
      new Promise<number[]>((resolve, reject) => {
        runs.push({
          asked,
          end: (failure) => (failure ? reject(failure) : resolve(asked.map((one) => one * 2))),
        });
      }),
  );
  return { runs, double };
};

describe('single calls', () => {
  test('are batched while an earlier run is in progress, and each gets its own answer', async () => {
    const { runs, double } = aStore();
    const answers = [1, 2, 3].map((one) => double(one));
    expect(runs.map(({ asked }) => asked)).toEqual([[1]]);
    runs[0]?.end();
    expect(await answers[0]).toBe(2);
    expect(runs.map(({ asked }) => asked)).toEqual([[1], [2, 3]]);
    runs[1]?.end();
    expect(await Promise.all(answers)).toEqual([2, 4, 6]);
  });

  test('fail with their run, and later calls do not', async () => {
    const { runs, double } = aStore();
    const answers = Promise.allSettled([double(1), double(2)]);
    runs[0]?.end(new Error('away'));
    await vi.waitFor(() => expect(runs).toHaveLength(2));
    runs[1]?.end();
    expect(await answers).toMatchObject([{ status: 'rejected' }, { value: 4 }]);
  });
});
