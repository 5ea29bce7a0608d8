import {
  createWorksheet,
  updateWorksheet,
  type PickedQuestion,
  type Worksheet,
} from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import type { Question } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  longestTitle,
  newWorksheet,
  pickProblem,
  workingSpaces,
} from 'staffroom-contract/domains/question-bank/worksheet.rules.ts';
import { questionName } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { defineForm, type ValuesOf } from '../../../kit/form/define-form.ts';
import { field, valueAt } from '../../../kit/form/field-kind.ts';
import { flag, longText, setting, text, wholeNumber } from '../../../kit/form/field.ts';
import type { StateOf } from '../../../kit/form/use-form-state.ts';
import { refreshedByQuestions } from '../question-bank.api.ts';

const questionsField = field<readonly PickedQuestion[]>({
  label: 'Questions',
  required: true,
  word: 'a question',
  at: 'question',
  initial: [],
  read: (record) => (valueAt(record, 'picked') as Worksheet['picked'] | undefined) ?? [],
  write: (questions) => ({
    question: questions.map(({ _id, version }) => ({ _id, version })),
  }),
  isEmpty: (questions) => questions.length === 0,
  words: (questions) => questions.map(questionName).join('; '),
});

export const workingWords = { none: 'None', by_marks: 'By marks', large: 'Large' } as const;

/** The form of a worksheet: its settings and picked questions. */
export const worksheetForm = defineForm(
  {
    noun: 'worksheet',
    create: createWorksheet,
    update: updateWorksheet,
    refreshes: refreshedByQuestions,
    fields: {
      question: questionsField,
      title: text({ label: 'Title', required: true, maxLength: longestTitle }),
      header: text({ label: 'School header', maxLength: 200 }),
      second_line: text({ label: 'Second line', maxLength: 200 }),
      minutes: wholeNumber({
        label: 'Time, minutes',
        default: newWorksheet.minutes,
        min: 1,
        max: 600,
      }),
      instructions: longText({ label: 'Instructions', maxLength: 1000 }),
      has_logo: flag({ label: 'Logo', default: true }),
      has_boxes: flag({ label: 'Name, class, date and marks boxes', default: true }),
      has_section_notes: flag({ label: 'Instructions of the sections', default: true }),
      has_sources: flag({ label: 'Year and school of each question' }),
      working: setting(
        workingSpaces.map((value) => ({ value, label: workingWords[value] })),
        { label: 'Space for working', default: newWorksheet.working },
      ),
    },
  },
  {
    check: ({ question }) => {
      const problem = question.length > 0 ? pickProblem(question) : undefined;
      return problem === undefined ? {} : { question: problem };
    },
  },
);

export type WorksheetValues = ValuesOf<NonNullable<(typeof worksheetForm)['kinds']>>;
export type WorksheetForm = StateOf<typeof worksheetForm>;

/** The current version of a question, as a worksheet stores it. */
export const pickedNow = ({
  _id,
  version,
  is_archived,
  subject,
  level,
  instruction,
  context,
  unit,
  meta,
}: Question): PickedQuestion => ({
  _id,
  version,
  newest: version,
  is_changed: false,
  is_archived,
  subject,
  level,
  instruction,
  context,
  unit,
  meta,
});
