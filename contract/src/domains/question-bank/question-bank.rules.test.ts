import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatLevel } from '../../shared/levels.ts';
import { writtenUnitSchema } from './question-bank.contract.ts';
import {
  answerTypesOf,
  comparedText,
  contextOf,
  filterLevelWords,
  hasTopicFilter,
  marksOf,
  marksWords,
  mostOptions,
  optionLabel,
  questionLevels,
  showingWords,
  skillsLabel,
  tagChoices,
  tidyUnit,
  unitProblems,
  type ShortAnswer,
  type Unit,
} from './question-bank.rules.ts';

const half = '<span data-type="inline-math" data-latex="\\frac{1}{2}"></span>';

const common = { label: '', mark: 1, question_body: '<p>How many?</p>', hint: '' };
const mcq = (
  contents: string[],
  answer: number[],
  type: 'single' | 'multiple' = 'single',
): Unit => ({
  ...common,
  question_type: 'mcq',
  answer_type: type,
  option: contents.map((content) => ({ label: '', content })),
  answer,
});
const answerSet = (...answer: ShortAnswer[]): Unit => ({
  ...common,
  question_type: 'open_ended',
  answer_type: 'short_answer_set',
  option: [],
  answer,
});
const entry = (body: string, pre_unit = '', post_unit = ''): ShortAnswer => ({
  pre_unit,
  body,
  post_unit,
});

const problemsOf = (unit: Unit) =>
  unitProblems(tidyUnit(unit)).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('an mcq unit', () => {
  test('drops empty options after the second, and the right option stays the same', () => {
    const tidy = tidyUnit(mcq(['3', '4', ' ', '<p></p>', '5'], [4]));
    expect(tidy.option).toEqual([
      { label: 'A', content: '3' },
      { label: 'B', content: '4' },
      { label: 'C', content: '5' },
    ]);
    expect(tidy.answer).toEqual([2]);
    expect(unitProblems(tidy)).toEqual([]);
  });

  test('keeps an option with only a formula or a picture', () => {
    const picture = '<img src="/api/image/4f9c3e0a-6a1f-4c38-9d4c-0d3f3c8a1b2c.png" alt="">';
    expect(
      tidyUnit(mcq(['a', 'b', half, picture], [2])).option.map(({ content }) => content),
    ).toEqual(['a', 'b', half, picture]);
  });

  test('requires its first two options, each named by its letter', () => {
    expect(problemsOf(mcq(['3', ' ', '5'], [0]))).toEqual([
      'option.1.content: Please write option B',
    ]);
    expect(problemsOf(mcq([], [0]))).toEqual([
      'option.0.content: Please write option A',
      'option.1.content: Please write option B',
      'answer: An answer without an option is marked',
    ]);
  });

  test('requires a right option, and only one for a single answer', () => {
    expect(problemsOf(mcq(['3', '4'], []))).toEqual(['answer: Please mark the right option']);
    expect(problemsOf(mcq(['3', '4'], [0, 1]))).toEqual([
      'answer: A single answer is one option; mark one, or choose multiple',
    ]);
    expect(problemsOf(mcq(['3', '4'], [1, 0, 1], 'multiple'))).toEqual([]);
  });

  test('refuses an answer without an option, and one whose option is empty', () => {
    expect(problemsOf(mcq(['3', '4'], [2]))).toEqual([
      'answer: An answer without an option is marked',
    ]);
    expect(problemsOf(mcq(['3', '4', '', ''], [3]))).toEqual([
      'answer: Option C is marked as right but is empty',
    ]);
  });

  test('has options from A to Z and no more', () => {
    const letters = Array.from({ length: 27 }, (_, index) => `option ${index}`);
    expect(tidyUnit(mcq(letters.slice(1), [0])).option.at(-1)?.label).toBe('Z');
    expect(problemsOf(mcq(letters, [0]))).toEqual([
      'option: At most 26 options, A to Z; this one has 27',
    ]);
    expect(
      writtenUnitSchema.safeParse({
        ...mcq(letters, [0]),
        option: letters.map((content) => ({ content })),
      }).error?.issues,
    ).toMatchObject([{ path: ['option'], message: 'At most 26 options, A to Z' }]);
  });

  test('the right options stay the marked ones, whichever were empty', () => {
    const contents = fc.array(fc.constantFrom('', ' ', '<p> </p>', '1', '<p>2</p>', half), {
      minLength: 2,
      maxLength: mostOptions,
    });
    fc.assert(
      fc.property(contents, fc.array(fc.nat(30), { maxLength: 5 }), (written, marked) => {
        const unit = mcq(written, marked, 'multiple');
        const tidy = tidyUnit(unit);
        expect(tidyUnit(tidy)).toEqual(tidy);
        expect(tidy.option.map(({ label }) => label)).toEqual(
          tidy.option.map((_, index) => optionLabel(index)),
        );
        if (unitProblems(tidy).length > 0 || tidy.answer_type === 'rich_text') return;
        const right = (tidy.answer as number[]).map((index) => tidy.option[index]?.content);
        const line = (html: string | undefined) => html?.replaceAll(/<\/?p>/g, '').trim();
        expect(new Set(right)).toEqual(new Set(marked.map((index) => line(written[index]))));
      }),
    );
  });
});

