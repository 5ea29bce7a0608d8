import { expect, onTestFinished, test, vi } from 'vitest';
import { lookAgain } from './look-again.ts';

const looking = () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const warn = vi.fn<(...noted: unknown[]) => void>();
  const looks: PromiseWithResolvers<void>[] = [];
  const signals: AbortSignal[] = [];
  const stop = lookAgain(
    { everyMs: 1000, logger: { warn }, failed: 'the look failed' },
    (signal) => {
      signals.push(signal);
      const look = Promise.withResolvers<void>();
      looks.push(look);
      return look.promise;
    },
  );
  return { looks, signals, warn, stop };
};

test('a worker runs its check at once and after each interval, but not while one still runs', async () => {
  const { looks, stop } = looking();
  expect(looks).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2500);
  expect(looks).toHaveLength(1);
  looks[0]?.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(looks).toHaveLength(2);
  looks[1]?.resolve();
  await stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(looks).toHaveLength(2);
});

test('a failed check is logged, and the next one tries again', async () => {
  const { looks, warn, stop } = looking();
  const error = new Error('The database is away.');
  looks[0]?.reject(error);
  await vi.advanceTimersByTimeAsync(1000);
  expect(warn).toHaveBeenCalledExactlyOnceWith({ err: error }, 'the look failed');
  expect(looks).toHaveLength(2);
  looks[1]?.resolve();
  await stop();
});

test('a stop aborts the running check and waits for it, without logging a failure', async () => {
  const { looks, signals, warn, stop } = looking();
  let isStopped = false;
  const stopped = stop().then(() => (isStopped = true));
  expect(signals[0]?.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(isStopped).toBe(false);
  looks[0]?.reject(new Error('Aborted'));
  await stopped;
  expect(warn).not.toHaveBeenCalled();
});
