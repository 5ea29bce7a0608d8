import { expect, test } from 'vitest';
import { readMigrations } from 'staffroom-server/src/platform/migrate.ts';
import { checkLanded, readLanded } from './landed-migrations.ts';

const landed = { '0001-people.sql': 'a', '0002-classes.sql': 'b' };
const asLanded = [
  { name: '0001-people.sql', checksum: 'a' },
  { name: '0002-classes.sql', checksum: 'b' },
];

test('accepts the migrations of this build', async () => {
  expect(checkLanded(readLanded(), await readMigrations())).toEqual({ problems: [], unlisted: [] });
});

test('reports a landed migration that was changed', () => {
  const { problems } = checkLanded(landed, [
    { name: '0001-people.sql', checksum: 'another' },
    ...asLanded.slice(1),
  ]);
  expect(problems).toEqual([
    '0001-people.sql was changed, but databases in use have it as it was. Write a new migration.',
  ]);
});

test('reports a landed migration that was removed', () => {
  expect(checkLanded(landed, asLanded.slice(1)).problems).toEqual([
    '0001-people.sql was removed, but databases in use have it.',
  ]);
});

test('lists a new migration to be added', () => {
  const migrations = [...asLanded, { name: '0003-orders.sql', checksum: 'c' }];
  expect(checkLanded(landed, migrations)).toEqual({
    problems: [],
    unlisted: ['0003-orders.sql'],
  });
});

test.each([
  ['0001-late.sql', '0002-classes.sql'],
  ['0002-reused.sql', '0002-classes.sql'],
])('reports that %s has the number of a landed migration or a lower one', (name, last) => {
  expect(checkLanded(landed, [...asLanded, { name, checksum: 'c' }]).problems).toEqual([
    `${name} must have a higher number than ${last}, which comes before it.`,
  ]);
});

test('reports two new migrations with one number', () => {
  const both = ['0003-orders.sql', '0003-tickets.sql'].map((name) => ({ name, checksum: 'c' }));
  expect(checkLanded(landed, [...asLanded, ...both]).problems).toEqual([
    '0003-tickets.sql must have a higher number than 0003-orders.sql, which comes before it.',
  ]);
});
