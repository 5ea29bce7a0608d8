import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weakPasswordMessage } from '@staffroom/contract/domains/identity/identity.rules.ts';
import { otherLevel, studentLevels } from '@staffroom/contract/shared/levels.ts';
import {
  studentBodyOf,
  studentMissing,
  studentProblems,
  studentValuesOf,
  type StudentValues,
} from './student.ts';
import { aStudentRecord } from './user.test-helper.ts';

const zone = 'Asia/Singapore';
const today = '2026-11-21';
const student = aStudentRecord();

const bodyWith = (changes: Partial<StudentValues>, record = student) =>
  studentBodyOf(record, { ...studentValuesOf(record), ...changes }, zone);
const missingWith = (changes: Partial<StudentValues>) =>
  studentMissing({ ...studentValuesOf(student), ...changes });
const problemsWith = (changes: Partial<StudentValues>, record = student) => {
  const values = { ...studentValuesOf(record), ...changes };
  return studentProblems(values, studentBodyOf(record, values, zone), today);
};

test('a form that was not touched sends nothing but the version', () => {
  expect(bodyWith({})).toEqual({ version: 7 });
  const bare = aStudentRecord({
    phone: '',
    phone_country_code: '',
    level: 'P6 (repeat year)',
    gender: null,
    date_of_birth: null,
    parent: {
      salute: null,
      name: '',
      email: '',
      phone_country_code: '',
      phone: '',
      contact_preference: {},
    },
  });
  expect(bodyWith({}, bare)).toEqual({ version: 7 });
});

test('only what was changed is sent, trimmed', () => {
  expect(bodyWith({ name: ' Chua Si Ying Amy ', school: 'Anderson Secondary School ' })).toEqual({
    version: 7,
    name: 'Chua Si Ying Amy',
  });
  expect(bodyWith({ gender: null, is_internal: true, background: '' })).toEqual({
    version: 7,
    gender: null,
    is_internal: true,
    meta: { background: '' },
  });
});

test('name and e-mail are needed', () => {
  expect(missingWith({ name: ' ', email: '' })).toEqual(['name', 'email']);
  expect(problemsWith({ name: ' ', email: '' })).toEqual({});
});

test('a password is sent only if typed', () => {
  expect(bodyWith({ password: 'Staffroom2026' })).toEqual({
    version: 7,
    password: 'Staffroom2026',
  });
});

test('a number goes with its country code, which is 65 unless said otherwise', () => {
  const without = aStudentRecord({ phone: '', phone_country_code: '' });
  expect(studentValuesOf(without).phone_country_code).toBe('65');
  expect(bodyWith({ phone: '8000 4572' }, without)).toEqual({
    version: 7,
    phone_country_code: '65',
    phone: '8000 4572',
  });
  expect(bodyWith({ parent_phone_country_code: '60' })).toEqual({
    version: 7,
    parent: { phone_country_code: '60', phone: '80001190' },
  });
});

test('a date of birth is sent as the start of that business day', () => {
  expect(bodyWith({ date_of_birth: '2011-06-03' })).toMatchObject({
    date_of_birth: '2011-06-02T16:00:00Z',
  });
  expect(bodyWith({ date_of_birth: null })).toEqual({ version: 7, date_of_birth: null });
});

test('a level comes from the list, or is others with free text', () => {
  const free = aStudentRecord({ level: 'Homeschool, year 8' });
  expect(studentValuesOf(free)).toMatchObject({
    level: otherLevel,
    other_level: 'Homeschool, year 8',
  });
  expect(bodyWith({ level: 'primary-6' }, free)).toMatchObject({ level: 'primary-6' });
  expect(bodyWith({ level: otherLevel, other_level: ' Homeschool ' })).toMatchObject({
    level: 'Homeschool',
  });
  expect(missingWith({ level: otherLevel, other_level: ' ' })).toEqual(['other level']);
});

test('every listed level stands as itself in the form', () => {
  fc.assert(
    fc.property(fc.constantFrom(...studentLevels), (level) => {
      expect(studentValuesOf(aStudentRecord({ level }))).toMatchObject({ level, other_level: '' });
    }),
  );
});

test('a contact preference is exactly one of the three', () => {
  const typed = { wechat_id: 'kian_c', other_channel: 'Telegram' };
  const sent = (contact: StudentValues['contact']) =>
    bodyWith({ ...typed, contact }).parent?.contact_preference;
  expect(sent('whatsapp')).toBeUndefined();
  expect(sent('wechat')).toEqual({ wechat: true, wechat_id: 'kian_c' });
  expect(sent('other')).toEqual({ other: 'Telegram' });
  expect(sent('')).toBeNull();
  expect(missingWith({ contact: 'wechat', wechat_id: ' ' })).toEqual(['Wechat id']);
  expect(missingWith({ contact: 'other' })).toEqual(['channel']);
  expect(missingWith(typed)).toEqual([]);
});

test('days that nobody is born on are refused in words', () => {
  const problem = (changes: Partial<StudentValues>) => problemsWith(changes).date_of_birth;
  expect(problem({ unreadable_birthday: '31 Feb 2011' })).toBe(
    '“31 Feb 2011” is no day of the calendar. Write it like 7 Apr 2011.',
  );
  expect(problem({ date_of_birth: '2026-11-22' })).toBe('This day is still to come.');
  expect(problem({ date_of_birth: '0011-06-02' })).toBe('This day is before the year 1900.');
  expect(problem({ date_of_birth: today })).toBeUndefined();
});

test('what the contract refuses stands at its field', () => {
  expect(
    problemsWith({
      name: 'x'.repeat(10_000),
      email: 'not an address',
      password: 'short',
      phone: '1234567890123456',
      parent_email: 'neither',
      parent_name: 'x'.repeat(201),
      school: 'x'.repeat(201),
      background: 'x'.repeat(50_001),
    }),
  ).toEqual({
    name: 'At most 200 characters',
    email: 'You have entered an invalid email',
    password: weakPasswordMessage,
    phone: 'At most 15 digits',
    'parent.email': 'You have entered an invalid email',
    'parent.name': 'At most 200 characters',
    school: 'At most 200 characters',
    'meta.background': 'At most 50,000 characters',
  });
  expect(problemsWith({})).toEqual({});
});
