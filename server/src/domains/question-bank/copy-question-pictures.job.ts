import { z } from 'zod';
import { can } from 'staffroom-contract/domains/identity/permissions.ts';
import type { Question } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { maxImageBytes, mostCopied } from 'staffroom-contract/domains/users/images.contract.ts';
import { imagePath } from 'staffroom-contract/shared/rich-text.ts';
import { mostTries, pauseAfter } from 'staffroom-contract/shared/retries.ts';
import { idSchema } from 'staffroom-contract/shared/text.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { defineJob, type JobContext, type Jobs } from '../../platform/jobs.ts';
import { findActor } from '../identity/find-actor.ts';
import { copyEach, copyFailureOf, pictureCopierOf } from '../users/copy-picture.ts';
import * as images from '../users/images.service.ts';
import { foreignPicturesIn, withFittingCopies, type PictureCopy } from './question-pictures.ts';
import { changeQuestionIn } from './question-record.ts';
import * as questionQueries from './questions.queries.ts';

/** Milliseconds after which a run starts no further copy; the other pictures wait for the next try. */
const longestRun = 5 * 60_000;
/** Pause in milliseconds when the account's bytes of the day are used up. */
const bytesPause = 60 * 60_000;

/**
 * Copies a saved question's pictures of other websites for the user who saved it (ADR 83), each part in a transaction
 * that replaces only addresses still in the question. Others stay, or are tried again if they may be copied later.
 */
export const copyQuestionPicturesJob = defineJob({
  name: 'copy-question-pictures',
  payload: z.strictObject({
    questionId: idSchema,
    /** Failed tries, and the pictures that are not tried again. */
    tries: z.int().default(0),
    gone: z.array(z.string()).default([]),
  }),
  // The job must survive any number of crashed workers and long database outages.
  retry: { limit: 1000, delaySeconds: 2 },
  keyOf: ({ questionId }) => questionId,
  handler: async (job, { questionId, tries, gone }, signal) => {
    const actor = await findActor(job.db, job.actorId);
    if (!actor || !can(actor, 'question.canManage')) return;
    const context = { ...job, actor };
    const question = await questionQueries.findTexts(job.db, questionId);
    if (!question || question.isArchived) return;
    const foreign = foreignPicturesIn(question).filter((address) => !gone.includes(address));
    if (foreign.length === 0) return;
    const inAnHour = { again: new Date(job.clock.now().getTime() + bytesPause) };
    // Before any download: a waiting job costs no other website anything.
    if (!(await images.hasBytesLeft(job.db, context, maxImageBytes))) return inAnHour;
    try {
      const failed = await copyAll(context, questionId, foreign, signal);
      if (failed.later.length === 0 || tries + 1 >= mostTries) return;
      const pause = pauseAfter(tries + 1, job.settings.firstPauseSeconds) * 1000;
      return {
        again: new Date(job.clock.now().getTime() + pause),
        payload: { questionId, tries: tries + 1, gone: [...gone, ...failed.gone] },
      };
    } catch (error) {
      const [problem] = error instanceof AppError ? error.items : [];
      if (problem?.code === 'image_quota_used_up') return inAnHour;
      if (problem?.code === 'not_found') return;
      throw error;
    }
  },
});

/** Queues the job for a saved question with foreign pictures, in its transaction; an archived question gets none. */
export const queuePictureCopies = async (
  tx: Db,
  context: Context,
  jobs: Jobs,
  question: Pick<Question, '_id' | 'context' | 'unit' | 'is_archived'>,
) => {
  if (question.is_archived || foreignPicturesIn(question).length === 0) return;
  await jobs.enqueue(tx, context, copyQuestionPicturesJob, { questionId: question._id });
};

type CopyContext = Context & Pick<JobContext, 'fetchFile'>;
type Failed = { later: string[]; gone: string[] };

/** Copies and saves one part after the other; returns the pictures that could not be copied. */
const copyAll = async (
  context: CopyContext,
  questionId: string,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Failed> => {
  const until = performance.now() + longestRun;
  const failed: Failed = { later: [], gone: [] };
  for (let left = addresses; left.length > 0;) {
    signal.throwIfAborted();
    const part = left.slice(0, mostCopied.text);
    const { copied, postponed } = await copyPart(context, part, failed, until);
    await saveCopies(context, questionId, copied);
    left = [...postponed, ...left.slice(mostCopied.text)];
  }
  return failed;
};

type Copied = ReadonlyMap<string, images.KeepableImage>;

/** Reads pictures without saving them. Those beyond the bytes that a part may have are postponed to the next one. */
const copyPart = async (
  context: CopyContext,
  addresses: readonly string[],
  failed: Failed,
  until: number,
): Promise<{ copied: Copied; postponed: string[] }> => {
  const copyPicture = pictureCopierOf(context.fetchFile);
  const copied = new Map<string, images.KeepableImage>();
  const postponed: string[] = [];
  let bytes = 0;
  await copyEach(addresses, async (address) => {
    if (performance.now() > until) return failed.later.push(address);
    if (bytes >= maxImageBytes) return postponed.push(address);
    try {
      const image = await copyPicture(context, address);
      copied.set(address, image);
      bytes += image.content.length;
    } catch (error) {
      const failure = copyFailureOf(error);
      if (!failure) throw error;
      failed[failure.isForNow ? 'later' : 'gone'].push(address);
    }
    return undefined;
  });
  return { copied, postponed };
};

/** Replaces the addresses that are still in the question, as a new version. Throws not_found, image_quota_used_up. */
const saveCopies = async (context: Context, id: string, copied: Copied): Promise<void> => {
  if (copied.size === 0) return;
  await inTransaction(context, (tx) =>
    changeQuestionIn(tx, context, { id, action: 'pictures_copied' }, async (_tx, row) => {
      const there = row.isArchived ? [] : foreignPicturesIn(row);
      const wanted = [...copied].filter(([address]) => there.includes(address));
      const planned = wanted.map(
        ([address, image]) => [address, sizeOf(image, anAddress)] as const,
      );
      if (withFittingCopies(row, new Map(planned)) === row) return {};
      const copies = new Map<string, PictureCopy>();
      for (const [address, image] of wanted)
        copies.set(address, sizeOf(image, await images.keepImage(tx, context, image, address)));
      const { context: changed, unit } = withFittingCopies(row, copies);
      return { context: changed, unit };
    }),
  );
};

/** As long as the address of every copy. */
const anAddress = `${imagePath}00000000-0000-0000-0000-000000000000.png`;

const sizeOf = ({ width, height }: images.KeepableImage, url: string): PictureCopy => ({
  url,
  width,
  height,
});
