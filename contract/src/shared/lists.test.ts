import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { anyOf, between, contains, exists, listQuery, valuesOf } from './lists.ts';

const query = listQuery({
  sortBy: ['created', 'name'],
  order: 'desc',
  max: 20,
  filter: {
    status: anyOf(z.enum(['INIT', 'PAID'])),
    name: contains,
    created: between(z.iso.date()),
    agent: z.union([anyOf(z.uuid()), exists]),
  },
});

describe('the query of a list', () => {
  test('has a default for everything', () => {
    expect(query.parse({})).toEqual({
      max: 20,
      offset: 0,
      sortBy: 'created',
      order: 'desc',
      filter: {},
    });
  });

  test('parses numbers and sort orders of a URL', () => {
    expect(query.parse({ max: '200', offset: '40', sortBy: 'name', order: 'ASC' })).toMatchObject({
      max: 200,
      offset: 40,
      sortBy: 'name',
      order: 'asc',
    });
  });

  test.each([
    [{ max: '0' }, ['max']],
    [{ max: '201' }, ['max']],
    [{ max: 'all' }, ['max']],
    [{ offset: '-1' }, ['offset']],
    [{ offset: '10000001' }, ['offset']],
    [{ sortBy: 'password' }, ['sortBy']],
    [{ order: 'up' }, ['order']],
    [{ filter: '{' }, ['filter']],
    [{ filter: '[]' }, ['filter']],
    [{ filter: 'null' }, ['filter']],
    [{ filter: `{"name":{"regex":"${'x'.repeat(20_000)}"}}` }, ['filter']],
    [{ filter: '{"name":{"regex":5}}' }, ['filter', 'name', 'regex']],
    [{ filter: '{"name":"Tan"}' }, ['filter', 'name']],
    [{ filter: '{"created":{"between":["2026-01-01"]}}' }, ['filter', 'created', 'between']],
  ])('refuses %j with the field', (input, path) => {
    expect(query.safeParse(input).error?.issues[0]?.path).toEqual(path);
  });

  test.each([
    [{ surprise: '1' }, [], 'surprise'],
    [{ filter: '{"surprise":1}' }, ['filter'], 'surprise'],
    [{ filter: '{"constructor":1}' }, ['filter'], 'constructor'],
    [{ filter: '{"__proto__":1}' }, ['filter'], '__proto__'],
  ])('reports unknown fields: %j', (input, path, key) => {
    expect(query.safeParse(input).error?.issues).toMatchObject([
      { code: 'unrecognized_keys', path, keys: [key] },
    ]);
  });

  test('accepts at most 200 values in a list', () => {
    const ofLength = (length: number) =>
      query.safeParse({
        filter: JSON.stringify({ status: { in: Array.from({ length }, () => 'INIT') } }),
      });
    expect(ofLength(200).success).toBe(true);
    expect(ofLength(201).success).toBe(false);
  });
});

test('returns the values of a filter, a single value or a list', () => {
  expect(valuesOf(undefined)).toBeUndefined();
  expect(valuesOf('INIT')).toEqual(['INIT']);
  expect(valuesOf({ in: ['INIT', 'PAID'] })).toEqual(['INIT', 'PAID']);
  expect(valuesOf({ in: [] })).toEqual([]);
  expect(valuesOf<boolean>(false)).toEqual([false]);
});
