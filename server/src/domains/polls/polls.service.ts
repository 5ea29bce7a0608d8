import {
  type copyPollQuestions as copyOperation,
  optionsFit,
  pollQuestionSchema,
  type CreatePollQuestion,
  type UpdatePollQuestion,
} from 'staffroom-contract/domains/polls/polls.contract.ts';
import { can } from 'staffroom-contract/domains/identity/permissions.ts';
import {
  keepsAnswers,
  keptOptions,
  mostQuestions,
  resultOf,
} from 'staffroom-contract/domains/polls/polls.rules.ts';
import { takesSeat } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { requireFit } from '../../platform/field-problems.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import { announceChange } from '../../platform/live-updates.ts';
import { plainRecord } from '../../platform/plain-record.ts';
import { changeRecordIn, createRecord, deleteRecordIn } from '../../platform/record.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import { pollScope } from './polls.policy.ts';
import * as pollQueries from './polls.queries.ts';
import { pollQuestions } from './polls.schema.ts';

/** A poll question; visible to users who see its lesson. */
export const pollRecord = plainRecord({
  entity: 'poll_question',
  table: pollQuestions,
  scope: pollScope,
  schema: pollQuestionSchema,
  own: ({ lessonId }) => ({ lesson: lessonId }),
});

/** Returns the questions of a lesson in order with their results (ADR 21). Throws not_found. */
export const listQuestions = async (context: Context, lessonId: string) => {
  const { db, actor } = context;
  await requireLesson(db, context, lessonId);
  const questions = await pollQueries.listOf(db, lessonId);
  const answers = await pollQueries.latestAnswers(db, lessonId);
  const kinds = await pollQueries.kindsOn(db, lessonId);
  const isStudent = ({ studentId }: pollQueries.AnswerRow) =>
    studentId !== null && kinds.has(studentId);
  const answered = new Set(answers.map(({ studentId }) => studentId));
  return {
    data: questions.map((row) => ({
      ...pollRecord.record(row),
      result: resultOf(
        { option: row.option, answer_index: row.answerIndex },
        answers
          .filter(({ pollId }) => pollId === row.id)
          .map((one) => ({ answer: one.answer, isStudent: isStudent(one) })),
      ),
    })),
    count: questions.length,
    students: [...kinds].filter(([id, kind]) => takesSeat(kind) || answered.has(id)).length,
    abilities: { manage: can(actor, 'lesson.canManagePoll') },
  };
};

/** Locks the order of a lesson's questions until the transaction ends. Throws not_found. */
const lockLesson = (tx: Db, context: Context, id: string) => requireLesson(tx, context, id, 'lock');

/** Throws not_found, also for a lesson outside the actor's scope. */
export const requireLesson = async (
  db: Db,
  { actor }: Pick<Context, 'actor'>,
  id: string,
  lock: 'lock' | 'read' = 'read',
  field = 'id',
) => {
  if (!(await pollQueries.findLesson(db, id, lessonScope(actor), lock))) throw notFound(field);
};

/** Adds a question, by default at the end. Throws not_found, poll_full. */
export const createQuestion = (context: Context, lessonId: string, body: CreatePollQuestion) =>
  createRecord(context, pollRecord, async (tx, insert) => {
    await lockLesson(tx, context, lessonId);
    const count = await countWithRoom(tx, lessonId, 1);
    const place = Math.min(body.question_index ?? count, count);
    await pollQueries.shiftFrom(tx, lessonId, place, 1);
    const { option, answer_index } = keptOptions(body);
    await insert({
      lessonId,
      questionIndex: place,
      questionType: body.question_type,
      name: body.name.trim(),
      question: body.question,
      choiceType: body.choice_type,
      option,
      answerIndex: answer_index,
      answer: body.answer.trim(),
    });
    await announceChange(tx, 'poll', lessonId);
  });

const countWithRoom = async (tx: Db, lessonId: string, more: number) => {
  const count = await pollQueries.countOf(tx, lessonId);
  if (count + more > mostQuestions) throw refusal('poll_full');
  return count;
};

type Place = { id: string; pollId: string };

