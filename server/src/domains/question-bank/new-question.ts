import type {
  CreateQuestion,
  QuestionUnit,
  WrittenUnit,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  comparedText,
  longestQuestion,
  questionBytes,
  questionLevels,
  tidyUnit,
  unitProblems,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import type { ErrorItem } from 'staffroom-contract/shared/errors.ts';
import { AppError, refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { cleanRichText } from '../../platform/rich-text.ts';
import type { TagRow } from './question-bank.schema.ts';
import { tagsOf, type TagNames } from './question-tags.ts';

/** The author and time of a new question. */
export type NewBy = { actorId: string; now: Date };

export type QuestionColumns = ReturnType<typeof newState>;

/** Returns the columns of a new question. Throws question_too_large, and invalid_value with every field. */
export const newState = ({ actorId, now }: NewBy, body: CreateQuestion, all: readonly TagRow[]) => {
  const { meta } = body;
  const asked = askedOf(now, body);
  const tags = tagsOf(all, body.subject, { ...noTags, ...meta });
  refuseProblems([...asked.problems, ...tags.problems]);
  return {
    subject: body.subject,
    level: inOrder(body.level),
    instruction: body.instruction,
    ...asked.columns,
    year: meta.year ?? null,
    school: meta.school ?? '',
    ...tags.columns,
    isSelfChecking: meta.is_self_checking ?? body.is_self_checking ?? false,
    createdBy: actorId,
  };
};

const noTags: TagNames = { topic: '', skill: '', heuristic: '', section: '' };

/** Sorts levels by school year. */
export const inOrder = (levels: readonly string[]): string[] =>
  questionLevels.filter((level) => levels.includes(level));

/** Throws all problems at once, if any. */
export const refuseProblems = (problems: ErrorItem[]) => {
  if (problems.length > 0) throw new AppError(problems);
};

/** A question's texts as stored, and their problems. Throws question_too_large, also before cleaning, to bound it. */
export const askedOf = (
  now: Date,
  written: { context: string; unit: readonly (WrittenUnit | QuestionUnit)[] },
) => {
  refuseTooLarge(written);
  const context = cleanRichText(written.context);
  const unit = written.unit.map((one) => ({
    ...tidyUnit(cleanUnit(one)),
    uid: one.uid ?? newId(now),
  }));
  refuseTooLarge({ context, unit });
  const uids = unit.map(({ uid }) => uid);
  const problems = unit.flatMap((one, index) => [
    ...problemsOfUnit(one, index),
    ...(uids.indexOf(one.uid) === index
      ? []
      : [wrong(['unit', index, 'uid'], 'Another unit has this uid')]),
  ]);
  return { columns: { context, unit, plainText: comparedText({ context, unit }) }, problems };
};

const refuseTooLarge = (texts: Parameters<typeof questionBytes>[0]) => {
  if (questionBytes(texts) > longestQuestion)
    throw refusal('question_too_large', { field: 'unit' });
};

/** Returns the problems of a tidied unit, with their field paths in the question. */
export const problemsOfUnit = (unit: QuestionUnit, index: number): ErrorItem[] =>
  unitProblems(unit).map(({ path, message }) => wrong(['unit', index, ...path], message));

const wrong = (path: readonly (string | number)[], message: string): ErrorItem => ({
  code: 'invalid_value',
  message,
  field: path.join('.'),
});

/** Cleans the formatted texts of a unit. */
export const cleanUnit = (unit: WrittenUnit | QuestionUnit): QuestionUnit => {
  const option = unit.option.map(({ content }) => ({ label: '', content }));
  return withTexts({ ...unit, uid: '', option }, cleanRichText);
};

const withTexts = (unit: QuestionUnit, change: (html: string) => string): QuestionUnit => {
  const changed = {
    ...unit,
    question_body: change(unit.question_body),
    option: unit.option.map(({ label, content }) => ({ label, content: change(content) })),
  };
  const answered = <Answer extends { body: string }>(answer: Answer): Answer => ({
    ...answer,
    body: change(answer.body),
  });
  if (changed.answer_type === 'absolute_answer')
    return { ...changed, answer: answered(changed.answer) };
  if (changed.answer_type === 'short_answer_set')
    return { ...changed, answer: changed.answer.map(answered) };
  return changed.answer_type === 'rich_text'
    ? { ...changed, answer: change(changed.answer) }
    : changed;
};

/** Applies `change` to each formatted text of a question. */
export const withChangedTexts = <State extends Pick<QuestionColumns, 'context' | 'unit'>>(
  state: State,
  change: (html: string) => string,
): State => ({
  ...state,
  context: change(state.context),
  unit: state.unit.map((unit) => withTexts(unit, change)),
});
