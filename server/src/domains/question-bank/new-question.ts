import type {
  CreateQuestion,
  QuestionUnit,
  WrittenUnit,
} from '@staffroom/contract/domains/question-bank/question-bank.contract.ts';
import {
  comparedText,
  longestQuestion,
  questionBytes,
  questionLevels,
  tidyUnit,
  unitProblems,
} from '@staffroom/contract/domains/question-bank/question-bank.rules.ts';
import type { ErrorItem } from '@staffroom/contract/shared/errors.ts';
import { AppError, refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { cleanRichText } from '../../platform/rich-text.ts';
import type { TagRow } from './question-bank.schema.ts';
import { tagsOf, type TagNames } from './question-tags.ts';

/** Who makes a question, and when. */
export type NewBy = { actorId: string; now: Date };

export type QuestionColumns = ReturnType<typeof newState>;

/** The columns of a new question. `all` are all tags. Throws question_too_large, and invalid_value with every field. */
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

/** Levels in the order of the school years. */
export const inOrder = (levels: readonly string[]): string[] =>
  questionLevels.filter((level) => levels.includes(level));

/** Throws all problems at once, if there are any. */
export const refuseProblems = (problems: ErrorItem[]) => {
  if (problems.length > 0) throw new AppError(problems);
};

/**
 * The question's texts as they are kept: cleaned, tidied, with the words that are compared; and the problems in them.
 * Throws question_too_large, before cleaning too, so that cleaning takes a bounded time.
 */
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
    ...unitProblems(one).map(({ path, message }) => wrong(['unit', index, ...path], message)),
    ...(uids.indexOf(one.uid) === index
      ? []
      : [wrong(['unit', index, 'uid'], 'Another unit has this uid')]),
  ]);
  return { columns: { context, unit, compared: comparedText({ context, unit }) }, problems };
};

const refuseTooLarge = (texts: Parameters<typeof questionBytes>[0]) => {
  if (questionBytes(texts) > longestQuestion)
    throw refusal('question_too_large', { field: 'unit' });
};

const wrong = (path: readonly (string | number)[], message: string): ErrorItem => ({
  code: 'invalid_value',
  message,
  field: path.join('.'),
});

/** A unit with its formatted texts cleaned. */
export const cleanUnit = (unit: WrittenUnit | QuestionUnit): QuestionUnit => {
  const question_body = cleanRichText(unit.question_body);
  const option = unit.option.map(({ content }) => ({ label: '', content: cleanRichText(content) }));
  const cleaned = { ...unit, uid: '', question_body, option };
  if (cleaned.answer_type === 'absolute_answer')
    return { ...cleaned, answer: cleanAnswer(cleaned.answer) };
  if (cleaned.answer_type === 'short_answer_set')
    return { ...cleaned, answer: cleaned.answer.map(cleanAnswer) };
  return cleaned.answer_type === 'rich_text'
    ? { ...cleaned, answer: cleanRichText(cleaned.answer) }
    : cleaned;
};

const cleanAnswer = <Answer extends { body: string }>(answer: Answer): Answer => ({
  ...answer,
  body: cleanRichText(answer.body),
});
