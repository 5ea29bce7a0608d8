import { expect, test } from 'vitest';
import { findWords, textFiles } from './plain-words.ts';

test('names the line of a word to avoid, and what to write', () => {
  expect(findWords('docs/a.md', 'Fine.\nIt is known to nobody.')).toEqual([
    'docs/a.md:2: “nobody”. Write: the user, the caller, an Admin, the tutor; "no user", "unassigned".',
  ]);
  expect(findWords('web/src/a.tsx', "header: 'Max cap'")).toEqual([
    "web/src/a.tsx:1: “'Max cap”. Write: Seats.",
  ]);
});

test('lets the same words pass where the specification writes them', () => {
  expect(findWords('web/src/screens/users/user-list.route.tsx', "header: 'Email'")).toEqual([]);
  expect(findWords('contract/src/a.ts', "header: 'Max cap'")).toEqual([]);
});

test.each(['It stands out.', 'The upper half of the household.', 'const held = hold();'])(
  'lets “%s” pass',
  (line) => {
    expect(findWords('server/src/a.ts', line)).toEqual([]);
  },
);

test('looks at every workspace', () => {
  const files = textFiles();
  expect(files.length).toBeGreaterThan(1500);
  for (const folder of ['bench', 'contract', 'docs', 'e2e', 'server', 'tools', 'web'])
    expect(files.some((path) => path.startsWith(`${folder}/`))).toBe(true);
  expect(files.filter((path) => path.includes('node_modules'))).toEqual([]);
});
