import {
  createQuestion,
  updateQuestion,
  type Question,
} from '@staffroom/contract/domains/question-bank/question-bank.contract.ts';
import {
  comparedText,
  contextOf,
  earliestYear,
  filterLevelWords,
  latestYear,
  newQuestion,
  questionLevels,
} from '@staffroom/contract/domains/question-bank/question-bank.rules.ts';
import { lineOf } from '@staffroom/contract/domains/question-bank/question-words.ts';
import { defineForm, type ValuesOf } from '../../kit/form/define-form.ts';
import { field, valueAt, type FieldKind } from '../../kit/form/field-kind.ts';
import { choices, flag, richText, text, wholeNumber } from '../../kit/form/field.ts';
import type { StateOf } from '../../kit/form/use-form-state.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { refreshedByQuestions } from './question-bank.api.ts';
import { problemsOfUnit, unitOf, valueOfUnit, type UnitValue } from './unit-value.ts';

/** "(a) What is the capacity of the tank?" */
const unitWords = ({ label, question_body: body, mark }: UnitValue) =>
  `${label} ${lineOf(body) || 'Nothing written yet'} [${mark}]`.trim();

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
});

const contextKind = richText({ label: 'Context' });

/** Sent as '' too where the editor has no text (part 2 §5, Add question save). */
const contextField: typeof contextKind = (name) => ({
  ...contextKind(name),
  write: (value) => ({ [name]: contextOf(value) }),
  isEmpty: () => false,
});

const selfCheckingKind = flag({
  label: 'Self Checking (no auto marking)',
  at: 'meta.is_self_checking',
});

/** A new question says it at both of its places (part 2 §3). */
const selfCheckingField: typeof selfCheckingKind = (name) => ({
  ...selfCheckingKind(name),
  write: (value) => ({ 'meta.is_self_checking': value, is_self_checking: value }),
});

/** A tag is sent by its name, '' for none. */
const tag = (label: string, name: string) => text({ label, at: `meta.${name}` });

/** The form of a question, new or saved (part 2 §2, Add New Question). */
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
    // The specification's alert, whatever was refused; the fields say it beside it (part 2 §8).
    refused: (error, problems) =>
      error === null || isStaleRefusal(error)
        ? problems
        : { ...problems, form: `Something went wrong. (${serverMessage(error)})` },
  },
);

export type QuestionValues = ValuesOf<NonNullable<(typeof questionForm)['kinds']>>;
export type QuestionForm = StateOf<typeof questionForm>;

/** A kind of field that begins with something else. */
function withDefault<Value, Input extends object>(
  kind: FieldKind<Value, Input>,
  initial: NoInfer<Value>,
): FieldKind<Value, Input> {
  return (name) => ({ ...kind(name), initial });
}

const serverMessage = (error: unknown) =>
  error instanceof ApiError ? error.message : sentenceOf(error);

const isStaleRefusal = (error: unknown) => error instanceof ApiError && error.has('stale');

/** The first thing that is wrong with the units, with its unit. */
const firstProblem = (units: readonly UnitValue[]): string | undefined => {
  for (const [index, unit] of units.entries()) {
    const [problem] = Object.values(problemsOfUnit(unit));
    if (problem !== undefined) return `Unit ${index + 1}: ${problem}.`;
  }
  return undefined;
};

/** Choosing another subject takes its tags away, another topic its skill (part 2 §4). */
export const withSubject = (subject: string) => ({
  subject,
  topic: '',
  skill: '',
  heuristic: '',
  section: '',
});
export const withTopic = (topic: string | null) => ({ topic: topic ?? '', skill: '' });

/** What likely duplicates are looked for by. */
export const comparedWords = ({ context, unit }: Pick<QuestionValues, 'context' | 'unit'>) =>
  comparedText({ context, unit: unit.map(unitOf) });

/** What a draft is called: its first words. */
export const draftWords = ({ context, instruction, unit }: QuestionValues): string =>
  [lineOf(context), ...unit.map(({ question_body: body }) => lineOf(body)), instruction].find(
    (words) => words !== '',
  ) ?? '';
