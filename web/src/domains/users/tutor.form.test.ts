import { expect, test } from 'vitest';
import {
  createUserSchema,
  updateUserSchema,
} from 'staffroom-contract/domains/users/user-record.contract.ts';
import {
  changedBodyOf,
  initialValues,
  newBodyOf,
  problemsOf,
  valuesOf,
} from '../../kit/form/define-form.ts';
import { tutorForm } from './tutor.form.ts';
import { aTutorRecord } from './user.test-helper.ts';

const context = { zone: 'Asia/Singapore', today: '2026-11-21' };
const tutor = aTutorRecord();
const newTutor = initialValues(tutorForm);

const formOf = (record = tutor) => valuesOf(tutorForm, record, context);
type Values = ReturnType<typeof formOf>;
const bodyWith = (changes: Partial<Values>, record = tutor) =>
  changedBodyOf(tutorForm, record, { ...formOf(record), ...changes }, context);
const newBodyWith = (changes: Partial<Values>) =>
  newBodyOf(tutorForm, { ...newTutor, ...changes }, context);

test('an untouched form sends only the version', () => {
  expect(bodyWith({})).toEqual({ version: 7 });
  const bare = aTutorRecord({ subject: [], credential: { year_of_exp: null, track_record: [] } });
  expect(bodyWith({}, bare)).toEqual({ version: 7 });
});

test('splits subjects and credentials on commas and trims them', () => {
  expect(formOf()).toMatchObject({
    subject: 'A Maths, E Maths',
    credentials: 'BSc Mathematics, NIE PGDE',
    years: 8,
  });
  expect(bodyWith({ subject: 'A Maths ,Physics,, ', credentials: '' })).toEqual({
    version: 7,
    subject: ['A Maths', 'Physics'],
    credential: { track_record: [] },
  });
  expect(bodyWith({ subject: 'A Maths,E Maths' })).toEqual({ version: 7 });
});

test('years of experience can be cleared', () => {
  expect(bodyWith({ years: '' })).toEqual({ version: 7, credential: { year_of_exp: null } });
  expect(bodyWith({ years: '9' })).toEqual({ version: 7, credential: { year_of_exp: 9 } });
});

test('sends account settings with the record', () => {
  expect(bodyWith({ enabled: false, acts_as: 'CustService' })).toEqual({
    version: 7,
    enabled: false,
    account: { acts_as: 'CustService' },
  });
});

test('a new tutor sends filled fields; a TA has no account', () => {
  const typed: Partial<Values> = {
    name: ' Goh Shi Min ',
    email: 'shimin.goh@example.com ',
    subject: 'A Maths',
    acts_as: 'CustService',
    sees_order_id: true,
  };
  const shared = {
    name: 'Goh Shi Min',
    email: 'shimin.goh@example.com',
    subject: ['A Maths'],
  };
  expect(newBodyWith(typed)).toEqual({
    _type: 'Tutor',
    ...shared,
    account: { acts_as: 'CustService', sees_order_id: true },
  });
  expect(newBodyWith({ ...typed, _type: 'TA' })).toEqual({ _type: 'TA', ...shared });
});

test('leaves out account settings that were not set', () => {
  expect(newBodyWith({ name: 'Goh Shi Min' })).toEqual({ _type: 'Tutor', name: 'Goh Shi Min' });
});

test('shows contract errors at their fields', () => {
  const problemsWith = (changes: Partial<Values>) =>
    problemsOf(
      tutorForm,
      { ...formOf(), ...changes },
      { schema: updateUserSchema, record: tutor, context, withMissing: false },
    );
  expect(problemsWith({})).toEqual({});
  expect(
    problemsWith({
      profile_pic: 'http://pictures.example/goh.jpg',
      years: 8.5,
      subject: 'x'.repeat(81),
      credentials: Array.from({ length: 51 }, (_, index) => index).join(','),
    }),
  ).toEqual({
    profile_pic: 'Upload the image first, then paste its HTTPS link.',
    subject: 'At most 80 characters',
    years: 'Please enter a whole number',
    credentials: 'At most 50 credentials',
  });
  expect(problemsWith({ years: 81 })).toEqual({ years: 'At most 80' });
  expect(
    problemsOf(
      tutorForm,
      { ...newTutor, email: 'x', name: ' ' },
      { schema: createUserSchema, record: undefined, context, withMissing: false },
    ),
  ).toEqual({ email: 'You have entered an invalid email' });
});
