import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Where the specification is silent, one word for one thing (GLOSSARY.md): a second spelling, and where it may stand. */
const secondSpellings: Record<string, { pattern: RegExp; only?: RegExp }> = {
  'Seats, not "Max cap" or "Capacity"': { pattern: /['">](Max cap|Capacity)\b/ },
  'Rate per lesson, not "Cost per lesson"': { pattern: /['">](Cost|Price) per lesson/i },
  'Download, not "Export"': { pattern: /['">](Export|Save as CSV)\b/ },
  // The columns of the lists of users and discount codes are the specification's (part 1 §2).
  'E-mail, not "Email"': {
    pattern: /((header: |label: |label=)['"]|<dt>)[^'"<]*\b[Ee]mail/,
    only: /(user-list|discount-code-list)\.route\.tsx$/,
  },
  // The side menu's dashes are the specification's (part 2 §2).
  'an empty value is "–"': { pattern: /'-{2,3}'/, only: /shell\/menu\.tsx$/ },
  'times have 24 hours': { pattern: /hour12|toLocaleTimeString|timeStyle|% 12 \|\|/ },
  'a range of times by formats.ts': {
    pattern: /time\([^)]*\)\} ?(\{' – '\}|–|-) ?\{/,
  },
  'a moment by formats.ts': {
    pattern: /toLocaleDateString|toLocaleString\('en-GB/,
    only: /lib\/settings\.ts$/,
  },
};

test('every word for a thing is the same one everywhere', () => {
  const found = Object.entries(secondSpellings).flatMap(([rule, { pattern, only }]) =>
    Object.entries(sources).flatMap(([path, source]) =>
      only?.test(path)
        ? []
        : source
            .split('\n')
            .filter((line) => pattern.test(line))
            .map((line) => `${rule}: ${path}: ${line.trim()}`),
    ),
  );
  expect(found).toEqual([]);
});

test('all sources were looked at', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(200);
});
