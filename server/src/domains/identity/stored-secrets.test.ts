import { expect, test } from 'vitest';
import { openSecret, sealSecret } from './stored-secrets.ts';

const secret = Buffer.from('12345678901234567890');
const key = 'a-key-of-tests-that-protects-nothing-at-all';

test('a secret is encrypted, differently each time, and opens only with its key and account', () => {
  const stored = sealSecret(secret, key, 'one');
  expect(stored.includes(secret)).toBe(false);
  expect(stored.equals(sealSecret(secret, key, 'one'))).toBe(false);
  expect(openSecret(stored, key, 'one')).toEqual(secret);
  expect(openSecret(stored, `${key}!`, 'one')).toBeUndefined();
  expect(openSecret(stored, undefined, 'one')).toBeUndefined();
  expect(openSecret(stored, key, 'other')).toBeUndefined();
  const changed = Buffer.from(stored);
  changed[stored.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(openSecret(changed, key, 'one')).toBeUndefined();
});

test('without a key it is stored as it is, and stays readable when a key is set later', () => {
  const stored = sealSecret(secret, undefined, 'one');
  expect(openSecret(stored, undefined, 'one')).toEqual(secret);
  expect(openSecret(stored, key, 'one')).toEqual(secret);
});
