import { describe, expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { threadOf } from './in-worker-thread.ts';
import type { doTask } from './in-worker-thread.test-helper.thread.ts';

const inThread = threadOf<typeof doTask>(
  new URL('./in-worker-thread.test-helper.thread.ts', import.meta.url),
);

const codeOf = (error: unknown) => (error instanceof AppError ? error.items[0]?.code : error);
const refused = (call: Promise<unknown>) => call.then(() => 'no refusal', codeOf);

describe('a worker thread', () => {
  const options = { account: 'a' };

  test('answers', async () => {
    expect(await inThread('answer', options)).toBe('done');
  });

  test('throws the code of a coded error', async () => {
    expect(await refused(inThread('refuse', options))).toBe('question_file');
  });

  test('throws another error as it is', async () => {
    await expect(inThread('fail', options)).rejects.toThrow('A fault in the program');
    await expect(inThread('exit', options)).rejects.toThrow('ended with code 3');
  });

  test('is terminated when its heap is full', async () => {
    expect(await refused(inThread('fill the heap', options))).toBe('input_too_heavy');
  });

  test('is terminated after its time limit', async () => {
    const call = inThread('never end', { ...options, seconds: 1 });
    expect(await refused(call)).toBe('input_too_heavy');
  });
});

describe('the queue of threads', () => {
  test('refuses the fourth call of an account and accepts those of others', async () => {
    const calls = [1, 2, 3].map(() => inThread('answer', { account: 'a' }));
    expect(await refused(inThread('answer', { account: 'a' }))).toBe('busy');
    expect(await inThread('answer', { account: 'b' })).toBe('done');
    expect(await Promise.all(calls)).toEqual(['done', 'done', 'done']);
  });

  test('refuses calls beyond its length with Retry-After', async () => {
    const accounts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const calls = accounts.map((account) => inThread('answer', { account }));
    await expect(inThread('answer', { account: 'i' })).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 5,
    });
    expect(await Promise.all(calls)).toEqual(accounts.map(() => 'done'));
  });
});
