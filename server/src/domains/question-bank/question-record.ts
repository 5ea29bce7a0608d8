import { eq } from 'drizzle-orm';
import type {
  Question,
  versionActions,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { changeRecordIn, defineRecord } from '../../platform/record.ts';
import { questions, type QuestionRow } from './question-bank.schema.ts';
import { presentQuestion } from './questions.presenter.ts';
import * as questionQueries from './questions.queries.ts';

/** A question; every user with the question bank sees all of them. */
export const questionRecord = defineRecord({
  entity: 'question',
  table: questions,
  scope: () => undefined,
  read: async (db, { id }: QuestionRow) => {
    const [card] = await questionQueries.listCards(db, [id]);
    if (!card) throw notFound('id');
    return card;
  },
  record: presentQuestion,
  present: presentQuestion,
  // Copies of pictures change nothing that a user decided (ADR 83).
  isCurrent: questionQueries.isFollowedByCopies,
});

export type QuestionChange = {
  id: string;
  version?: number | undefined;
  action: (typeof versionActions)[number];
  restored?: number;
};

/** Changes a question in the transaction, and stores the result as a version if it differs. Throws not_found, stale. */
export const changeQuestionIn = async (
  tx: Db,
  context: Context,
  { restored, ...change }: QuestionChange,
  act: (tx: Db, row: QuestionRow) => Promise<Partial<QuestionRow>> | Partial<QuestionRow>,
): Promise<{ data: Question; isChanged: boolean }> => {
  let before = 0;
  const data = await changeRecordIn(tx, context, questionRecord, change, (_tx, { row }) => {
    before = row.version;
    return act(tx, row);
  });
  const isChanged = data.version !== before;
  if (isChanged)
    await questionQueries.insertVersions(tx, eq(questions.id, data._id), {
      by: context.actor.id,
      action: change.action,
      restored,
    });
  return { data, isChanged };
};
