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
    '2 files were attached to 3 lessons, in 5 places, 1 homework were created. 1 file matched nothing.',
  );
  expect(summaryWords({ ...counts, lessons: 5 }, 'plan')).toContain(
    'attached to 5 lessons, 1 homework',
  );
});

test('shows places for a run stored without a lesson count', () => {
  expect(summaryWords({ ...counts, lessons: null }, 'done')).toContain('attached in 5 places');
});

test('suggests the right name for a folder with a similar name', () => {
  expect(similarWords({ name: 'Science', meant: 'science' })).toBe(
    'The folder “Science” is not read. Rename it to “science” if its files belong there.',
  );
});
