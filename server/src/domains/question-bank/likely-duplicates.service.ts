import type { findSimilarQuestions as similarOperation } from 'staffroom-contract/domains/question-bank/likely-duplicates.contract.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { requireRow } from '../../platform/record.ts';
import * as duplicateQueries from './likely-duplicates.queries.ts';
import { presentQuestion } from './questions.presenter.ts';
import { listCardsWithinBudget } from './questions.queries.ts';
import { questionRecord } from './question-record.ts';

const mostSimilar = 5;
/** Below this similarity two questions merely share a topic. */
const leastSimilar = 0.4;
/** From this similarity on they are almost certainly duplicates. */
const nearlySame = 0.8;

/** Returns the most similar questions, at most five, in descending order (ADR 31). */
export const findSimilar = async (
  { db }: Context,
  { text, except }: BodyOf<typeof similarOperation>,
) => {
  const found = await duplicateQueries.findSimilar(db, {
    text,
    except,
    max: mostSimilar,
    least: leastSimilar,
  });
  const decisions = except === undefined ? [] : await duplicateQueries.listNoDuplicates(db, except);
  const data = (await withQuestions(db, found)).map((one) => {
    const said = decisions.find(({ id }) => id === one._id);
    return { ...one, not_duplicate: said ? { by: said.by, at: said.at.toISOString() } : null };
  });
  return { data, count: data.length };
};

/** Returns near duplicates of the questions, without pairs marked as no duplicates (picture 17). */
export const listHints = async ({ db }: Context, ids: readonly string[]) => {
  const found = await duplicateQueries.findHints(db, ids, nearlySame);
  const data = (await withQuestions(db, found)).map(({ of, similarity, question }) => ({
    _id: of,
    similarity,
    question,
  }));
  return { data, count: data.length };
};

/** Adds the question to each result; large questions are cut off at the byte budget of a page. */
const withQuestions = async <Found extends { id: string; similarity: number }>(
  db: Db,
  found: readonly Found[],
) => {
  const cards = await listCardsWithinBudget(
    db,
    found.map(({ id }) => id),
  );
  return found.flatMap(({ id, ...one }) => {
    const card = cards.find(({ question }) => question.id === id);
    return card ? [{ ...one, _id: id, question: presentQuestion(card) }] : [];
  });
};

/** Marks two questions as no duplicates, or removes the mark; repeating it changes nothing. Throws not_found. */
export const setDuplicate = (
  context: Context,
  { id, otherId }: { id: string; otherId: string },
  isDuplicate: boolean,
) =>
  inTransaction(context, async (tx) => {
    if (id === otherId) throw notFound('otherId');
    await requireRow(tx, questionRecord, context, id);
    await requireRow(tx, questionRecord, context, otherId);
    const pair = { firstId: id < otherId ? id : otherId, secondId: id < otherId ? otherId : id };
    const isChanged = isDuplicate
      ? await duplicateQueries.forgetPair(tx, pair)
      : await duplicateQueries.keepPair(tx, {
          ...pair,
          decidedBy: context.actor.id,
          at: context.clock.now(),
        });
    const question = { _id: id, other: otherId };
    if (isChanged)
      await recordAudit(tx, context, {
        action: isDuplicate ? 'question_pair.taken_back' : 'question_pair.told_apart',
        entity: 'question_pair',
        entityId: id,
        before: { ...question, is_duplicate: !isDuplicate },
        after: { ...question, is_duplicate: isDuplicate },
      });
    return { data: { ...question, is_duplicate: isDuplicate } };
  });