describe('an open ended unit', () => {
  test('is trimmed, and entries with an empty body are dropped', () => {
    const tidy = tidyUnit({
      ...answerSet(entry(' <p>&nbsp;6 </p> ', ' At first ', 'ℓ '), entry(' ', 'In the end', 'ℓ')),
      label: ' (b) ',
      hint: '\u3000Find the capacity first. ',
    });
    expect(tidy).toMatchObject({
      label: '(b)',
      hint: 'Find the capacity first.',
      answer: [{ pre_unit: 'At first', body: '6', post_unit: 'ℓ' }],
    });
  });

  test('requires an answer, except for a formatted one', () => {
    expect(problemsOf(answerSet(entry('')))).toEqual(['answer: Please write at least one answer']);
    expect(
      problemsOf({
        ...common,
        question_type: 'open_ended',
        answer_type: 'absolute_answer',
        option: [],
        answer: entry(' '),
      }),
    ).toEqual(['answer.body: Please write the answer']);
    expect(
      problemsOf({
        ...common,
        question_type: 'open_ended',
        answer_type: 'rich_text',
        option: [],
        answer: '<p></p>',
      }),
    ).toEqual([]);
  });

  test('has no options, and an mcq does not accept its answers', () => {
    const parse = (unit: object) =>
      writtenUnitSchema.safeParse(unit).error?.issues.map(({ message }) => message);
    const open = { ...common, answer_type: 'absolute_answer', answer: { body: '6' } };
    expect(parse(open)).toBeUndefined();
    expect(parse({ ...open, question_type: 'mcq' })).toEqual([
      'This answer is not one of an mcq question',
    ]);
    expect(parse({ ...open, option: [{ content: '3' }] })).toContain(
      'Only mcq questions have options',
    );
    expect(
      parse({
        ...common,
        question_type: 'open_ended',
        answer_type: 'single',
        option: [],
        answer: [],
      }),
    ).toEqual(['Only mcq questions have options to choose from']);
    expect(
      parse({ ...common, question_type: 'short_answer', answer_type: 'rich_text', answer: '' }),
    ).toEqual(['Only open_ended questions have a formatted answer']);
    for (const [question_type, types] of Object.entries(answerTypesOf))
      for (const answer_type of types) {
        const answer = {
          single: [0],
          multiple: [0],
          absolute_answer: {},
          short_answer_set: [],
          rich_text: '',
        };
        const option = question_type === 'mcq' ? [{ content: '1' }, { content: '2' }] : [];
        expect(
          parse({ ...common, question_type, answer_type, option, answer: answer[answer_type] }),
        ).toBeUndefined();
      }
  });
});

test('a unit without a question is refused, also with only spaces', () => {
  expect(problemsOf({ ...mcq(['3', '4'], [0]), question_body: '<p>&nbsp;</p>' })).toEqual([
    'question_body: Please write the question',
  ]);
  expect(problemsOf({ ...mcq(['3', '4'], [0]), question_body: `<p>${half}</p>` })).toEqual([]);
});

