import { expect, test } from 'vitest';
import { betweenWords, readLessonSearch, wordsOf } from './search.rules.ts';

test('a text is split into its words', () => {
  expect(wordsOf('  Sec 3\u00a0 MATHS ')).toEqual(['sec', '3', 'maths']);
  expect(wordsOf('[Recording] P5–6, 11.30am')).toEqual(['recording', 'p5', '6', '11', '30am']);
  for (const sign of betweenWords) expect(wordsOf(`a${sign}b`)).toEqual(['a', 'b']);
});

test('a lesson is found by the words of its class and its term and number', () => {
  expect(readLessonSearch('P6 Maths T2 L5')).toEqual({ words: ['p6', 'maths'], term: 2, index: 5 });
  expect(readLessonSearch('l12 surds')).toEqual({ words: ['surds'], term: null, index: 12 });
});

test('other text with T or L is a word', () => {
  expect(readLessonSearch('t l L20261122 T2L5')).toEqual({
    words: ['t', 'l', 'l20261122', 't2l5'],
    term: null,
    index: null,
  });
});
