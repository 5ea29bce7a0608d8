import { expect, test } from 'vitest';
import { newPasswordFormSchema } from './new-password-form.ts';

const problems = (password: string, confirmation: string) => {
  const result = newPasswordFormSchema.safeParse({ password, confirmation });
  return result.success
    ? {}
    : Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
};

test('the three messages of a new password', () => {
  expect(problems('', '')).toEqual({ password: 'Fill in your new password' });
  expect(problems('short', 'short')).toEqual({
    password:
      'Password need at least 8 characters, a lowercase letter, a capital letter & a number',
  });
  expect(problems('Staffroom2026', 'Staffroom2027')).toEqual({
    confirmation: 'Password that you have typed did not match',
  });
  expect(problems('Staffroom2026', 'Staffroom2026')).toEqual({});
});

test('all problems show at once', () => {
  expect(Object.keys(problems('weak', 'other'))).toEqual(['password', 'confirmation']);
});
