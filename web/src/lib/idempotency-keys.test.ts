import { expect, test } from 'vitest';
import { ApiError, UnreachableError } from './api-error.ts';
import { IdempotencyKeys } from './idempotency-keys.ts';

const order = { body: { email: 'a@b.example', lessons: 4 } };
const refusal = (status: number) => new ApiError({ status, errors: [] });

test('the same input has the same key after a lost answer', () => {
  const keys = new IdempotencyKeys();
  const first = keys.keyFor(order);
  keys.settle(new UnreachableError({ timedOut: true }));
  expect(keys.keyFor({ ...order })).toBe(first);
  keys.settle(refusal(500));
  expect(keys.keyFor(order)).toBe(first);
});

test('another file after a lost answer has another key', () => {
  const keys = new IdempotencyKeys();
  const withFile = (name: string) => ({ body: { cover: new File(['x'], name) } });
  const first = keys.keyFor(withFile('a.png'));
  keys.settle(new UnreachableError({ timedOut: true }));
  expect(keys.keyFor(withFile('b.png'))).not.toBe(first);
});

test('two clicks share a key while the first call is in flight', () => {
  const keys = new IdempotencyKeys();
  expect(keys.keyFor(order)).toBe(keys.keyFor(order));
});

test('after a success or a refusal the next call has a new key', () => {
  const keys = new IdempotencyKeys();
  const first = keys.keyFor(order);
  keys.settle();
  const second = keys.keyFor(order);
  keys.settle(refusal(422));
  expect(new Set([first, second, keys.keyFor(order)]).size).toBe(3);
});

test('another input never reuses the key of a lost call', () => {
  const keys = new IdempotencyKeys();
  const first = keys.keyFor(order);
  keys.settle(new UnreachableError({ timedOut: false }));
  expect(keys.keyFor({ body: { email: 'c@d.example', lessons: 4 } })).not.toBe(first);
});
