import { expect, test } from 'vitest';
import { createPollQuestionSchema } from 'staffroom-contract/domains/polls/polls.contract.ts';
import {
  changedBodyOf,
  initialValues,
  missingOf,
  newBodyOf,
  problemsOf,
  valuesOf,
} from '../../kit/form/define-form.ts';
import { pollQuestionForm, withOneMore } from './poll-question.form.ts';

const context = { zone: 'Asia/Singapore', today: '2026-11-20' };

const record = {
  _id: 'q1',
  lesson: 'l1',
  question: 'What is ¾ of 48?',
  name: '',
  question_type: 'question',
  choice_type: 'Multiple Choice',
  option: [
    { label: 'A', content: '12' },
    { label: 'B', content: '36' },
  ],
  answer_index: [1],
  answer: '',
  version: 3,
};

const filled = (...options: [content: string, isRight?: boolean][]) => ({
  ...initialValues(pollQuestionForm),
  question: 'What is ¾ of 48?',
  options: options.map(([content, isRight = false]) => ({ content, isRight })),
});

const judge = (values: ReturnType<typeof filled>) =>
  problemsOf(pollQuestionForm, values, {
    schema: createPollQuestionSchema,
    record: undefined,
    context,
    withMissing: false,
  });

test('a new question has four options, and more can be added', () => {
  const { options } = initialValues(pollQuestionForm);
  expect(options).toHaveLength(4);
  expect(withOneMore(options)).toHaveLength(5);
  expect(missingOf(pollQuestionForm, initialValues(pollQuestionForm))).toEqual([
    'question',
    'two options',
    'a correct answer',
  ]);
});

test('options are sent as entered, ticks by index', () => {
  expect(newBodyOf(pollQuestionForm, filled(['12'], [''], ['36', true]), context)).toMatchObject({
    option: [{ content: '12' }, { content: '' }, { content: '36' }],
    answer_index: [2],
  });
});

test('reports errors of the options below them', () => {
  expect(judge(filled(['12', true], ['36', true]))).toEqual({
    options: 'Single choice has one correct answer; tick one, or choose multiple choice',
  });
  expect(judge(filled(['12'], ['36'], ['', true]))).toEqual({
    options: 'Option C is ticked as correct but has no text',
  });
});

test('reads a saved question in either spelling, and sends only differences', () => {
  const values = valuesOf(pollQuestionForm, record, context);
  expect(values).toMatchObject({
    choice_type: 'multiple',
    options: [
      { content: '12', isRight: false },
      { content: '36', isRight: true },
    ],
  });
  const changed = { ...values, options: [values.options[0]!, { content: '36', isRight: false }] };
  expect(
    changedBodyOf(
      pollQuestionForm,
      record,
      {
        ...changed,
        options: changed.options.map((one, index) => ({ ...one, isRight: index === 0 })),
      },
      context,
    ),
  ).toEqual({
    option: [{ content: '12' }, { content: '36' }],
    answer_index: [0],
    version: 3,
  });
});
