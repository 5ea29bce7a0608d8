import { expect, test, vi } from 'vitest';
import { createSendSlots } from './send-slots.ts';

const never = new AbortController().signal;

/** Requests a slot; `release` is set once it is granted. */
const ask = (slots: ReturnType<typeof createSendSlots>, domain: string, owner = 'job') => {
  const asked: { release?: () => void } = {};
  void slots.take({ domain, owner }, never).then((release) => (asked.release = release));
  return asked;
};
const has = (asked: { release?: () => void }) => asked.release !== undefined;

const withSlots = async (
  bounds: Partial<Parameters<typeof createSendSlots>[0]>,
  act: (slots: ReturnType<typeof createSendSlots>) => Promise<void>,
) => {
  vi.useFakeTimers();
  try {
    const all = { quick: 2, slow: 3, slowPerDomain: 2, slowAfterMs: 1000, ...bounds };
    await act(createSendSlots(all));
  } finally {
    vi.useRealTimers();
  }
};
const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('a slow message gives its slot to another one, and its domain waits for slow slots', () =>
  withSlots({}, async (slots) => {
    const slow = [ask(slots, 'slow'), ask(slots, 'slow')];
    const next = ask(slots, 'slow');
    const quick = ask(slots, 'quick');
    await after(999);
    expect([...slow, next, quick].map(has)).toEqual([true, true, false, false]);
    await after(1);
    expect([next, quick].map(has)).toEqual([false, true]);
    slow[0]?.release?.();
    await after(0);
    expect(has(next)).toBe(true);
  }));

test('a domain uses quick slots again after a quick message', () =>
  withSlots({ slowPerDomain: 1 }, async (slots) => {
    const first = ask(slots, 'slow');
    await after(1000);
    first.release?.();
    const second = ask(slots, 'slow');
    await after(0);
    second.release?.();
    const both = [ask(slots, 'slow'), ask(slots, 'slow')];
    await after(0);
    expect(both.map(has)).toEqual([true, true]);
  }));

test('the waiting job with the fewest messages in progress is next', () =>
  withSlots({}, async (slots) => {
    const [one] = [ask(slots, 'a', 'large'), ask(slots, 'a', 'large')];
    const large = ask(slots, 'a', 'large');
    const small = ask(slots, 'a', 'small');
    await after(0);
    one?.release?.();
    await after(0);
    expect([large, small].map(has)).toEqual([false, true]);
  }));

test('a job that ends leaves the queue', async () => {
  const slots = createSendSlots({ quick: 1, slow: 0, slowPerDomain: 0, slowAfterMs: 60_000 });
  const ending = new AbortController();
  const release = await slots.take({ domain: 'a', owner: 'job' }, never);
  const waiting = slots.take({ domain: 'a', owner: 'job' }, ending.signal);
  ending.abort(new Error('stops'));
  await expect(waiting).rejects.toThrow('stops');
  release();
  (await slots.take({ domain: 'a', owner: 'job' }, never))();
});
