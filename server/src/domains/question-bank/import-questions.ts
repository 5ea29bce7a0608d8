import { inArray, sql } from 'drizzle-orm';
import { createQuestionSchema } from '@staffroom/contract/domains/question-bank/question-bank.contract.ts';
import {
  mostImported,
  type ImportedQuestion,
  type importQuestions as importOperation,
} from '@staffroom/contract/domains/question-bank/question-import.contract.ts';
import { plainTextOf } from '@staffroom/contract/shared/rich-text.ts';
import type { BodyOf } from '@staffroom/contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError, refusal } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { misfitSentences, refusedSentences } from './import-problems.ts';
import { fromMoodle, type ReadDefaults, type ReadQuestion } from './moodle.ts';
import { questions, type TagRow } from './question-bank.schema.ts';
import { listTags } from './question-tags.queries.ts';
import { presentQuestion } from './questions.presenter.ts';
import * as questionQueries from './questions.queries.ts';
import { newState } from './questions.service.ts';
import { readXml, XmlProblem } from './read-xml.ts';

type State = ReturnType<typeof newState>;

/**
 * Imports what of a file can be read, all of it in one transaction, at most once per Idempotency-Key; a dry run writes
 * nothing. What stands in the bank in the same words is not imported again. Throws question_file.
 */
export const importQuestions = (
  context: Context,
  { content, ...defaults }: BodyOf<typeof importOperation>,
  isDryRun: boolean,
) => {
  const { format, read } = readFile(content, defaults);
  return inTransactionOnce(context, async (tx) => {
    const tags = await listTags(tx);
    const judged = read.map((one) => ({ one, ...judge(context, one, tags) }));
    const known = await findKnown(
      tx,
      judged.flatMap(({ state }) => state?.compared ?? []),
    );
    const made: (State & { id: string })[] = [];
    const report = judged.map(({ one, state, problems }, index): ImportedQuestion => {
      const base = { place: index + 1, name: one.name, problems, notes: one.notes };
      if (!state) return { ...base, state: 'refused', _id: null };
      const key = keyOf(state);
      if (known.has(key)) return { ...base, state: 'known', _id: known.get(key) ?? null };
      const id = newId(context.clock.now());
      known.set(key, isDryRun ? null : id);
      made.push({ ...state, id });
      return { ...base, state: isDryRun ? 'ready' : 'imported', _id: isDryRun ? null : id };
    });
    if (!isDryRun && made.length > 0) await keep(tx, context, made);
    return {
      data: { dry_run: isDryRun, format, imported: isDryRun ? 0 : made.length, questions: report },
    };
  });
};

const readFile = (content: string, defaults: ReadDefaults) => {
  const isXml = /^\ufeff?\s*</.test(content);
  const read = isXml ? readMoodle(content, defaults) : readJson(content, defaults);
  if (read.length > mostImported)
    throw unreadable(`At most ${mostImported} questions at once; these are ${read.length}`);
  if (read.length === 0) throw unreadable('There is no question in this file');
  return { format: isXml ? ('moodle' as const) : ('json' as const), read };
};

const unreadable = (message: string) => refusal('question_file', { field: 'content', message });

const readMoodle = (content: string, defaults: ReadDefaults): ReadQuestion[] => {
  try {
    const quiz = readXml(content);
    if (quiz.name !== 'quiz') throw new XmlProblem('Moodle’s files begin with <quiz>');
    return fromMoodle(quiz, defaults);
  } catch (error) {
    if (error instanceof XmlProblem) throw unreadable(`This is no Moodle XML. ${error.message}.`);
    throw error;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of questions, by itself or as the `data` of an answer. */
const readJson = (content: string, defaults: ReadDefaults): ReadQuestion[] => {
  const list = parsed(content);
  const items: unknown = isObject(list) ? list['data'] : list;
  if (!Array.isArray(items))
    throw unreadable('This is neither Moodle XML nor a list of questions in JSON');
  return items.map((item: unknown) => {
    if (!isObject(item)) return { name: '', problems: ['This is no question'], notes: [] };
    const {
      subject = defaults.subject,
      level = defaults.level,
      instruction,
      context,
      unit,
      meta,
    } = item;
    const body = { subject, level, instruction, context, unit, meta };
    return { name: nameOf(context, unit), body, problems: [], notes: [] };
  });
};

const parsed = (content: string): unknown => {
  try {
    return JSON.parse(content.replace(/^\ufeff/, ''));
  } catch {
    throw unreadable('This is neither Moodle XML nor JSON');
  }
};

const nameOf = (context: unknown, unit: unknown) => {
  const [first] = Array.isArray(unit) ? (unit as unknown[]) : [];
  const texts = [context, isObject(first) ? first['question_body'] : ''];
  const text = texts.find((one): one is string => typeof one === 'string' && one !== '') ?? '';
  return plainTextOf(text.slice(0, 2000)).slice(0, 60);
};

/** A question as it would be kept, or what is wrong with it. */
const judge = (
  context: Context,
  { body, problems }: ReadQuestion,
  tags: readonly TagRow[],
): { state?: State; problems: string[] } => {
  if (problems.length > 0) return { problems };
  const written = createQuestionSchema.safeParse(body);
  if (!written.success) return { problems: misfitSentences(body, written.error) };
  try {
    return { state: newState(context, written.data, tags), problems: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { problems: refusedSentences(body, error.items) };
  }
};

const keyOf = ({ subject, compared }: Pick<State, 'subject' | 'compared'>) =>
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

const keep = async (tx: Db, context: Context, made: readonly (State & { id: string })[]) => {
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
