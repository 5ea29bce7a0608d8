import { expect, test } from 'vitest';
import { similarWords, summaryWords } from './upload-words.ts';

const counts = {
  files: 3,
  attached: 5,
  homework: 1,
  outcomes: { attached: 2, already_attached: 0, unmatched: 1, refused: 0 },
};

test('counts distinct lessons, and places if there are more', () => {
  expect(summaryWords({ ...counts, lessons: 3 }, 'done')).toBe(
    '2 files were attached to 3 lessons, in 5 places, and 1 homework was created. 1 file matched nothing.',
  );
  expect(summaryWords({ ...counts, lessons: 5 }, 'plan')).toContain(
    'attached to 5 lessons, and 1 homework would be created.',
  );
});

test('uses the singular for one file and one homework', () => {
  const one = {
    ...counts,
    lessons: 5,
    outcomes: { attached: 1, already_attached: 1, unmatched: 1, refused: 1 },
  };
  expect(summaryWords(one, 'done')).toBe(
    '1 file was attached to 5 lessons, and 1 homework was created. 1 file was there already. 1 file matched nothing. 1 file could not be attached.',
  );
  expect(summaryWords(one, 'plan')).toContain(
    '1 file is there already. 1 file matches nothing. 1 file cannot be attached.',
  );
  const more = {
    ...one,
    homework: 2,
    outcomes: { ...one.outcomes, already_attached: 2, unmatched: 2 },
  };
  expect(summaryWords(more, 'done')).toContain(
    '2 homework were created. 2 files were there already.',
  );
  expect(summaryWords(more, 'plan')).toContain('2 files are there already. 2 files match nothing.');
});

test('shows places for a run stored without a lesson count', () => {
  expect(summaryWords({ ...counts, lessons: null }, 'done')).toContain('attached in 5 places');
});

test('suggests the right name for a folder with a similar name', () => {
  expect(similarWords({ name: 'Science', meant: 'science' })).toBe(
    'The folder “Science” is not read. Rename it to “science” if its files belong there.',
  );
});
