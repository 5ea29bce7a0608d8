import {
  listedWorksheetSchema,
  worksheetSchema,
  type ListedWorksheet,
  type PickedQuestion,
  type Worksheet,
} from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import { questionName } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { totalMarks } from 'staffroom-contract/domains/question-bank/worksheet.rules.ts';
import { presentColumns } from '../../../platform/wire.ts';
import { contentOf } from '../questions.presenter.ts';
import type { countMarks, listCards, PickedCard } from './worksheets.queries.ts';

type Card = Awaited<ReturnType<typeof listCards>>[number];
export type WorksheetDetails = { card: Card; picked: readonly PickedCard[] };

const presentPicked = ({ picked, state, tags, ...now }: PickedCard): PickedQuestion => ({
  _id: picked.questionId,
  version: picked.questionVersion,
  newest: now.newest,
  is_changed: now.isChanged,
  is_archived: now.isArchived,
  ...contentOf(state, tags),
});

/** A worksheet with everything that it prints. */
export const presentWorksheet = ({ card, picked }: WorksheetDetails): Worksheet => {
  const questions = picked.map(presentPicked);
  return presentColumns(worksheetSchema, card.worksheet, {
    question: questions.map((question) => ({
      _id: question._id,
      version: question.version,
      name: nameOf(question),
    })),
    picked: questions,
    marks: totalMarks(questions),
    created_by: card.createdBy,
    updated_by: card.updatedBy,
  });
};

/** The name of a question in the worksheet's timeline. */
const nameOf = (question: PickedQuestion) =>
  question.version === 1
    ? questionName(question)
    : `${questionName(question)} (version ${question.version})`;

/** The audit snapshot: the questions without their content, which their own versions store. */
export const recordWorksheet = (details: WorksheetDetails) => {
  const {
    picked: _said,
    marks: _counted,
    created_by: _creator,
    updated_by: _saver,
    ...kept
  } = presentWorksheet(details);
  return kept;
};

/** A worksheet in the list. */
export const presentListed = (
  { worksheet, createdBy, updatedBy }: Card,
  counted: Awaited<ReturnType<typeof countMarks>>,
): ListedWorksheet => {
  const { questions, marks } = counted.find(({ id }) => id === worksheet.id) ?? zero;
  return presentColumns(listedWorksheetSchema, worksheet, {
    questions,
    marks,
    created_by: createdBy,
    updated_by: updatedBy,
  });
};

const zero = { questions: 0, marks: 0 };
