import { describe, expect, test } from 'vitest';
import {
  droppedWords,
  isUntouched,
  newUnit,
  problemsOfUnit,
  unitOf,
  valueOfUnit,
  withAnswerType,
  withOneMoreOption,
  withQuestionType,
  withRightOption,
  type UnitValue,
} from './unit-value.ts';

const withOptions = (
  contents: readonly string[],
  right: number,
  changes: object = {},
): UnitValue => ({
  ...newUnit(0),
  question_body: '<p>Which?</p>',
  options: contents.map((content, place) => ({ content, isRight: place === right })),
  ...changes,
});
const answerOf = (body: string) => ({ pre_unit: '', body, post_unit: '' });

describe('a new unit', () => {
  test('is an mcq question of one mark with four options, labelled by its position', () => {
    const unit = newUnit(1);
    expect(unit).toMatchObject({ label: '(b)', mark: 1, question_type: 'mcq', choice: 'single' });
    expect(unit.options).toHaveLength(4);
    expect(unit.set).toHaveLength(2);
    expect(isUntouched(unit)).toBe(true);
  });

  test('reports its required fields', () => {
    expect(problemsOfUnit(newUnit(0))).toMatchObject({
      question_body: 'Please write the question',
      'option.0': 'Please write option A',
      'option.1': 'Please write option B',
      answer: 'Please mark the right option',
    });
  });
});

describe('options', () => {
  test('that are empty are dropped, with a notice before', () => {
    const unit = withOptions(['<p>3</p>', '<p>4</p>', '', '<p>6</p>', '<p> </p>'], 3);
    expect(droppedWords(unit)).toEqual(['Options C and E are empty and are dropped']);
    expect(unitOf(unit)).toMatchObject({
      option: [
        { label: 'A', content: '3' },
        { label: 'B', content: '4' },
        { label: 'C', content: '6' },
      ],
      // The same option is right, although its letter changed.
      answer: [2],
    });
  });

  test('end at Z', () => {
    let unit = newUnit(0);
    for (let more = 0; more < 40; more += 1) unit = withOneMoreOption(unit);
    expect(unit.options).toHaveLength(26);
  });

  test('have one right option, or several if the answer type is multiple', () => {
    const single = withRightOption(withRightOption(newUnit(0), 1), 2);
    expect(single.options.map(({ isRight }) => isRight)).toEqual([false, false, true, false]);
    const multiple = withRightOption(withAnswerType(single, 'multiple'), 0);
    expect(multiple.options.map(({ isRight }) => isRight)).toEqual([true, false, true, false]);
    const back = withAnswerType(multiple, 'single');
    expect(back.options.map(({ isRight }) => isRight)).toEqual([true, false, false, false]);
  });

  test('are kept while another question type is selected', () => {
    const typed = withOptions(['<p>3</p>', '<p>4</p>'], 1);
    const tried = withQuestionType(withQuestionType(typed, 'open_ended'), 'mcq');
    expect(unitOf(tried)).toEqual(unitOf(typed));
  });
});

describe('answers', () => {
  test('of a set that are empty are dropped, with a notice before', () => {
    const unit: UnitValue = {
      ...newUnit(0),
      question_type: 'open_ended',
      written: 'short_answer_set',
      set: [answerOf('<p>6</p>'), answerOf(''), answerOf('9')],
    };
    expect(droppedWords(unit)).toEqual(['Answer 2 is empty and is dropped']);
    expect(unitOf(unit)).toMatchObject({ option: [], answer: [answerOf('6'), answerOf('9')] });
  });

  test.each([
    [{ question_type: 'open_ended', written: 'absolute_answer', short: answerOf('<p>15</p>') }],
    [{ question_type: 'open_ended', written: 'rich_text', rich: '<p>Because.</p>' }],
    [{ question_type: 'short_answer', written: 'short_answer_set', set: [answerOf('6')] }],
    [{ question_type: 'mcq', choice: 'multiple' }],
  ] as const)('of a saved unit are edited unchanged: %j', (changes) => {
    const unit = withOptions(['3', '4', '5'], 2, changes);
    const kept = unitOf(unit);
    expect(unitOf(valueOfUnit(kept))).toEqual(kept);
  });
});

test('reports an invalid mark at its field', () => {
  for (const mark of ['', 'two', 0, '1.3', 101])
    expect(problemsOfUnit({ ...withOptions(['3', '4'], 0), mark })).toHaveProperty('mark');
  expect(problemsOfUnit({ ...withOptions(['3', '4'], 0), mark: '2.5' })).toEqual({});
});
