import { describe, expect, test } from 'vitest';
import { initialValues, missingOf, newBodyOf } from '../../kit/form/define-form.ts';
import { ApiError } from '../../lib/api-error.ts';
import { questionForm, withSubject, withTopic } from './question.form.ts';
import { newUnit } from './unit-value.ts';

const context = { zone: 'Asia/Singapore', today: '2026-03-23' };
const first = initialValues(questionForm);
const unit = {
  ...newUnit(0),
  question_body: '<p>Which?</p>',
  options: [
    { content: '3', isRight: true },
    { content: '4', isRight: false },
  ],
};

describe('a new question', () => {
  test('begins with Mathematics, primary-6 and 2021, everything else empty and no units', () => {
    expect(first).toMatchObject({
      subject: 'Mathematics',
      level: ['primary-6'],
      year: 2021,
      topic: '',
      skill: '',
      heuristic: '',
      section: '',
      school: '',
      instruction: '',
      context: '',
      is_self_checking: false,
      unit: [],
    });
  });

  test('is sent trimmed, with an empty context as "", and self checking in both places', () => {
    const values = {
      ...first,
      instruction: '  Show your working. ',
      school: ' Nan Hua ',
      is_self_checking: true,
      context: '',
      unit: [unit],
    };
    expect(newBodyOf(questionForm, values, context)).toMatchObject({
      subject: 'Mathematics',
      level: ['primary-6'],
      instruction: 'Show your working.',
      context: '',
      is_self_checking: true,
      meta: { year: 2021, school: 'Nan Hua', is_self_checking: true },
      unit: [{ answer_type: 'single', answer: [0] }],
    });
  });

  test('needs a unit, and the unit’s required fields', () => {
    expect(missingOf(questionForm, first)).toEqual(['a question unit']);
    expect(missingOf(questionForm, { ...first, unit: [newUnit(0)] })).toEqual(['question units']);
    expect(missingOf(questionForm, { ...first, unit: [unit] })).toEqual([]);
  });
});

test('changing the subject clears its tags, changing the topic clears its skill', () => {
  expect(withSubject('Science')).toEqual({
    subject: 'Science',
    topic: '',
    skill: '',
    heuristic: '',
    section: '',
  });
  expect(withTopic('Ratio')).toEqual({ topic: 'Ratio', skill: '' });
  expect(withTopic(null)).toEqual({ topic: '', skill: '' });
});

test('a refusal has the specification’s text, beside the field errors', () => {
  const errors = [
    { code: 'invalid_value' as const, message: 'This tag is retired', field: 'meta.topic' },
  ];
  const refusal = new ApiError({ status: 400, errors });
  expect(questionForm.refused(refusal, { topic: 'This tag is retired' })).toEqual({
    topic: 'This tag is retired',
    form: 'Something went wrong. (This tag is retired)',
  });
  expect(questionForm.refused(null, {})).toEqual({});
});
