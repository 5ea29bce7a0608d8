import { inArray, sql } from 'drizzle-orm';
import type { ImportedQuestion } from 'staffroom-contract/domains/question-bank/question-import.contract.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { threadOf } from '../../platform/in-worker-thread.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import type { CopyPicture } from '../users/copy-picture.ts';
import { digestsByAddress } from '../users/images.service.ts';
import { queuePictureCopies } from './copy-question-pictures.job.ts';
import { refusedSentences } from './import-problems.ts';
import {
  hasSamePictures,
  keepPictures,
  pictureKeysOf,
  preparePictures,
  withoutUnreadable,
  type PictureKeys,
  type PreparedPictures,
} from './import-pictures.ts';
import { picturesIn } from './moodle.ts';
import type { QuestionColumns } from './new-question.ts';
import { questions } from './question-bank.schema.ts';
import { listTags } from './question-tags.queries.ts';
import { presentQuestion } from './questions.presenter.ts';
import * as questionQueries from './questions.queries.ts';
import type { JudgedQuestion, readQuestionFile } from './read-question-file.ts';

type Made = QuestionColumns & { id: string };

const readInThread = threadOf<typeof readQuestionFile>(
  new URL('./read-question-file.thread.ts', import.meta.url),
);

/**
 * Imports a file's readable questions in one transaction, once per Idempotency-Key; a dry run writes nothing. Questions
 * already in the bank are skipped unless requested. Throws question_file, input_too_heavy, busy, image_quota_used_up.
 */
export const importQuestions = async (
  context: Context,
  bytes: Uint8Array<ArrayBuffer>,
  { isDryRun, copyPicture, jobs }: { isDryRun: boolean; copyPicture: CopyPicture; jobs: Jobs },
) => {
  const by = { actorId: context.actor.id, now: context.clock.now() };
  const { format, category, importKnown, judged } = await readInThread(
    { bytes, tags: await listTags(context.db), by },
    { account: context.actor.id, transfer: [bytes.buffer] },
  );
  const prepared = await preparePictures(context, judged, { isDryRun, copyPicture });
  const settled = judged.map((one) => {
    if (!one.state) return one;
    const { state, notes, problems } = withoutUnreadable(one.state, one, prepared);
    const base = { ...one, notes: [...one.notes, ...notes] };
    return problems.length === 0
      ? { ...base, state }
      : { ...base, state: undefined, problems: refusedSentences(state, problems) };
  });
  return inTransactionOnce(context, async (tx) => {
    const known = await findKnown(tx, settled);
    const made: Made[] = [];
    const report = settled.map(({ name, notes, problems, state, ...one }, index) => {
      const base = { place: index + 1, name, problems, notes };
      if (!state) return { ...base, state: 'refused', _id: null } satisfies ImportedQuestion;
      const shown = keysInFile(state, one.pictures, prepared);
      const same = known.get(keyOf(state))?.find((other) => hasSamePictures(other.pictures, shown));
      if (same && !importKnown.includes(base.place))
        return { ...base, state: 'known', _id: same.id } satisfies ImportedQuestion;
      const id = newId(context.clock.now());
      addKnown(known, state, { id: isDryRun ? null : id, pictures: shown });
      made.push({ ...state, id });
      return {
        ...base,
        state: isDryRun ? 'ready' : 'imported',
        _id: isDryRun ? null : id,
      } satisfies ImportedQuestion;
    });
    if (!isDryRun) {
      const withKept = await keepPictures(tx, context, new Set(made.flatMap(picturesIn)), prepared);
      // In small batches, so that the event loop stays free.
      for (let at = 0; at < made.length; at += keptAtOnce)
        await keep(tx, context, jobs, made.slice(at, at + keptAtOnce).map(withKept));
    }
    const imported = isDryRun ? 0 : made.length;
    return { data: { dry_run: isDryRun, format, imported, questions: report, category } };
  });
};

const keptAtOnce = 25;

type Keyed = Pick<QuestionColumns, 'subject' | 'plainText'>;
/** A question that exists in the bank, or earlier in the file. */
type KnownQuestion = { id: string | null; pictures: PictureKeys };
/** By subject and plainText text. */
type Known = Map<string, KnownQuestion[]>;

const keyOf = ({ subject, plainText }: Keyed) => `${subject}\n${plainText}`;

const addKnown = (known: Known, of: Keyed, question: KnownQuestion) =>
  known.set(keyOf(of), [...(known.get(keyOf(of)) ?? []), question]);

const keysInFile = (
  state: QuestionColumns,
  pictures: JudgedQuestion['pictures'],
  prepared: PreparedPictures,
) =>
  pictureKeysOf(state, (address) => {
    const { digest } = prepared.get(address) ?? {};
    const ofFile = pictures.filter((picture) => picture.address === address);
    return [...ofFile.map((picture) => picture.digest), ...(digest === undefined ? [] : [digest])];
  });

/** The questions of the bank with the same words as these, newest first. */
const findKnown = async (tx: Db, judged: readonly { state?: Keyed | undefined }[]) => {
  const known: Known = new Map();
  const texts = judged.flatMap(({ state }) => state?.plainText ?? []);
  if (texts.length === 0) return known;
  const rows = await tx
    .select({
      id: questions.id,
      subject: questions.subject,
      plainText: questions.plainText,
      context: questions.context,
      unit: questions.unit,
    })
    .from(questions)
    .where(anyOfList(questions.plainText, texts, 'text'))
    .orderBy(sql`${questions.created} desc`);
  const digests = await digestsByAddress(tx, rows.flatMap(picturesIn));
  for (const row of rows)
    addKnown(known, row, {
      id: row.id,
      pictures: pictureKeysOf(row, (address) => digests.get(address) ?? []),
    });
  return known;
};

const keep = async (tx: Db, context: Context, jobs: Jobs, made: readonly Made[]) => {
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
  for (const { id, context: text, unit } of made)
    await queuePictureCopies(tx, context, jobs, {
      _id: id,
      context: text,
      unit,
      is_archived: false,
    });
};
