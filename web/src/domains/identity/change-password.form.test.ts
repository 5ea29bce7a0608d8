import { expect, test } from 'vitest';
import { changePassword } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { missingOf, newBodyOf, problemsOf } from '../../kit/form/define-form.ts';
import { changePasswordForm } from './change-password.form.ts';

const context = { zone: 'Asia/Singapore', today: '2026-11-21' };

/** Problems shown after an attempt to save. */
const problems = (password: string, confirmation: string) => {
  const values = { old_password: 'Staffroom2025', password, confirmation };
  return problemsOf(changePasswordForm, values, {
    schema: changePassword.body,
    record: undefined,
    context,
    withMissing: missingOf(changePasswordForm, values).length > 0,
  });
};

test('shows the three messages for a new password', () => {
  expect(problems('', '')).toEqual({ password: 'Fill in your new password' });
  expect(problems('short', 'short')).toEqual({
    password:
      'Password need at least 8 characters, a lowercase letter, a capital letter & a number',
  });
  const mismatch = { confirmation: 'Password that you have typed did not match' };
  expect(problems('Staffroom2026', 'Staffroom2027')).toEqual(mismatch);
  expect(problems('Staffroom2026', '')).toEqual(mismatch);
  expect(problems('Staffroom2026', 'Staffroom2026')).toEqual({});
});

test('shows all problems at once', () => {
  expect(Object.keys(problems('weak', 'other'))).toEqual(['password', 'confirmation']);
});

test('compares the confirmation and does not send it', () => {
  const passwords = { old_password: 'Staffroom2025', password: 'Staffroom2026' };
  const values = { ...passwords, confirmation: 'Staffroom2026' };
  expect(newBodyOf(changePasswordForm, values, context)).toEqual(passwords);
});

test('needs the old password', () => {
  const values = { old_password: '', password: 'Staffroom2026', confirmation: 'Staffroom2026' };
  expect(missingOf(changePasswordForm, values)).toEqual(['old password']);
});
