import { expect, test } from 'vitest';
import { base32, codeAt, matchingStep, stepOf, uriOf } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is that of RFC 6238', (seconds, code) => {
  expect(codeAt(secret, stepOf(new Date(seconds * 1000)))).toBe(code);
});

test('a secret is shown in base 32, as in RFC 4648', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});

test('the address names product and account, so that odd signs change nothing else', () => {
  expect(uriOf(secret, { issuer: 'Room & Board', email: 'a+b@example.com' })).toBe(
    'otpauth://totp/Room%20%26%20Board:a%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Room%20%26%20Board',
  );
});

test('a code is accepted one step early and late, and never again or before a used one', () => {
  const now = new Date('2026-11-20T02:00:10Z');
  const step = stepOf(now);
  const match = (of: number, lastStep: number | null = null) =>
    matchingStep(secret, codeAt(secret, of), { now, lastStep });
  expect([-2, -1, 0, 1, 2].map((away) => match(step + away))).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ]);
  expect(match(step, step)).toBeUndefined();
  expect(match(step - 1, step)).toBeUndefined();
  expect(match(step + 1, step)).toBe(step + 1);
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
    expect(matchingStep(secret, code, { now, lastStep: null })).toBeUndefined();
});