test.each([
  [0, 'A mark is more than 0'],
  [-1, 'A mark is more than 0'],
  [Number.NaN, 'A mark is more than 0'],
  [100.5, 'A mark is at most 100'],
  [1.25, 'Marks are whole or half numbers'],
])('a mark of %s is refused: %s', (mark, message) => {
  expect(problemsOf({ ...mcq(['3', '4'], [0]), mark })).toEqual([`mark: ${message}`]);
});

test.each([0.5, 1, 2.5, 100])('a mark of %s is accepted', (mark) => {
  expect(problemsOf({ ...mcq(['3', '4'], [0]), mark })).toEqual([]);
});

test('the marks of a question are the sum of its units', () => {
  expect(marksOf([{ mark: 3 }, { mark: 2.5 }, { mark: 0.5 }])).toBe(6);
  expect([marksWords(1), marksWords(0.5), marksWords(5)]).toEqual([
    '1 mark',
    '0.5 marks',
    '5 marks',
  ]);
});

test('a context without any text is empty', () => {
  expect(contextOf('<p></p>')).toBe('');
  expect(contextOf('<p> <br>&nbsp;</p>')).toBe('');
  expect(contextOf(`<p>${half}</p>`)).toBe(`<p>${half}</p>`);
});

test.each([
  [0, 1, 'Showing all 0 questions'],
  [30, 1, 'Showing all 30 questions'],
  [31, 1, 'Showing 1 - 30 out of 31 questions'],
  [31, 2, 'Showing 31 - 60 out of 31 questions'],
  [412, 14, 'Showing 391 - 420 out of 412 questions'],
])('of %d questions page %d shows %s', (count, page, words) => {
  expect(showingWords(count, page)).toBe(words);
});

test('levels have names, and the filter shows them with spaces', () => {
  expect(questionLevels.map(formatLevel)).toEqual([
    'Pre Primary',
    ...[1, 2, 3, 4, 5, 6].map((year) => `Primary ${year}`),
    ...[1, 2, 3, 4].map((year) => `Secondary ${year}`),
    'Polytechnic',
    'Junior College 1',
    'Junior College 2',
    'Others',
  ]);
  expect(filterLevelWords('primary-5')).toBe('primary 5');
});

test('the compared text has all texts of a question, formulas as their LaTeX, without the instruction', () => {
  expect(
    comparedText({
      context: `<p>A tank is ${half} full.</p>`,
      unit: [mcq(['3 &lt; 4', `<p>${half}</p>`], [0]), answerSet(entry('6'))],
    }),
  ).toBe(String.raw`A tank is \frac{1}{2} full. How many? 3 < 4 \frac{1}{2} How many?`);
});

test('Mathematics has skills and is filtered by topic, other subjects have sub-strands', () => {
  expect([skillsLabel('Mathematics'), skillsLabel('Science')]).toEqual([
    'Skills Set',
    'Sub-Strands',
  ]);
  expect([
    hasTopicFilter('Mathematics'),
    hasTopicFilter('English'),
    hasTopicFilter(undefined),
  ]).toEqual([true, false, false]);
});

test('a picker offers the tags of its parent, without retired ones except the chosen one', () => {
  const tag = (
    _id: string,
    kind: 'subject' | 'topic' | 'skill',
    parent: string | null,
    is_retired = false,
  ) => ({
    _id,
    kind,
    parent,
    name: _id.toUpperCase(),
    is_retired,
  });
  const tags = [
    tag('maths', 'subject', null),
    tag('science', 'subject', null),
    tag('ratio', 'topic', 'maths'),
    tag('speed', 'topic', 'maths', true),
    tag('heat', 'topic', 'science'),
    tag('changing', 'skill', 'ratio'),
  ];
  const names = (wanted: Parameters<typeof tagChoices>[1]) =>
    tagChoices(tags, wanted).map(({ _id }) => _id);
  expect(names({ kind: 'topic', subject: 'MATHS' })).toEqual(['ratio']);
  expect(names({ kind: 'topic', subject: 'MATHS', chosen: 'SPEED' })).toEqual(['ratio', 'speed']);
  expect(names({ kind: 'skill', subject: 'MATHS', topic: 'RATIO' })).toEqual(['changing']);
  expect(names({ kind: 'skill', subject: 'SCIENCE', topic: 'RATIO' })).toEqual([]);
  expect(names({ kind: 'skill', subject: 'MATHS' })).toEqual([]);
});
