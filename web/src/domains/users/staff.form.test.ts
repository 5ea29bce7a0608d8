import { describe, expect, test } from 'vitest';
import { createUserSchema } from 'staffroom-contract/domains/users/user-record.contract.ts';
import type { User } from 'staffroom-contract/domains/users/user.schema.ts';
import {
  changedBodyOf,
  initialValues,
  missingOf,
  newBodyOf,
  problemsOf,
  valuesOf,
} from '../../kit/form/define-form.ts';
import { disableQuestion, disablingWords, staffConsequences } from './staff-consequences.ts';
import { staffForm, type StaffValues } from './staff.form.ts';

const context = { zone: 'Asia/Singapore', today: '2026-11-21' };
const newAccount = initialValues(staffForm);

const typed: StaffValues = {
  ...newAccount,
  _type: 'SalesAdmin',
  name: 'Mei Ling',
  email: 'mei@example.com',
  password: 'Staffroom2026',
};

const saved: User = {
  _id: '01980000-0000-7000-8000-000000000001',
  _type: 'SalesAdmin',
  email: 'mei@example.com',
  name: 'Mei Ling',
  phone_country_code: '65',
  phone: '91234567',
  enabled: true,
  e_verified: false,
  p_verified: false,
  referral_code: null,
  created: '2026-01-01T00:00:00Z',
  updated: '2026-01-01T00:00:00Z',
  version: 3,
  referred_by: null,
  lead_source: null,
  first_purchased_on: null,
  account: {
    acts_as: null,
    extra_routes: [],
    sees_order_id: false,
    order_agents: [],
    lead_source_scope: null,
  },
  abilities: { update: true, manage_credit: false },
};

describe('a new account', () => {
  test('begins with country code 65, enabled, and no role', () => {
    expect(newAccount).toMatchObject({
      _type: null,
      phone: { code: '65', number: '' },
      enabled: true,
    });
  });

  test('requires a role, a name and an e-mail; without a password it is invited', () => {
    expect(missingOf(staffForm, newAccount)).toEqual(['name', 'e-mail', 'role']);
    expect(missingOf(staffForm, { ...typed, name: '  ' })).toEqual(['name']);
    expect(missingOf(staffForm, { ...typed, password: '' })).toEqual([]);
  });

  test('matches the contract, with a phone only if typed', () => {
    const bodyWith = (changes: Partial<StaffValues>) =>
      newBodyOf(staffForm, { ...typed, ...changes }, context);
    const body = bodyWith({});
    expect(body).toEqual({
      _type: 'SalesAdmin',
      email: 'mei@example.com',
      name: 'Mei Ling',
      password: 'Staffroom2026',
    });
    expect(createUserSchema.safeParse(body).success).toBe(true);
    expect(bodyWith({ phone: { code: '65', number: '9123 4567' } })).toMatchObject({
      phone_country_code: '65',
      phone: '9123 4567',
    });
    expect(bodyWith({ enabled: false })).toMatchObject({ enabled: false });
  });
});

const before = valuesOf(staffForm, saved, context);

test('a saved account sends its version and changes, and the password only if typed', () => {
  const bodyWith = (changes: Partial<StaffValues>) =>
    changedBodyOf(staffForm, saved, { ...before, ...changes }, context);
  expect(bodyWith({})).toEqual({ version: 3 });
  expect(bodyWith({ phone: { code: '65', number: '98765432' } })).toEqual({
    version: 3,
    phone_country_code: '65',
    phone: '98765432',
  });
  expect(bodyWith({ _type: 'Agent', password: 'Classroom2027', enabled: false })).toEqual({
    version: 3,
    _type: 'Agent',
    password: 'Classroom2027',
    enabled: false,
  });
});

test('reports an invalid e-mail and a weak password while typing, missing ones after an attempt to save', () => {
  const problemsWith = (changes: Partial<StaffValues>, withMissing = false) =>
    problemsOf(
      staffForm,
      { ...typed, ...changes },
      { schema: createUserSchema, record: undefined, context, withMissing },
    );
  expect(problemsWith({ email: '', password: '' })).toEqual({});
  expect(problemsWith({ email: 'mei@home' })).toEqual({
    email: 'You have entered an invalid email',
  });
  expect(problemsWith({ password: 'short' })).toEqual({
    password:
      'Password need at least 8 characters, a lowercase letter, a capital letter & a number',
  });
  expect(problemsWith({ email: '', password: '' }, true)).toEqual({
    email: 'You have entered an invalid email',
  });
});

describe('the effects of saving', () => {
  test('are empty for changes without side effects', () => {
    expect(staffConsequences({ ...before, name: 'Mei' }, before)).toEqual([]);
  });

  test.each([
    [{ enabled: false }, disablingWords],
    [{ _type: 'Agent' as const }, /sessions end at once; the next sign-in is as Agent/],
    [{ acts_as: 'Partner' as const }, /the next sign-in is as Partner/],
    [{ password: 'Classroom2027' }, /sessions end at once; tell them the new password/],
    [{ email: 'new@example.com' }, /signs in with the new e-mail address/],
  ])('%j', (changes, words) => {
    const sentences = staffConsequences({ ...before, ...changes }, before);
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(words);
  });

  test('include enabling again, and those of a new account', () => {
    expect(staffConsequences(before, { ...before, enabled: false })).toEqual([
      'This person can sign in again.',
    ]);
    expect(staffConsequences(typed)).toHaveLength(1);
    expect(staffConsequences({ ...typed, enabled: false })).toHaveLength(2);
  });

  test('warn that disabling one’s own account signs out', () => {
    expect(disableQuestion(saved, true).message).toMatch(/you are signed out at once/);
    expect(disableQuestion(saved, false).message).toMatch(/sessions end at once/);
    expect(disableQuestion({ name: '', email: 'mei@example.com' }, false).title).toBe(
      'Disable mei@example.com?',
    );
  });
});
