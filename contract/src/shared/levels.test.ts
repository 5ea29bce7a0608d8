import { expect, test } from 'vitest';
import { formatLevel, levelTags, levelWords } from './levels.ts';

test('the tags are those of the specification', () => {
  expect(levelTags).toHaveLength(6 + 4 + 2 + 6 + 2 + 3);
  expect(new Set(levelTags).size).toBe(levelTags.length);
  expect(levelTags).toEqual(
    expect.arrayContaining([
      'primary-1',
      'primary-6',
      'secondary-4',
      'junior-college-2',
      'beginner',
    ]),
  );
  for (const tag of ['primary-0', 'primary-7', 'secondary-5', 'beginner-1'])
    expect(levelTags).not.toContain(tag);
});

test.each([
  ['primary-6', 'Primary 6'],
  ['junior-college-1', 'Junior College 1'],
  ['beginner', 'Beginner'],
])('%s is shown as %s', (tag, text) => {
  expect(formatLevel(tag)).toBe(text);
});

test.each([
  ['junior-college-2', 'Junior College 2'],
  ['pre-primary', 'Pre Primary'],
  ['integrated-programme-5', 'Integrated Programme 5'],
  ['P6 (repeat-year)', 'P6 (repeat-year)'],
])('the level %s is shown as %s: free text stays as it was typed', (level, words) => {
  expect(levelWords(level)).toBe(words);
});
