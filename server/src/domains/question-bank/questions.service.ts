import { eq } from 'drizzle-orm';
import type {
  archiveQuestion as archiveOperation,
  CreateQuestion,
  tagQuestion as tagOperation,
  UpdateQuestion,
  versionActions,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { comparedText } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import { nextOffset, withinBudget } from '../../platform/byte-budget.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { changeRecordIn, createRecord, defineRecord, requireRow } from '../../platform/record.ts';
import { askedOf, inOrder, newState, refuseProblems } from './new-question.ts';
import { questions, type QuestionRow, type QuestionState } from './question-bank.schema.ts';
import { tagsOf } from './question-tags.ts';
import { listTags } from './question-tags.queries.ts';
import { presentQuestion, presentVersion } from './questions.presenter.ts';
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
});

/**
 * Creates a question as its first version, at most once per Idempotency-Key. Throws invalid_value for problems of its
 * units or tags.
 */
export const createQuestion = async (context: Context, body: CreateQuestion) => {
  const { data } = await createRecord(context, questionRecord, async (tx, insert) => {
    const by = { actorId: context.actor.id, now: context.clock.now() };
    const id = await insert(newState(by, body, await listTags(tx)));
    await questionQueries.insertVersions(tx, eq(questions.id, id), { action: 'created' });
  });
  return { status: 'success' as const, msg: 'The question was added', data };
};

type Change = {
  id: string;
  version: number | undefined;
  action: (typeof versionActions)[number];
  restored?: number;
};

/** Changes a question in one transaction, and stores the result as a version if it differs. */
const changeQuestion = (
  context: Context,
  { restored, ...change }: Change,
  act: (tx: Db, row: QuestionRow) => Promise<Partial<QuestionRow>> | Partial<QuestionRow>,
) =>
  inTransactionOnce(context, async (tx) => {
    let before = 0;
    const data = await changeRecordIn(tx, context, questionRecord, change, (_tx, { row }) => {
      before = row.version;
      return act(tx, row);
    });
    if (data.version !== before)
      await questionQueries.insertVersions(tx, eq(questions.id, data._id), {
        by: context.actor.id,
        action: change.action,
        restored,
      });
    return { data };
  });

/**
 * Changes the given fields. Kept fields are validated with them: a kept skill must belong to the new topic. Throws
 * not_found, stale, invalid_value.
 */
export const updateQuestion = (
  context: Context,
  id: string,
  { version, meta = {}, ...body }: UpdateQuestion,
) =>
  changeQuestion(context, { id, version, action: 'updated' }, async (tx, row) => {
    const asked =
      body.context === undefined && body.unit === undefined
        ? { columns: {}, problems: [] }
        : askedOf(context.clock.now(), {
            context: body.context ?? row.context,
            unit: body.unit ?? row.unit,
          });
    const subject = body.subject ?? row.subject;
    const tags = tagsOf(await listTags(tx), subject, meta, { row });
    refuseProblems([...asked.problems, ...tags.problems]);
    return {
      subject,
      ...(body.level && { level: inOrder(body.level) }),
      ...(body.instruction !== undefined && { instruction: body.instruction }),
      ...asked.columns,
      ...(meta.year !== undefined && { year: meta.year }),
      ...(meta.school !== undefined && { school: meta.school }),
      ...tags.columns,
      isSelfChecking: meta.is_self_checking ?? body.is_self_checking ?? row.isSelfChecking,
    };
  });

/** Sets topic, skill and heuristic; empty texts clear them. Throws not_found, stale, invalid_value. */
export const tagQuestion = (
  context: Context,
  id: string,
  { version, ...names }: BodyOf<typeof tagOperation>,
) =>
  changeQuestion(context, { id, version, action: 'tagged' }, async (tx, row) => {
    const tags = tagsOf(await listTags(tx), row.subject, names, { row, at: [] });
    refuseProblems(tags.problems);
    return tags.columns;
  });

/** Archives or unarchives a question. Throws not_found, stale. */
export const archiveQuestion = (
  context: Context,
  id: string,
  { version, is_archived: isArchived }: BodyOf<typeof archiveOperation>,
) =>
  changeQuestion(context, { id, version, action: isArchived ? 'archived' : 'unarchived' }, () => ({
    isArchived,
  }));

/** Returns the versions of a question, newest first; a page ends at its byte budget. Throws not_found. */
export const listVersions = async (
  context: Context,
  id: string,
  page: { max: number; offset: number },
) => {
  await requireRow(context.db, questionRecord, context, id);
  const found = await questionQueries.sizeVersions(context.db, id, page);
  const fitting = withinBudget(found);
  const shown = { max: fitting.length, offset: page.offset };
  const versions = await questionQueries.listVersions(context.db, id, shown);
  return {
    data: versions.map(presentVersion),
    count: await questionQueries.countVersions(context.db, id),
    ...nextOffset(page.offset, fitting, found),
  };
};

/**
 * Saves an old version's content as a new version; nothing happens if it is unchanged. Tags that were retired meanwhile
 * return with it. Throws not_found, also for an unknown version, and stale.
 */
export const restoreVersion = (
  context: Context,
  { id, n }: { id: string; n: number },
  version: number | undefined,
) =>
  changeQuestion(context, { id, version, action: 'restored', restored: n }, async (tx) => {
    const state: QuestionState | undefined = await questionQueries.findState(tx, id, n);
    if (!state) throw notFound('n');
    return { ...state, plainText: comparedText(state) };
  });
