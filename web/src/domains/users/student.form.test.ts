import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weakPasswordMessage } from 'staffroom-contract/domains/identity/identity.rules.ts';
import { updateUserSchema } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { otherLevel, studentLevels } from 'staffroom-contract/shared/levels.ts';
import { changedBodyOf, missingOf, problemsOf, valuesOf } from '../../kit/form/define-form.ts';
import { studentForm, type Contact } from './student.form.ts';
import { aStudentRecord } from './user.test-helper.ts';

const today = '2026-11-21';
const context = { zone: 'Asia/Singapore', today };
const student = aStudentRecord();

const formOf = (record = student) => valuesOf(studentForm, record, context);
type Changes = Partial<ReturnType<typeof formOf>>;
const bodyWith = (changes: Changes, record = student) =>
  changedBodyOf(studentForm, record, { ...formOf(record), ...changes }, context);
const missingWith = (changes: Changes) => missingOf(studentForm, { ...formOf(), ...changes });
const problemsWith = (changes: Changes) =>
  problemsOf(
    studentForm,
    { ...formOf(), ...changes },
    { schema: updateUserSchema, record: student, context, withMissing: false },
  );

test('an untouched form sends only the version', () => {
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

test('sends only changes, trimmed', () => {
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

test('requires name and e-mail', () => {
  expect(missingWith({ name: ' ', email: '' })).toEqual(['name', 'e-mail']);
  expect(problemsWith({ name: ' ', email: '' })).toEqual({});
});

test('sends a password only if typed', () => {
  expect(bodyWith({ password: 'Staffroom2026' })).toEqual({
    version: 7,
    password: 'Staffroom2026',
  });
});

test('sends a number with its country code, 65 by default', () => {
  const without = aStudentRecord({ phone: '', phone_country_code: '' });
  expect(formOf(without).phone).toEqual({ code: '65', number: '' });
  expect(bodyWith({ phone: { code: '65', number: '8000 4572' } }, without)).toEqual({
    version: 7,
    phone_country_code: '65',
    phone: '8000 4572',
  });
  expect(bodyWith({ parent_phone: { code: '60', number: '80001190' } })).toEqual({
    version: 7,
    parent: { phone_country_code: '60', phone: '80001190' },
  });
});

test('sends a date of birth as the start of that business day', () => {
  expect(bodyWith({ date_of_birth: '2011-06-03' })).toMatchObject({
    date_of_birth: '2011-06-02T16:00:00Z',
  });
  expect(bodyWith({ date_of_birth: '' })).toEqual({ version: 7, date_of_birth: null });
});

test('accepts a level from the list, or "others" with free text', () => {
  const free = aStudentRecord({ level: 'Homeschool, year 8' });
  expect(formOf(free).level).toEqual({ level: otherLevel, other: 'Homeschool, year 8' });
  expect(bodyWith({ level: { level: 'primary-6', other: 'Homeschool' } }, free)).toMatchObject({
    level: 'primary-6',
  });
  expect(bodyWith({ level: { level: otherLevel, other: ' Homeschool ' } })).toMatchObject({
    level: 'Homeschool',
  });
  expect(missingWith({ level: { level: otherLevel, other: ' ' } })).toEqual(['other level']);
});

test('shows every listed level as itself', () => {
  fc.assert(
    fc.property(fc.constantFrom(...studentLevels), (level) => {
      expect(formOf(aStudentRecord({ level })).level).toEqual({ level, other: '' });
    }),
  );
});

test('sends exactly one of the three contact preferences', () => {
  const contact = (way: Contact['way'], wechatId = 'kian_c', channel = 'Telegram') => ({
    contact: { way, wechatId, channel },
  });
  const sent = (way: Contact['way']) => {
    const { version: _, ...changes } = bodyWith(contact(way));
    return changes;
  };
  expect(sent('whatsapp')).toEqual({});
  expect(sent('wechat')).toEqual({
    parent: { contact_preference: { wechat: true, wechat_id: 'kian_c' } },
  });
  expect(sent('other')).toEqual({ parent: { contact_preference: { other: 'Telegram' } } });
  expect(sent('')).toEqual({ parent: { contact_preference: null } });
  expect(missingWith(contact('wechat', ' '))).toEqual(['Wechat id']);
  expect(missingWith(contact('other', '', ''))).toEqual(['channel']);
  expect(missingWith(contact('whatsapp', '', ''))).toEqual([]);
});

test('refuses impossible birthdays with a message', () => {
  const problem = (birthday: string) => problemsWith({ date_of_birth: birthday }).date_of_birth;
  expect(problem('31 Feb 2011')).toBe(
    '“31 Feb 2011” is not a day of the calendar. Write it like 7 Apr 2011.',
  );
  expect(problem('2026-11-22')).toBe('This day is in the future.');
  expect(problem('0011-06-02')).toBe('This day is before the year 1900.');
  expect(problem(today)).toBeUndefined();
});

test('shows contract errors at their fields', () => {
  expect(
    problemsWith({
      name: 'x'.repeat(10_000),
      email: 'not an address',
      password: 'short',
      phone: { code: '65', number: '1234567890123456' },
      parent_phone: { code: '12345', number: '80001190' },
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
    parent_phone: 'Parent country code: at most 4 digits',
    parent_email: 'You have entered an invalid email',
    parent_name: 'At most 200 characters',
    school: 'At most 200 characters',
    background: 'At most 50,000 characters',
  });
  expect(problemsWith({})).toEqual({});
});
