import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newPasswordSchema } from './identity.contract.ts';
import { passwordProblem } from './identity.rules.ts';

const weak = 'Password need at least 8 characters, a lowercase letter, a capital letter & a number';

test.each([
  ['', 'Fill in your new password'],
  ['Abcdef1', weak],
  ['abcdefg1', weak],
  ['ABCDEFG1', weak],
  ['Abcdefgh', weak],
  ['ÄÖÜäöü12', weak],
  ['Abcdefg1', undefined],
  ['Ab1 with spaces and 密码', undefined],
])('%j: %s', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem);
});

test('a valid password stays valid with more characters', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 100 }),
      (more) => passwordProblem(`Abcdefg1${more}`) === undefined,
    ),
  );
});

test('the message is the same as the API’s', () => {
  expect(newPasswordSchema.safeParse('short').error?.issues.map((issue) => issue.message)).toEqual([
    weak,
  ]);
  expect(newPasswordSchema.safeParse(`A1${'a'.repeat(199)}`).success).toBe(false);
});
