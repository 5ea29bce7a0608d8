import { expect, test } from 'vitest';
import { z } from 'zod';
import './check-words.ts';

test.each<[string, z.ZodType, unknown, string]>([
  ['a missing text', z.string(), undefined, 'Please fill this in'],
  ['a missing number', z.number(), null, 'Please fill this in'],
  ['nothing chosen', z.enum(['A', 'B']), '', 'Please fill this in'],
  ['nothing of a list', z.enum(['A', 'B']), undefined, 'Please fill this in'],
  ['an empty text', z.string().min(1), '', 'Please fill this in'],
  ['a short text', z.string().min(8), 'short', 'At least 8 characters'],
  ['a long text', z.string().max(2000), 'x'.repeat(2001), 'At most 2,000 characters'],
  ['a high number', z.int().max(100_000), 100_001, 'At most 100,000'],
  ['a low number', z.number().min(1), 0, 'At least 1'],
  ['nought where more is wanted', z.number().positive(), 0, 'More than 0'],
  ['a part of a whole number', z.int(), 1.5, 'Please enter a whole number'],
  ['no number', z.number(), Number.NaN, 'Please enter a number'],
  ['more than a list may hold', z.array(z.string()).max(1), ['a', 'b'], 'At most 1'],
  [
    'a value of another kind',
    z.union([z.number(), z.boolean()]),
    'x',
    'This value is not allowed here.',
  ],
  ['words of the schema itself', z.number().max(3, 'No more than three'), 4, 'No more than three'],
])('%s', (_what, schema, value, words) => {
  expect(schema.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([words]);
});
