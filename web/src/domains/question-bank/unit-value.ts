import type { QuestionUnit } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  answerTypesOf,
  mostAnswers,
  mostOptions,
  neededOptions,
  optionLabel,
  tidyUnit,
  unitProblems,
  usualAnswers,
  usualMark,
  usualOptions,
  type AnswerType,
  type QuestionType,
  type ShortAnswer,
  type Unit,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { isEmptyRichText } from 'staffroom-contract/shared/rich-text.ts';
import { cleanText } from 'staffroom-contract/shared/text.ts';
import { readNumber } from '../../kit/form/typed-number.ts';
import { newIdempotencyKey } from '../../lib/idempotency-keys.ts';

export type OptionValue = { content: string; isRight: boolean };

/**
 * A question unit in the form. Input for each answer type is kept when another is chosen; only the chosen one is sent.
 */
export type UnitValue = {
  uid: string;
  label: string;
  /** A number, or invalid input as typed. */
  mark: number | string;
  question_type: QuestionType;
  question_body: string;
  hint: string;
  /** The answer type of an mcq unit. */
  choice: 'single' | 'multiple';
  options: OptionValue[];
  /** The answer type of any other unit. */
  written: 'absolute_answer' | 'short_answer_set' | 'rich_text';
  short: ShortAnswer;
  set: ShortAnswer[];
  rich: string;
};

const emptyAnswer: ShortAnswer = { pre_unit: '', body: '', post_unit: '' };
const emptyOption: OptionValue = { content: '', isRight: false };

const copies = <Value extends object>(count: number, value: Value): Value[] =>
  Array.from({ length: count }, () => ({ ...value }));

/** A new unit (part 2 §5, §9); its label comes from its position and is shown only if there are several. */
export const newUnit = (place: number): UnitValue => ({
  uid: newIdempotencyKey(),
  label: `(${optionLabel(place).toLowerCase()})`,
  mark: usualMark,
  question_type: 'mcq',
  question_body: '',
  hint: '',
  choice: 'single',
  options: copies(usualOptions, emptyOption),
  written: 'absolute_answer',
  short: emptyAnswer,
  set: copies(usualAnswers, emptyAnswer),
  rich: '',
});

export const answerTypeOf = ({ question_type: type, choice, written }: UnitValue): AnswerType =>
  type === 'mcq' ? choice : written;

/** Changes the question type, and the answer type if it does not fit. */
export const withQuestionType = (unit: UnitValue, type: QuestionType): UnitValue => {
  const types: readonly string[] = answerTypesOf[type];
  return {
    ...unit,
    question_type: type,
    ...(type !== 'mcq' && !types.includes(unit.written) && { written: 'absolute_answer' }),
  };
};

/** Changes the answer type; with `single`, only the first right option stays right. */
export const withAnswerType = (unit: UnitValue, type: AnswerType): UnitValue => {
  if (type !== 'single' && type !== 'multiple') return { ...unit, written: type };
  const first = unit.options.findIndex(({ isRight }) => isRight);
  const options =
    type === 'single'
      ? unit.options.map((one, index) => ({ ...one, isRight: index === first }))
      : unit.options;
  return { ...unit, choice: type, options };
};

/** Marks an option as right: with `single` only this one, with `multiple` toggles it. */
export const withRightOption = (unit: UnitValue, index: number): UnitValue => ({
  ...unit,
  options: unit.options.map((one, place) => {
    if (place === index) return { ...one, isRight: unit.choice === 'single' || !one.isRight };
    return unit.choice === 'single' ? { ...one, isRight: false } : one;
  }),
});

/** Adds an option, up to Z. */
export const withOneMoreOption = (unit: UnitValue): UnitValue =>
  unit.options.length < mostOptions ? { ...unit, options: [...unit.options, emptyOption] } : unit;

/** Adds an answer to a set, up to the limit. */
export const withOneMoreAnswer = (unit: UnitValue): UnitValue =>
  unit.set.length < mostAnswers ? { ...unit, set: [...unit.set, emptyAnswer] } : unit;

