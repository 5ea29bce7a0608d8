import { expect, test } from 'vitest';
import { withoutNotes } from './contract-docs.ts';

test('removes the notes on fields and nothing else', () => {
  expect(withoutNotes(`live: z.int().describe('How many take place (now)'),`)).toBe(
    'live: z.int(),',
  );
  expect(withoutNotes(`.describe(\n  'A student’s \\'own\\' (1)',\n)\n.nullable()`)).toBe(
    '\n.nullable()',
  );
  expect(withoutNotes(`name: 'listOrders',\n  summary: 'List orders, newest first',`)).toBe(
    `name: 'listOrders',\n  summary: '',`,
  );
  expect(withoutNotes(`errors: ['stale', ...createErrors],\n  idempotent: true,`)).toBe(
    `errors: [],\n  idempotent: true,`,
  );
  expect(withoutNotes(`describe('a test', () => x.describe(words))`)).toBe(
    `describe('a test', () => x.describe(words))`,
  );
});
