import { expect, test } from 'vitest';
import { ApiError, UnreachableError } from './api-error.ts';
import { IdempotencyKeys } from './idempotency-keys.ts';

const order = { body: { email: 'a@b.example', lessons: 4 } };
const refusal = (status: number) => new ApiError({ status, errors: [] });

test('the same input after a lost answer goes out with the same key', () => {
  const keys = new IdempotencyKeys();
  const first = keys.keyFor(order);
  keys.settle(new UnreachableError({ timedOut: true }));
  expect(keys.keyFor({ ...order })).toBe(first);
  keys.settle(refusal(500));
  expect(keys.keyFor(order)).toBe(first);
});

test('another file after a lost answer is another act', () => {
  const keys = new IdempotencyKeys();
  const withFile = (name: string) => ({ body: { cover: new File(['x'], name) } });
  const first = keys.keyFor(withFile('a.png'));
  keys.settle(new UnreachableError({ timedOut: true }));
  expect(keys.keyFor(withFile('b.png'))).not.toBe(first);
});

test('two presses of one button while the first is on its way share a key', () => {
  const keys = new IdempotencyKeys();
  expect(keys.keyFor(order)).toBe(keys.keyFor(order));
});

test('after a success or a refusal the next act has a key of its own', () => {
  const keys = new IdempotencyKeys();
  const first = keys.keyFor(order);
  keys.settle();
  const second = keys.keyFor(order);
  keys.settle(refusal(422));
  expect(new Set([first, second, keys.keyFor(order)]).size).toBe(3);
});

test('another input never goes out with the key of a lost one', () => {
  const keys = new IdempotencyKeys();
  const first = keys.keyFor(order);
  keys.settle(new UnreachableError({ timedOut: false }));
  expect(keys.keyFor({ body: { email: 'c@d.example', lessons: 4 } })).not.toBe(first);
});
