import { expect, onTestFinished, test, vi } from 'vitest';
import { createSlots } from './slots.ts';

const full = new Error('full');
const limits = {
  total: 3,
  perAccount: 2,
  waiting: 3,
  waitingPerAccount: 2,
  refuse: () => full,
};

/** Takes slots, and records the order in which accounts got them. */
const withSlots = (changes: Partial<Parameters<typeof createSlots>[0]> = {}) => {
  const slots = createSlots({ ...limits, ...changes });
  const got: string[] = [];
  const take = async (account: string, name = account) => {
    const release = await slots.take(account);
    got.push(name);
    return release;
  };
  return { take, got };
};

test('an account gets at most its share of the slots, others get the rest', async () => {
  const { take, got } = withSlots();
  const first = await take('a', 'a1');
  await take('a', 'a2');
  const third = take('a', 'a3');
  await take('b', 'b1');
  expect(got).toEqual(['a1', 'a2', 'b1']);
  first();
  await third;
  expect(got).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('a free slot goes to the first waiting caller that may have one', async () => {
  const { take, got } = withSlots();
  await take('a', 'a1');
  await take('a', 'a2');
  const other = await take('b', 'b1');
  void take('a', 'a3');
  const next = take('c', 'c1');
  other();
  await next;
  expect(got).toEqual(['a1', 'a2', 'b1', 'c1']);
});

test('a slot that is released twice is free once', async () => {
  const { take, got } = withSlots({ total: 1, perAccount: 1 });
  const release = await take('a');
  const second = take('b');
  void take('c');
  release();
  release();
  await second;
  await Promise.resolve();
  expect(got).toEqual(['a', 'b']);
});

test('a caller is refused if too many are waiting, in all or of its account', async () => {
  const { take } = withSlots({ total: 1, perAccount: 1 });
  await take('a');
  void take('b');
  void take('b');
  await expect(take('b')).rejects.toBe(full);
  void take('c');
  await expect(take('d')).rejects.toBe(full);
});

test('a caller is refused after the longest wait, and the next one gets the slot', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { take, got } = withSlots({ total: 1, perAccount: 1, longestWait: 3000 });
  const release = await take('a');
  const late = take('b').catch((error: unknown) => error);
  vi.advanceTimersByTime(2000);
  const next = take('c');
  vi.advanceTimersByTime(1000);
  expect(await late).toBe(full);
  release();
  await next;
  vi.advanceTimersByTime(10_000);
  expect(got).toEqual(['a', 'c']);
});