/** The form value of a saved unit. */
export const valueOfUnit = (unit: QuestionUnit): UnitValue => ({
  ...newUnit(0),
  uid: unit.uid,
  label: unit.label,
  mark: unit.mark,
  question_type: unit.question_type,
  question_body: unit.question_body,
  hint: unit.hint,
  ...(unit.answer_type === 'single' || unit.answer_type === 'multiple'
    ? {
        choice: unit.answer_type,
        options: unit.option.map(({ content }, index) => ({
          content,
          isRight: unit.answer.includes(index),
        })),
      }
    : { written: unit.answer_type }),
  ...(unit.answer_type === 'absolute_answer' && { short: unit.answer }),
  ...(unit.answer_type === 'short_answer_set' && { set: unit.answer }),
  ...(unit.answer_type === 'rich_text' && { rich: unit.answer }),
});

/** The unit as typed, reduced to the chosen question and answer type. */
const untidy = (value: UnitValue): Unit => {
  const common = {
    label: value.label,
    mark: readNumber(value.mark),
    question_body: value.question_body,
    hint: value.hint,
    option: [],
  };
  const { question_type: type, choice, written } = value;
  if (type === 'mcq')
    return {
      ...common,
      question_type: type,
      answer_type: choice,
      option: value.options.map(({ content }, index) => ({ label: optionLabel(index), content })),
      answer: value.options.flatMap(({ isRight }, index) => (isRight ? [index] : [])),
    };
  if (written === 'short_answer_set')
    return { ...common, question_type: type, answer_type: written, answer: value.set };
  if (written === 'rich_text' && type === 'open_ended')
    return { ...common, question_type: type, answer_type: written, answer: value.rich };
  return {
    ...common,
    question_type: type,
    answer_type: 'absolute_answer',
    answer: value.short,
  };
};

/** The unit as sent: trimmed, without empty parts (part 2 §5, Question unit). */
export const unitOf = (value: UnitValue): Unit & { uid: string } => ({
  ...tidyUnit(untidy(value)),
  uid: value.uid,
});

/** Errors of a unit by field, with an index for options. */
export type UnitProblems = Partial<
  Record<'mark' | 'question_body' | 'answer' | 'option' | `option.${number}`, string>
>;

/** Errors of a unit by the field that shows them. */
export const problemsOfUnit = (value: UnitValue): UnitProblems => {
  const problems: Record<string, string> = {};
  for (const { path, message } of unitProblems(unitOf(value))) {
    const [field, place] = path;
    const key = field === 'option' && place !== undefined ? `option.${place}` : String(field);
    problems[key] ??= message;
  }
  return problems;
};

/** Announces what saving will drop from a unit, in sentences. */
export const droppedWords = (value: UnitValue): string[] => {
  const type = answerTypeOf(value);
  if (value.question_type === 'mcq') {
    const empty = value.options.flatMap(({ content, isRight }, index) =>
      index >= neededOptions && isEmptyRichText(content) && !isRight ? [optionLabel(index)] : [],
    );
    return empty.length === 0 ? [] : [areDropped('Option', empty)];
  }
  if (type !== 'short_answer_set') return [];
  const empty = value.set.flatMap(({ body }, index) =>
    isEmptyRichText(body) ? [String(index + 1)] : [],
  );
  return empty.length === 0 || empty.length === value.set.length
    ? []
    : [areDropped('Answer', empty)];
};

const areDropped = (what: string, which: readonly string[]) =>
  which.length === 1
    ? `${what} ${which[0]} is empty and is dropped`
    : `${what}s ${which.slice(0, -1).join(', ')} and ${which.at(-1)} are empty and are dropped`;

/** True if the user has not typed anything in the unit. */
export const isUntouched = (value: UnitValue): boolean =>
  isEmptyRichText(value.question_body) &&
  cleanText(value.hint) === '' &&
  value.options.every(({ content, isRight }) => isEmptyRichText(content) && !isRight) &&
  [value.short, ...value.set].every(
    ({ pre_unit, body, post_unit }) =>
      isEmptyRichText(body) && cleanText(pre_unit) === '' && cleanText(post_unit) === '',
  ) &&
  isEmptyRichText(value.rich);
