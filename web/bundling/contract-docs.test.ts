import { expect, test } from 'vitest';
import { withoutNotes } from './contract-docs.ts';

test('takes the notes on fields away and nothing else', () => {
  expect(withoutNotes(`live: z.int().describe('How many take place (now)'),`)).toBe(
    'live: z.int(),',
  );
  expect(withoutNotes(`.describe(\n  'A student’s \\'own\\' (1)',\n)\n.nullable()`)).toBe(
    '\n.nullable()',
  );
  expect(withoutNotes(`describe('a test', () => x.describe(words))`)).toBe(
    `describe('a test', () => x.describe(words))`,
  );
});
