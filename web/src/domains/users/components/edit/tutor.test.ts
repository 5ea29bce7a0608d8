import { expect, test } from 'vitest';
import {
  newTutor,
  newTutorBodyOf,
  tutorBodyOf,
  tutorProblems,
  tutorValuesOf,
  type TutorValues,
} from './tutor.ts';
import { aTutorRecord } from './user.test-helper.ts';

const tutor = aTutorRecord();
const bodyWith = (changes: Partial<TutorValues>) =>
  tutorBodyOf(tutor, { ...tutorValuesOf(tutor), ...changes });

test('a form that was not touched sends nothing but the version', () => {
  expect(bodyWith({})).toEqual({ version: 7 });
  const bare = aTutorRecord({ subject: [], credential: { year_of_exp: null, track_record: [] } });
  expect(tutorBodyOf(bare, tutorValuesOf(bare))).toEqual({ version: 7 });
});

test('subjects and credentials are split on commas and trimmed', () => {
  expect(tutorValuesOf(tutor)).toMatchObject({
    subjects: 'A Maths, E Maths',
    credentials: 'BSc Mathematics, NIE PGDE',
    years: 8,
  });
  expect(bodyWith({ subjects: 'A Maths ,Physics,, ', credentials: '' })).toEqual({
    version: 7,
    subject: ['A Maths', 'Physics'],
    credential: { track_record: [] },
  });
  expect(bodyWith({ subjects: 'A Maths,E Maths' })).toEqual({ version: 7 });
});

test('years of experience may be emptied', () => {
  expect(bodyWith({ years: '' })).toEqual({ version: 7, credential: { year_of_exp: null } });
  expect(bodyWith({ years: '9' })).toEqual({ version: 7, credential: { year_of_exp: 9 } });
});

test('account settings are sent with the record', () => {
  expect(bodyWith({ enabled: false, acts_as: 'CustService' })).toEqual({
    version: 7,
    enabled: false,
    account: { acts_as: 'CustService' },
  });
});

test('a new tutor sends what was filled in; a TA has no account', () => {
  const values: TutorValues = {
    ...newTutor,
    name: ' Goh Shi Min ',
    email: 'shimin.goh@example.com ',
    subjects: 'A Maths',
    acts_as: 'CustService',
  };
  const shared = {
    name: 'Goh Shi Min',
    email: 'shimin.goh@example.com',
    subject: ['A Maths'],
  };
  expect(newTutorBodyOf('Tutor', values)).toEqual({
    _type: 'Tutor',
    ...shared,
    account: { acts_as: 'CustService' },
  });
  expect(newTutorBodyOf('TA', values)).toEqual({ _type: 'TA', ...shared });
});

test('what the contract refuses stands at its field', () => {
  expect(
    tutorProblems(
      bodyWith({
        profile_pic: 'http://pictures.example/goh.jpg',
        years: 8.5,
        subjects: 'x'.repeat(81),
        credentials: Array.from({ length: 51 }, (_, index) => index).join(','),
      }),
    ),
  ).toEqual({
    profile_pic: 'Upload the image first, then paste its HTTPS link.',
    subject: 'At most 80 characters',
    'credential.year_of_exp': 'Please enter a whole number',
    'credential.track_record': 'At most 50 credentials',
  });
  expect(tutorProblems(bodyWith({ years: 81 }))).toEqual({
    'credential.year_of_exp': 'At most 80',
  });
  expect(tutorProblems(newTutorBodyOf('Tutor', { ...newTutor, email: 'x', name: ' ' }))).toEqual({
    email: 'You have entered an invalid email',
  });
});
