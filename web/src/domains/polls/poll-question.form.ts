import {
  createPollQuestion,
  updatePollQuestion,
  type PollQuestion,
} from 'staffroom-contract/domains/polls/polls.contract.ts';
import {
  choiceTypeOf,
  choiceTypes,
  optionLabel,
  questionTypes,
  usualOptions,
} from 'staffroom-contract/domains/polls/polls.rules.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { field, valueAt } from '../../kit/form/field-kind.ts';
import { longText, setting, text } from '../../kit/form/field.ts';
import { questionTypeWords } from './poll-words.ts';
import { refreshedByPolls } from './polls.api.ts';

export type OptionValue = { content: string; isRight: boolean };

const emptyOption: OptionValue = { content: '', isRight: false };

export const withOneMore = (options: readonly OptionValue[]): OptionValue[] => [
  ...options,
  emptyOption,
];

const isFilled = ({ content }: OptionValue) => content.trim() !== '';

/** Options and ticks; sent as entered, so that errors name the right letter. */
const optionsField = field<OptionValue[]>({
  label: 'Options',
  required: true,
  at: ['option', 'answer_index'],
  initial: Array.from({ length: usualOptions }, () => emptyOption),
  read: (record) => {
    const ticked = (valueAt(record, 'answer_index') as number[] | undefined) ?? [];
    return ((valueAt(record, 'option') as PollQuestion['option'] | undefined) ?? []).map(
      ({ content }, index) => ({ content, isRight: ticked.includes(index) }),
    );
  },
  write: (options) => ({
    option: options.map(({ content }) => ({ content })),
    answer_index: options.flatMap(({ isRight }, index) => (isRight ? [index] : [])),
  }),
  isEmpty: (options) => !options.some((one) => isFilled(one) || one.isRight),
  missing: (options) => [
    ...(options.filter(isFilled).length < 2 ? ['two options'] : []),
    ...(options.some(({ isRight }) => isRight) ? [] : ['a correct answer']),
  ],
  words: (options) =>
    options
      .filter(isFilled)
      .map(
        ({ content, isRight }, index) => `${optionLabel(index)} ${content}${isRight ? ' ✓' : ''}`,
      )
      .join(', '),
});

const choiceKind = setting(
  choiceTypes.map((value) => ({
    value,
    label: value === 'single' ? 'Single choice' : 'Multiple choice',
  })),
  { label: 'Choice', default: 'single' },
);

/** The server has two spellings of this value. */
const choiceField: typeof choiceKind = (name) => ({
  ...choiceKind(name),
  read: (record) => choiceTypeOf(valueAt(record, name) as PollQuestion['choice_type']),
});

/** The form of a poll question (part 2 §2, §5). */
export const pollQuestionForm = defineForm({
  noun: 'question',
  create: createPollQuestion,
  update: updatePollQuestion,
  params: ({ _id, lesson }) => ({ id: lesson, pollId: _id }),
  refreshes: refreshedByPolls,
  fields: {
    question: longText({ label: 'Question', required: true, maxLength: 2000 }),
    name: text({ label: 'Name', maxLength: 200 }),
    question_type: setting(
      questionTypes.map((value) => ({ value, label: questionTypeWords[value] })),
      { label: 'Type', default: 'question' },
    ),
    choice_type: choiceField,
    options: optionsField,
    answer: longText({ label: 'Answer in words', maxLength: 2000 }),
  },
});
