import { expect, test } from 'vitest';
import type { UserSummary } from 'staffroom-contract/domains/users/users.contract.ts';
import { sameStudents } from './same-students.ts';

const aStudent = (change: Partial<UserSummary>) =>
  ({
    _id: change.email ?? 'none',
    name: 'Tan Jun Wei',
    email: 'jw@example.com',
    phone_country_code: '65',
    phone: '91234567',
    ...change,
  }) as UserSummary;

const typed = { name: 'tan  jun wei', phone: { code: '+65', number: '9123 4567' } };
const sames = (students: UserSummary[], entered = typed) =>
  sameStudents(students, entered).map(({ student, same }) => [student.email, same]);

test('a student with the same phone and name comes before students who share only one', () => {
  const students = [
    aStudent({ email: 'name@example.com', phone: '80000000' }),
    aStudent({ email: 'phone@example.com', name: 'Tan Jia En' }),
    aStudent({ email: 'both@example.com' }),
  ];

  expect(sames(students)).toEqual([
    ['both@example.com', 'name and phone'],
    ['phone@example.com', 'phone'],
    ['name@example.com', 'name'],
  ]);
});

test('part of a name, another country code and an empty field are no match', () => {
  const other = { name: 'Lim', phone_country_code: '62', email: 'other@example.com' };

  expect(
    sames([aStudent({ name: 'Tan Jun Wei Ryan', phone: '', email: 'a@example.com' })]),
  ).toEqual([]);
  expect(sames([aStudent(other)])).toEqual([]);
  expect(
    sames([aStudent({ name: '', phone: '' })], { name: '', phone: { code: '65', number: '' } }),
  ).toEqual([]);
});

test('shows each student once, and only students with an e-mail', () => {
  expect(sames([aStudent({}), aStudent({}), aStudent({ _id: 'x', email: '' })])).toHaveLength(1);
});
