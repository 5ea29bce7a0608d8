import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPollQuestionSchema } from './polls.contract.ts';
import {
  choiceTypeOf,
  isCorrect,
  keepsAnswers,
  keptOptions,
  mostOptions,
  optionProblems,
  resultOf,
} from './polls.rules.ts';

const options = (...contents: string[]) => contents.map((content) => ({ content }));
const problemsOf = (contents: string[], answer_index: number[], choice_type?: 'single') =>
  optionProblems({ option: options(...contents), answer_index, choice_type });

describe('the options of a question', () => {
  test('both spellings of a choice are accepted', () => {
    expect(choiceTypeOf('Single Choice')).toBe('single');
    expect(choiceTypeOf('Multiple Choice')).toBe('multiple');
    for (const [written, kept] of [
      ['Multiple Choice', 'multiple'],
      ['multiple', 'multiple'],
      ['Single Choice', 'single'],
      [undefined, 'single'],
    ] as const)
      expect(
        createPollQuestionSchema.parse({
          question: 'Which?',
          option: options('a', 'b'),
          answer_index: [0],
          ...(written && { choice_type: written }),
        }).choice_type,
      ).toBe(kept);
  });

  test('empty ones are dropped and the ticks move with the others', () => {
    expect(
      keptOptions({ option: options('12', ' ', '36 ', '', '64'), answer_index: [2, 4] }),
    ).toEqual({
      option: [
        { label: 'A', content: '12' },
        { label: 'B', content: '36' },
        { label: 'C', content: '64' },
      ],
      answer_index: [1, 2],
    });
  });

  test('ticked options stay ticked after empty ones are dropped', () => {
    const written = fc.array(
      fc.record({ content: fc.constantFrom('', ' ', 'x', 'y'), ticked: fc.boolean() }),
    );
    fc.assert(
      fc.property(written, (all) => {
        const kept = keptOptions({
          option: all,
          answer_index: all.flatMap(({ ticked }, index) => (ticked ? [index] : [])),
        });
        const expected = all.filter(({ content }) => content.trim() !== '');
        expect(kept.option.map(({ content }) => content)).toEqual(
          expected.map(({ content }) => content),
        );
        expect(kept.option.map((_one, index) => kept.answer_index.includes(index))).toEqual(
          expected.map(({ ticked }) => ticked),
        );
      }),
    );
  });

  test.each([
    ['fewer than two', ['12', '', ''], [0], 'option', 'Please write at least two options'],
    ['no tick', ['12', '36'], [], 'answer_index', 'Please tick a correct answer'],
    [
      'a tick on an empty one',
      ['12', '36', ''],
      [0, 2],
      'answer_index',
      'Option C is ticked as correct but has no text',
    ],
    [
      'a tick beyond the last',
      ['12', '36'],
      [0, 4],
      'answer_index',
      'Option E is ticked as correct but has no text',
    ],
    ['the same twice', ['12', '36', ' 12'], [0], 'option', '“12” appears twice'],
  ] as const)('%s is refused', (_what, contents, ticked, field, message) => {
    expect(problemsOf([...contents], [...ticked])).toEqual([{ field, message }]);
  });

  test('more than 26 are refused, without counting empty ones', () => {
    const many = Array.from({ length: mostOptions }, (_, index) => `Option ${index}`);
    expect(problemsOf([...many, '', ''], [0])).toEqual([]);
    expect(problemsOf([...many, 'One more'], [0])).toEqual([
      { field: 'option', message: 'At most 26 options; this question has 27' },
    ]);
    expect(problemsOf([...many, '27', '28', '29', '30'], [0])).toMatchObject([
      { message: 'At most 26 options; this question has 30' },
    ]);
  });

  test('a single choice has one correct answer', () => {
    expect(problemsOf(['12', '36'], [0, 1], 'single')).toMatchObject([{ field: 'answer_index' }]);
    expect(problemsOf(['12', '36'], [0, 0], 'single')).toEqual([]);
    expect(problemsOf(['12', '36'], [0, 1])).toEqual([]);
  });
});

describe('a question that has been answered', () => {
  const before = options('12', '36', '64');
  test.each([
    ['reworded', options('12', 'thirty-six', '64'), true],
    ['added to', options('12', '36', '64', '32'), true],
    ['shortened', options('12', '36'), false],
    ['shortened in the middle', options('12', '64'), false],
    ['put in another order', options('36', '12', '64'), false],
    ['put in another order behind a new one', options('new', '12', '36', '64'), false],
  ])('keeps the meaning of its answers when it is %s: %#', (_what, after, keeps) => {
    expect(keepsAnswers(before, after)).toBe(keeps);
  });
});

describe('the result of a question', () => {
  const question = { option: options('2', '9', '11'), answer_index: [0, 2] };

  test('counts students by option, and those who chose exactly the correct ones', () => {
    expect(
      resultOf(question, [
        { answer: [2, 0], isStudent: true },
        { answer: [0], isStudent: true },
        { answer: [0, 1, 2], isStudent: true },
        { answer: [0, 2], isStudent: false },
        { answer: [], isStudent: true },
      ]),
    ).toEqual({ answered: 3, correct: 1, counts: [3, 1, 2], others: 1 });
  });

  test('never counts more students than answered', () => {
    const answer = fc.record({
      answer: fc.array(fc.nat(5), { maxLength: 6 }),
      isStudent: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(answer), (answers) => {
        const { answered, correct, counts, others } = resultOf(question, answers);
        expect(correct).toBeLessThanOrEqual(answered);
        for (const count of counts) expect(count).toBeLessThanOrEqual(answered);
        expect(answered + others).toBe(answers.filter((one) => one.answer.length > 0).length);
      }),
    );
  });

  test('the order of the ticks does not matter, an extra or missing one does', () => {
    expect(isCorrect([0, 2], [2, 0])).toBe(true);
    expect(isCorrect([0, 2], [0])).toBe(false);
    expect(isCorrect([0, 2], [0, 1, 2])).toBe(false);
  });
});
