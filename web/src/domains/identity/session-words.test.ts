import { expect, test } from 'vitest';
import type { RecentSignIn } from 'staffroom-contract/domains/identity/recent-sign-ins.contract.ts';
import { sessionDevice, signInDetail, signInWords } from './session-words.ts';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`,
    'Safari, macOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
    'Chrome, Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0',
    'Edge, Windows',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`,
    'Safari, iPhone',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 'Firefox, Android'],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown device'],
])('%s is shown as its browser and system', (userAgent, words) => {
  expect(sessionDevice(userAgent)).toBe(words);
});

const aSignIn = (values: Partial<RecentSignIn>): RecentSignIn => ({
  _id: '1',
  at: '2026-03-21T15:10:00.000Z',
  outcome: 'signed_in',
  means: 'password',
  provider: null,
  address: '192.0.2.140',
  user_agent: 'Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0',
  is_suspicious: false,
  ...values,
});

test.each<[Partial<RecentSignIn>, string, string]>([
  [{}, 'Signed in', 'Password, Firefox, Android'],
  [{ means: 'passkey' }, 'Signed in', 'Passkey, Firefox, Android'],
  [{ means: 'provider', provider: 'Google' }, 'Signed in', 'Google, Firefox, Android'],
  [{ means: 'recovery_code' }, 'Recovery code used', 'Recovery code, Firefox, Android'],
  [{ outcome: 'wrong_password' }, 'Wrong password', '192.0.2.140, Firefox, Android'],
  [{ outcome: 'wrong_code', means: 'code' }, 'Wrong code', '192.0.2.140, Firefox, Android'],
])('a sign-in with %j is “%s”, “%s”', (values, words, detail) => {
  expect(signInWords(aSignIn(values))).toBe(words);
  expect(signInDetail(aSignIn(values))).toBe(detail);
});
