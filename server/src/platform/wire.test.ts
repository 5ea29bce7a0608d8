import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { amount, moment } from 'staffroom-contract/shared/shown.ts';
import { z } from 'zod';
import { cents, instant } from './platform.schema.ts';
import { columnsOf, presentColumns } from './wire.ts';

const rooms = pgTable('rooms', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  maxCap: integer().notNull(),
  rate: cents().notNull(),
  openedAt: instant(),
});

const roomSchema = z.object({
  _id: z.string(),
  name: z.string(),
  max_cap: z.int(),
  rate: amount.describe('Per lesson').nullable(),
  opened_on: moment.nullable(),
  tutors: z.array(z.string()),
});

const row = { id: 'r1', name: 'Blue', maxCap: 8, rate: 1850, openedAt: new Date(0), secret: 'x' };

describe('a presented row', () => {
  test('has the fields of the schema: cents as decimals, dates as text, and given values', () => {
    expect(presentColumns(roomSchema, row, { tutors: ['Farah'] })).toEqual({
      _id: 'r1',
      name: 'Blue',
      max_cap: 8,
      rate: 18.5,
      opened_on: '1970-01-01T00:00:00.000Z',
      tutors: ['Farah'],
    });
  });

  test('keeps null for unknown values, and prefers given values to columns', () => {
    expect(
      presentColumns(roomSchema, { ...row, openedAt: null }, { tutors: [], name: 'Red' }),
    ).toMatchObject({ opened_on: null, name: 'Red' });
  });

  test('is refused if a number may be an amount or a count', () => {
    const unclear = z.object({ max_cap: z.number() });
    expect(() => presentColumns(unclear, row, {})).toThrow(/max_cap/);
  });
});

test('written fields become columns: decimals as cents, moments as dates', () => {
  const written = { name: 'Blue', max_cap: 8, rate: 18.5, opened_on: '2026-11-22T02:00:00Z' };
  expect(columnsOf(rooms, written)).toEqual({
    name: 'Blue',
    maxCap: 8,
    rate: 1850,
    openedAt: new Date('2026-11-22T02:00:00Z'),
  });
  expect(columnsOf(rooms, { name: undefined, opened_on: null })).toEqual({
    name: undefined,
    openedAt: null,
  });
});

test('a field without a column does not compile', () => {
  // @ts-expect-error no column is called "seats"
  expect(Object.keys(columnsOf(rooms, { seats: 8 }))).toEqual([]);
});
