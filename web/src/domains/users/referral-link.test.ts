import { expect, test } from 'vitest';
import { noLinkReason, referralLink } from './referral-link.ts';

const signUp = 'https://www.staffroom.example/signup';

test('adds the code to the sign-up page', () => {
  expect(referralLink(signUp, 'CHUA88')).toBe(`${signUp}?referral_code=CHUA88`);
});

test('keeps the page’s query and fragment, and escapes the code', () => {
  expect(referralLink(`${signUp}?lang=en#form`, 'A&B ?')).toBe(
    `${signUp}?lang=en&referral_code=A%26B+%3F#form`,
  );
  expect(referralLink(`${signUp}?referral_code=OLD`, 'NEW')).toBe(`${signUp}?referral_code=NEW`);
});

test('returns no link but a reason without a page or a code', () => {
  expect(referralLink(null, 'CHUA88')).toBeNull();
  expect(referralLink(signUp, null)).toBeNull();
  expect(referralLink('not an address', 'CHUA88')).toBeNull();
  expect(noLinkReason(signUp, 'CHUA88')).toBeUndefined();
  expect(noLinkReason(signUp, '')).toMatch(/no referral code/);
  expect(noLinkReason(null, 'CHUA88')).toMatch(/SIGNUP_URL/);
});
