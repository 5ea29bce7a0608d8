import { eq } from 'drizzle-orm';
import type {
  archiveQuestion as archiveOperation,
  CreateQuestion,
  tagQuestion as tagOperation,
  UpdateQuestion,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { comparedText } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import { nextOffset, withinBudget } from '../../platform/byte-budget.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { createRecord, requireRow } from '../../platform/record.ts';
import { queuePictureCopies } from './copy-question-pictures.job.ts';
import { askedOf, inOrder, newState, refuseProblems } from './new-question.ts';
import { questions, type QuestionState } from './question-bank.schema.ts';
import { withKnownCopies } from './question-pictures.ts';
import { changeQuestionIn, questionRecord, type QuestionChange } from './question-record.ts';
import { tagsOf } from './question-tags.ts';
import { listTags } from './question-tags.queries.ts';
import { presentVersion } from './questions.presenter.ts';
import * as questionQueries from './questions.queries.ts';

/** Creates a question's first version, once per Idempotency-Key. Throws invalid_value for units or tags. */
export const createQuestion = async (context: Context, jobs: Jobs, body: CreateQuestion) => {
  const { data } = await createRecord(context, questionRecord, async (tx, insert) => {
    const by = { actorId: context.actor.id, now: context.clock.now() };
    const state = newState(by, body, await listTags(tx));
    const id = await insert(state);
    await questionQueries.insertVersions(tx, eq(questions.id, id), { action: 'created' });
    await queuePictureCopies(tx, context, jobs, { ...state, _id: id, is_archived: false });
  });
  return { status: 'success' as const, msg: 'The question was added', data };
};

/** Changes a question and queues the copies of its foreign pictures, in one transaction. */
const changeQuestion = (
  context: Context,
  jobs: Jobs,
  change: QuestionChange,
  act: Parameters<typeof changeQuestionIn>[3],
) =>
  inTransactionOnce(context, async (tx) => {
    const { data, isChanged } = await changeQuestionIn(tx, context, change, act);
    if (isChanged) await queuePictureCopies(tx, context, jobs, data);
    return { data };
  });

/**
 * Changes the given fields of a question; pictures that were copied already are the copies. Kept fields are validated
 * with them: a kept skill must belong to the new topic. Throws not_found, stale, invalid_value.
 */
export const updateQuestion = (
  context: Context,
  jobs: Jobs,
  id: string,
  { version, meta = {}, ...body }: UpdateQuestion,
) =>
  changeQuestion(context, jobs, { id, version, action: 'updated' }, async (tx, row) => {
    const { columns, problems } =
      body.context === undefined && body.unit === undefined
        ? { columns: undefined, problems: [] }
        : askedOf(context.clock.now(), {
            context: body.context ?? row.context,
            unit: body.unit ?? row.unit,
          });
    const subject = body.subject ?? row.subject;
    const tags = tagsOf(await listTags(tx), subject, meta, { row });
    refuseProblems([...problems, ...tags.problems]);
    return {
      subject,
      ...(body.level && { level: inOrder(body.level) }),
      ...(body.instruction !== undefined && { instruction: body.instruction }),
      ...(columns && (await withKnownCopies(tx, id, columns))),
      ...(meta.year !== undefined && { year: meta.year }),
      ...(meta.school !== undefined && { school: meta.school }),
      ...tags.columns,
      isSelfChecking: meta.is_self_checking ?? body.is_self_checking ?? row.isSelfChecking,
    };
  });

/** Sets topic, skill and heuristic; empty texts clear them. Throws not_found, stale, invalid_value. */
export const tagQuestion = (
  context: Context,
  jobs: Jobs,
  id: string,
  { version, ...names }: BodyOf<typeof tagOperation>,
) =>
  changeQuestion(context, jobs, { id, version, action: 'tagged' }, async (tx, row) => {
    const tags = tagsOf(await listTags(tx), row.subject, names, { row, at: [] });
    refuseProblems(tags.problems);
    return tags.columns;
  });

/** Archives or unarchives a question. Throws not_found, stale. */
export const archiveQuestion = (
  context: Context,
  jobs: Jobs,
  id: string,
  { version, is_archived: isArchived }: BodyOf<typeof archiveOperation>,
) =>
  changeQuestion(
    context,
    jobs,
    { id, version, action: isArchived ? 'archived' : 'unarchived' },
    () => ({ isArchived }),
  );

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
 * Saves an old version as a new one, unless it is unchanged, with copied pictures and retired tags. Throws not_found,
 * also for an unknown version, and stale.
 */
export const restoreVersion = (
  context: Context,
  jobs: Jobs,
  { id, n }: { id: string; n: number },
  version: number | undefined,
) =>
  changeQuestion(context, jobs, { id, version, action: 'restored', restored: n }, async (tx) => {
    const state: QuestionState | undefined = await questionQueries.findState(tx, id, n);
    if (!state) throw notFound('n');
    return { ...(await withKnownCopies(tx, id, state)), plainText: comparedText(state) };
  });