/** Changes a question or its place. Throws not_found, stale, invalid_value, poll_answered if it alters answers. */
export const updateQuestion = (
  context: Context,
  { id: lessonId, pollId }: Place,
  { version, ...changes }: UpdatePollQuestion,
) =>
  inTransactionOnce(context, async (tx) => {
    await lockLesson(tx, context, lessonId);
    const data = await changeRecordIn(
      tx,
      context,
      pollRecord,
      { id: pollId, version, action: 'updated' },
      async (_tx, { row }) => {
        requireOf(lessonId, row);
        const place = await move(tx, row, changes.question_index);
        return {
          questionIndex: place,
          questionType: changes.question_type,
          name: changes.name?.trim(),
          question: changes.question,
          choiceType: changes.choice_type,
          answer: changes.answer?.trim(),
          ...(await changeOptions(tx, row, changes)),
        };
      },
    );
    await announceChange(tx, 'poll', lessonId);
    return { data };
  });

/** Throws not_found for a question of another lesson. */
const requireOf = (lessonId: string, row: pollQueries.PollRow) => {
  if (row.lessonId !== lessonId) throw notFound('pollId');
};

/** Makes room at a question's new place, and returns the place. */
const move = async (tx: Db, row: pollQueries.PollRow, wanted: number | undefined) => {
  if (wanted === undefined) return undefined;
  const last = (await pollQueries.countOf(tx, row.lessonId)) - 1;
  const place = Math.min(wanted, last);
  if (place !== row.questionIndex) await pollQueries.shiftBetween(tx, row, place);
  return place;
};

/** Returns the new options and correct answers, validated together with unchanged fields. */
const changeOptions = async (tx: Db, row: pollQueries.PollRow, changes: UpdatePollQuestion) => {
  const written = {
    option: changes.option ?? row.option,
    answer_index: changes.answer_index ?? row.answerIndex,
    choice_type: changes.choice_type ?? row.choiceType,
  };
  requireFit(optionsFit, written);
  const { option, answer_index } = keptOptions(written);
  if (!keepsAnswers(row.option, option) && (await pollQueries.isAnswered(tx, row)))
    throw refusal('poll_answered', { field: 'option' });
  return { option, answerIndex: answer_index };
};

/** Deletes a question and closes the gap; its answers stay among the classroom's events. Throws not_found. */
export const deleteQuestion = (context: Context, { id: lessonId, pollId }: Place) =>
  inTransactionOnce(context, async (tx) => {
    await lockLesson(tx, context, lessonId);
    const data = await deleteRecordIn(tx, context, pollRecord, pollId, (row) =>
      requireOf(lessonId, row),
    );
    await pollQueries.shiftFrom(tx, lessonId, data.question_index, -1);
    await announceChange(tx, 'poll', lessonId);
    return { data };
  });

/** Appends copies of another lesson's questions, all or those in `poll`, unanswered. Throws not_found, poll_full. */
export const copyQuestions = (
  context: Context,
  lessonId: string,
  { from, poll }: BodyOf<typeof copyOperation>,
) =>
  inTransactionOnce(context, async (tx) => {
    await lockLesson(tx, context, lessonId);
    await requireLesson(tx, context, from, 'read', 'from');
    const all = await pollQueries.listOf(tx, from);
    const originals = poll ? all.filter(({ id }) => poll.includes(id)) : all;
    if (poll?.some((id) => !all.some((row) => row.id === id))) throw notFound('poll');
    if (originals.length === 0)
      throw refusal('invalid_value', {
        field: 'from',
        message: 'This lesson has no poll questions.',
      });
    const count = await countWithRoom(tx, lessonId, originals.length);
    const now = context.clock.now();
    const copies = originals.map((row, index) => ({
      ...row,
      id: newId(now),
      lessonId,
      questionIndex: count + index,
      created: now,
      updated: now,
      version: 1,
    }));
    await pollQueries.insert(tx, copies);
    const data = copies.map(pollRecord.record);
    await recordAudit(
      tx,
      context,
      ...data.map((after) => ({
        action: 'poll_question.created',
        entity: 'poll_question',
        entityId: after._id,
        after,
      })),
    );
    await announceChange(tx, 'poll', lessonId);
    return { data };
  });
