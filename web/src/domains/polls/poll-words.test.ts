import { expect, test } from 'vitest';
import { barsOf, currentOf, lettersOf, placeWords, resultWords } from './poll-words.ts';

const option = ['12', '36', '64'].map((content, index) => ({ label: 'ABC'[index] ?? '', content }));

test('shows a question’s number and choice type in either spelling', () => {
  expect(placeWords({ question_index: 2, choice_type: 'single' })).toBe('Question 3, single');
  expect(placeWords({ question_index: 0, choice_type: 'Multiple Choice' as never })).toBe(
    'Question 1, multiple',
  );
});

test('words a result with the number of answers, the correct share, and answers not counted', () => {
  const result = { answered: 17, correct: 12, counts: [2, 12, 3], others: 0 };
  expect(resultWords(result, 20)).toBe('17 of 20 answered, 71% right');
  expect(resultWords({ ...result, others: 1 }, 20)).toBe(
    '17 of 20 answered, 71% right · 1 other not counted',
  );
  expect(resultWords({ answered: 0, correct: 0, counts: [0], others: 0 }, 20)).toBe(
    '0 of 20 answered',
  );
});

test('words a bar with option, count and share, and whether it is right', () => {
  const result = { answered: 17, correct: 12, counts: [2, 12], others: 0 };
  const bars = barsOf({ option, answer_index: [1], result } as never);
  expect(bars.map(({ words }) => words)).toEqual([
    'A, 12: 2 of 17, 12%',
    'B, 36: 12 of 17, 71%, right answer',
    'C, 64: 0 of 17, 0%',
  ]);
});

test('words an answer as its letters in order', () => {
  expect(lettersOf([2, 0], option)).toBe('A C');
  expect(lettersOf([7], option)).toBe('?');
});

test('shows the chosen question, or the one asked last', () => {
  const question = (_id: string, answered: number) => ({
    _id,
    result: { answered, correct: 0, counts: [], others: 0 },
  });
  const questions = [question('a', 12), question('b', 3), question('c', 0)];
  expect(currentOf(questions, null)?._id).toBe('b');
  expect(currentOf(questions, 'c')?._id).toBe('c');
  // A deleted question.
  expect(currentOf(questions, 'd')?._id).toBe('b');
  expect(currentOf([question('a', 0), question('b', 0)], null)?._id).toBe('a');
  expect(currentOf([], null)).toBeUndefined();
});
