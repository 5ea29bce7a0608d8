import {
  createQuestion,
  updateQuestion,
  type Question,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  comparedText,
  contextOf,
  earliestYear,
  filterLevelWords,
  latestYear,
  newQuestion,
  optionLabel,
  questionLevels,
  type ShortAnswer,
  type Unit,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { lineOf } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { defineForm, type ValuesOf } from '../../kit/form/define-form.ts';
import { field, valueAt, type FieldKind } from '../../kit/form/field-kind.ts';
import { choices, flag, richText, text, wholeNumber } from '../../kit/form/field.ts';
import type { StateOf } from '../../kit/form/use-form-state.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { mergedBy } from '../../lib/merge-lists.ts';
import { refreshedByQuestions } from './question-bank.api.ts';
import { problemsOfUnit, unitOf, valueOfUnit, type UnitValue } from './unit-value.ts';

/** "(a) What is the capacity of the tank?" */
const unitWords = ({ label, question_body: body, mark }: UnitValue) =>
  `${label} ${lineOf(body) || 'Nothing written yet'} [${mark}]`.trim();

/** A unit with its options and answers, for comparing two versions. */
const unitInWords = (unit: UnitValue): string => {
  const { hint, option, ...kept } = unitOf(unit);
  const options = option.map(({ label, content }) => `${label}  ${lineOf(content)}`);
  return [unitWords(unit), ...options, answerWords(kept), hint && `Hint: ${hint}`]
    .filter(Boolean)
    .join('\n');
};

const answerWords = (unit: Pick<Unit, 'answer' | 'answer_type'>): string => {
  const { answer } = unit;
  if (typeof answer === 'string') return `Answer: ${lineOf(answer) || 'none'}`;
  if (!Array.isArray(answer)) return `Answer: ${shortWords(answer)}`;
  const all = answer.map((one) => (typeof one === 'number' ? optionLabel(one) : shortWords(one)));
  return `Answer: ${all.join('; ') || 'none'}`;
};

const shortWords = ({ pre_unit: before, body, post_unit: after }: ShortAnswer) =>
  [before, lineOf(body), after].filter(Boolean).join(' ');

const unitsField = field<UnitValue[]>({
  label: 'Question units',
  required: true,
  word: 'a question unit',
  at: 'unit',
  initial: [],
  read: (record) =>
    ((valueAt(record, 'unit') as Question['unit'] | undefined) ?? []).map(valueOfUnit),
  write: (units) => ({ unit: units.map(unitOf) }),
  isEmpty: (units) => units.length === 0,
  words: (units) => units.map(unitWords).join('; '),
  items: {
    merged: mergedBy((unit) => (unit as UnitValue).uid),
    label: (place) => `Unit ${place + 1}`,
    words: (unit) => unitInWords(unit as UnitValue),
  },
});

const contextKind = richText({ label: 'Context' });

/** Always sent, '' if the editor has no text (part 2 §5, Add question save). */
const contextField: typeof contextKind = (name) => ({
  ...contextKind(name),
  write: (value) => ({ [name]: contextOf(value) }),
  isEmpty: () => false,
});

const selfCheckingKind = flag({
  label: 'Self Checking (no auto marking)',
  at: 'meta.is_self_checking',
});

/** A new question contains the flag in both places (part 2 §3). */
const selfCheckingField: typeof selfCheckingKind = (name) => ({
  ...selfCheckingKind(name),
  write: (value) => ({ 'meta.is_self_checking': value, is_self_checking: value }),
});

/** A tag, sent by its name; '' for no tag. */
const tag = (label: string, name: string) => text({ label, at: `meta.${name}` });

/** The form of a new or saved question (part 2 §2, Add New Question). */
export const questionForm = defineForm(
  {
    noun: 'question',
    create: createQuestion,
    update: updateQuestion,
    refreshes: refreshedByQuestions,
    fields: {
      subject: text({ label: 'Subject', required: true, default: newQuestion.subject }),
      level: withDefault(
        choices(
          questionLevels.map((value) => ({ value, label: filterLevelWords(value) })),
          { label: 'Level', required: true },
        ),
        [...newQuestion.level],
      ),
      topic: tag('Topic', 'topic'),
      skill: tag('Skills Set', 'skill'),
      heuristic: tag('Heuristic', 'heuristic'),
      section: tag('Section', 'section'),
      year: wholeNumber({
        label: 'Year',
        at: 'meta.year',
        default: newQuestion.year,
        min: earliestYear,
        max: latestYear,
      }),
      school: text({ label: 'School', at: 'meta.school', maxLength: 200 }),
      is_self_checking: selfCheckingField,
      instruction: text({ label: 'Instruction', maxLength: 1000 }),
      context: contextField,
      unit: unitsField,
    },
  },
  {
    needs: ({ unit }) => {
      const problem = firstProblem(unit);
      return problem === undefined ? {} : { unit: problem };
    },
    // The specification's alert for every refusal; field errors are shown in addition (part 2 §8).
    refused: (error, problems) =>
      error === null || isStaleRefusal(error)
        ? problems
        : { ...problems, form: `Something went wrong. (${serverMessage(error)})` },
  },
);

export type QuestionValues = ValuesOf<NonNullable<(typeof questionForm)['kinds']>>;
export type QuestionForm = StateOf<typeof questionForm>;

/** A kind of field with another initial value. */
function withDefault<Value, Input extends object>(
  kind: FieldKind<Value, Input>,
  initial: NoInfer<Value>,
): FieldKind<Value, Input> {
  return (name) => ({ ...kind(name), initial });
}

const serverMessage = (error: unknown) =>
  error instanceof ApiError ? error.message : sentenceOf(error);

const isStaleRefusal = (error: unknown) => error instanceof ApiError && error.has('stale');

/** The first error of the units, prefixed with the unit's number. */
const firstProblem = (units: readonly UnitValue[]): string | undefined => {
  for (const [index, unit] of units.entries()) {
    const [problem] = Object.values(problemsOfUnit(unit));
    if (problem !== undefined) return `Unit ${index + 1}: ${problem}.`;
  }
  return undefined;
};

/** Changing the subject clears its tags, changing the topic clears its skill (part 2 §4). */
export const withSubject = (subject: string) => ({
  subject,
  topic: '',
  skill: '',
  heuristic: '',
  section: '',
});
export const withTopic = (topic: string | null) => ({ topic: topic ?? '', skill: '' });

/** The text by which likely duplicates are found. */
export const comparedWords = ({ context, unit }: Pick<QuestionValues, 'context' | 'unit'>) =>
  comparedText({ context, unit: unit.map(unitOf) });

/** A draft's name: its first words. */
export const draftWords = ({ context, instruction, unit }: QuestionValues): string =>
  [lineOf(context), ...unit.map(({ question_body: body }) => lineOf(body)), instruction].find(
    (words) => words !== '',
  ) ?? '';
