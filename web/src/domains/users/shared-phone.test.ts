import { expect, test } from 'vitest';
import { sharersOf, sharersWords } from './shared-phone.ts';

const person = (id: string, phone: string, code = '65', name = `Person ${id}`) => ({
  _id: id,
  name,
  email: `${id}@example.com`,
  phone_country_code: code,
  phone,
});

test('matches the exact number and country of other people', () => {
  const people = [
    person('a', '80004571'),
    person('b', '80004571', '60'),
    person('c', '800045712'),
    person('d', '80004571', '65', ''),
    person('own', '80004571'),
  ];
  const typed = { code: '+65', number: '8000 4571' };
  expect(sharersOf(people, typed, 'own')).toEqual(['Person a', 'd@example.com']);
  expect(sharersOf(people, typed, undefined)).toHaveLength(3);
});

test('names the first three people who share it', () => {
  expect(sharersWords([])).toBeUndefined();
  expect(sharersWords(['Tan Jun Wei'])).toBe('Also the number of Tan Jun Wei.');
  expect(sharersWords(['Tan Jun Wei', 'Tan Jia En'])).toBe(
    'Also the number of Tan Jun Wei and Tan Jia En.',
  );
  expect(sharersWords(['A', 'B', 'C', 'D', 'E'])).toBe('Also the number of A, B, C and 2 more.');
});
