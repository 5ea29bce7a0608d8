import { inArray, sql } from 'drizzle-orm';
import type { ImportedQuestion } from '@staffroom/contract/domains/question-bank/question-import.contract.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import { threadOf } from '../../platform/in-worker-thread.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import type { QuestionColumns } from './new-question.ts';
import { questions } from './question-bank.schema.ts';
import { listTags } from './question-tags.queries.ts';
import { presentQuestion } from './questions.presenter.ts';
import * as questionQueries from './questions.queries.ts';
import type { readQuestionFile } from './read-question-file.ts';

type Made = QuestionColumns & { id: string };

const readInThread = threadOf<typeof readQuestionFile>(
  new URL('./read-question-file.thread.ts', import.meta.url),
);

/**
 * Imports what can be read of a file, all of it in one transaction, at most once per Idempotency-Key; a dry run writes
 * nothing. A question of the same words as one in the bank is not imported again. Throws question_file,
 * input_too_heavy, busy.
 */
export const importQuestions = async (
  context: Context,
  bytes: Uint8Array<ArrayBuffer>,
  isDryRun: boolean,
) => {
  const by = { actorId: context.actor.id, now: context.clock.now() };
  const { format, judged } = await readInThread(
    { bytes, tags: await listTags(context.db), by },
    { account: context.actor.id, transfer: [bytes.buffer] },
  );
  return inTransactionOnce(context, async (tx) => {
    const known = await findKnown(
      tx,
      judged.flatMap(({ state }) => state?.compared ?? []),
    );
    const made: Made[] = [];
    const report = judged.map(({ name, notes, problems, state }, index): ImportedQuestion => {
      const base = { place: index + 1, name, problems, notes };
      if (!state) return { ...base, state: 'refused', _id: null };
      const key = keyOf(state);
      if (known.has(key)) return { ...base, state: 'known', _id: known.get(key) ?? null };
      const id = newId(context.clock.now());
      known.set(key, isDryRun ? null : id);
      made.push({ ...state, id });
      return { ...base, state: isDryRun ? 'ready' : 'imported', _id: isDryRun ? null : id };
    });
    // A few at a time, so that the event loop stays free.
    if (!isDryRun)
      for (let at = 0; at < made.length; at += keptAtOnce)
        await keep(tx, context, made.slice(at, at + keptAtOnce));
    return {
      data: { dry_run: isDryRun, format, imported: isDryRun ? 0 : made.length, questions: report },
    };
  });
};

const keptAtOnce = 25;

const keyOf = ({ subject, compared }: Pick<QuestionColumns, 'subject' | 'compared'>) =>
  `${subject}\n${compared}`;

/** The questions of the bank with these words, by subject and words. */
const findKnown = async (tx: Db, texts: readonly string[]): Promise<Map<string, string | null>> => {
  if (texts.length === 0) return new Map();
  const rows = await tx
    .select({ id: questions.id, subject: questions.subject, compared: questions.compared })
    .from(questions)
    .where(anyOfList(questions.compared, texts, 'text'))
    .orderBy(sql`${questions.created} desc`);
  return new Map(rows.map((row) => [keyOf(row), row.id]));
};

const keep = async (tx: Db, context: Context, made: readonly Made[]) => {
  const now = context.clock.now();
  const ids = made.map(({ id }) => id);
  await tx.insert(questions).values(made.map((row) => ({ ...row, created: now, updated: now })));
  await questionQueries.insertVersions(tx, inArray(questions.id, ids), { action: 'imported' });
  const cards = await questionQueries.listCards(tx, ids);
  await recordAudit(
    tx,
    context,
    ...cards.map((card) => ({
      action: 'question.created',
      entity: 'question',
      entityId: card.question.id,
      after: presentQuestion(card),
    })),
  );
};
