import { expect, test } from 'vitest';
import { z } from 'zod';
import { amount, fieldKindOf, moment } from './shown.ts';

const kinds = [
  ['moment', moment, 'x'],
  ['amount', amount, 1],
] as const;

test.each(kinds)(
  'a %s keeps its kind with any description, default or optionality',
  (kind, field, value) => {
    const schema: z.ZodType = field;
    const derived: Record<string, z.ZodType> = {
      itself: schema,
      described: schema.describe('First'),
      'with metadata': schema.meta({ title: 'First' }),
      'that may be null': schema.nullable(),
      'that may be left out': schema.optional(),
      'null or left out': schema.nullish(),
      'with a default': schema.default(value),
      'for reading': schema.readonly(),
      'described, then nullable, then described': schema.describe('a').nullable().describe('b'),
      'optional with a default': schema.optional().default(value).describe('c'),
      refined: schema.refine(() => true),
    };
    expect(Object.entries(derived).filter(([, each]) => fieldKindOf(each) !== kind)).toEqual([]);
  },
);

test('a field that is no moment or amount has no kind', () => {
  expect([z.string(), z.number(), z.int().nullable(), z.array(moment)].map(fieldKindOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
