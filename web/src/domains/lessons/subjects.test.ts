import { expect, test } from 'vitest';
import { nameWithoutTime, shortClassName, subjectsOf } from './subjects.ts';

test.each([
  ['P6 Mathematics — Sat 2pm', 'P6 Maths'],
  ['P5 Mathematics — Sat 10.30am', 'P5 Maths'],
  ['Sec 3 A Maths Regular', 'S3 A Maths'],
  ['P6 Chinese + 口试 — Fri 5pm', 'P6 Chinese + 口试'],
  ['JC1 H2 Mathematics', 'JC1 H2 Maths'],
  ['Sec 4 Chemistry Regular', 'S4 Chem'],
  ['Sec 3 Biology Regular', 'S3 Bio'],
  ['[US] Grade 5 Singapore Math', 'US Gr 5 Singapore Math'],
  ['[Recording] JC2 Vectors', '[Recording] JC2 Vectors'],
  ['Pre-Sunday Revision', 'Pre-Sunday Revision'],
  ['— Sat 2pm', '— Sat 2pm'],
])('%s is short %s', (name, short) => {
  expect(shortClassName(name)).toBe(short);
});

test('removes only day and time from a name', () => {
  expect(nameWithoutTime('P6 Mathematics — Sun 4pm')).toBe('P6 Mathematics');
  expect(nameWithoutTime('Sec 3 A Maths Regular')).toBe('Sec 3 A Maths Regular');
});

test('the legend lists each subject once, with A and E Maths as Mathematics', () => {
  const of = (subject: string) => ({ class_obj: { _id: '', name: '', subject } });
  expect(subjectsOf(['Chinese', 'E Maths', 'Mathematics', 'Music', 'A Maths'].map(of))).toEqual([
    'Mathematics',
    'Chinese',
    'Other',
  ]);
  expect(subjectsOf([])).toEqual([]);
});
