import { expect, test } from 'vitest';
import { hasCountryCode, splitPhone } from './split-phone.ts';

test.each([
  ['+65 9123 4567', '65', '9123 4567'],
  ['(+65) 9123-4567', '65', '9123-4567'],
  ['0062 812 3456 789', '62', '812 3456 789'],
  ['+1 (415) 555-2671', '1', '(415) 555-2671'],
  // The trunk zero is not dialled after a country code.
  ['+44 (0)20 7946 0958', '44', '2079460958'],
])('%s is +%s and %s', async (typed, code, number) => {
  expect(hasCountryCode(typed)).toBe(true);
  expect(await splitPhone(typed)).toEqual({ code, number });
});

test.each(['+999 1234567', '+65 9123 4567 ext 12', '+65 12', '+'])(
  '%s is not split',
  async (typed) => {
    expect(await splitPhone(typed)).toBeNull();
  },
);

test('a number without a code is recognised as such', () => {
  expect(hasCountryCode('9123 4567')).toBe(false);
  expect(hasCountryCode('020 7946 0958')).toBe(false);
});
