import { maxImageBytes } from 'staffroom-contract/domains/users/images.contract.ts';
import type { ErrorCode } from 'staffroom-contract/shared/errors.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import { AppError, refusal } from '../../platform/errors.ts';
import { FetchProblem, hostOf, type FetchFile } from '../../platform/fetch-file.ts';
import { createSlots } from '../../platform/slots.ts';
import { decodeUpload, keepImage, type KeepableImage } from './images.service.ts';

/** Downloads and decodes a foreign picture. Throws image_not_copied, image_unreadable, image_quota_used_up, busy. */
export type CopyPicture = (context: Context, address: string) => Promise<KeepableImage>;

/** At most three downloads run at once per process, so that slow websites do not use up threads and memory. */
const slots = {
  total: 3,
  perAccount: 2,
  waiting: 120,
  waitingPerAccount: 40,
  refuse: () => refusal('busy', { retryAfterSeconds: 5 }),
};

const copiers = new WeakMap<FetchFile, CopyPicture>();

/** Returns the copier that reads with `fetchFile`; the API and the jobs of one process share its slots. */
export const pictureCopierOf = (fetchFile: FetchFile): CopyPicture => {
  const copier = copiers.get(fetchFile) ?? createPictureCopier(fetchFile);
  copiers.set(fetchFile, copier);
  return copier;
};

const createPictureCopier = (fetchFile: FetchFile): CopyPicture => {
  const copying = createSlots(slots);
  return async (context, address) => {
    const release = await copying.take(context.actor.id);
    try {
      const file = await fetchFile(address, maxImageBytes).catch((error: unknown) => {
        throw error instanceof FetchProblem ? notCopied(address, error) : error;
      });
      return await decodeUpload(context, file, taken);
    } finally {
      release();
    }
  };
};

/** Copies pictures two at a time, the limit for one account; starts no further one after an error. */
export const copyEach = async <Picture>(
  pictures: readonly Picture[],
  copy: (picture: Picture) => Promise<unknown>,
): Promise<void> => {
  const waiting = [...pictures];
  const copyInTurn = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await copy(next).catch((error: unknown) => {
        waiting.length = 0;
        throw error;
      });
  };
  await Promise.all([copyInTurn(), copyInTurn()]);
};

/** Why a picture was not copied, and whether another try may succeed; undefined for errors like image_quota_used_up. */
export const copyFailureOf = (
  error: unknown,
): { message: string; isForNow: boolean } | undefined => {
  if (!(error instanceof AppError)) return undefined;
  const item = error.items.find(({ code }) => ofPictures.includes(code));
  const { cause } = error;
  const isForNow =
    item?.code === 'busy' || (cause instanceof FetchProblem && temporary.includes(cause.reason));
  return item && { message: item.message, isForNow };
};

const ofPictures: readonly ErrorCode[] = ['image_unreadable', 'image_not_copied', 'busy'];
const temporary: readonly FetchProblem['reason'][] = ['unreachable', 'too_slow'];

/** Saves a picture from another website; returns its address and size. Throws what the copier throws. */
export const copyImage = async (context: Context, copyPicture: CopyPicture, address: string) => {
  const image = await copyPicture(context, address);
  const url = await inTransaction(context, (tx) => keepImage(tx, context, image, address));
  return { url, width: image.width, height: image.height };
};

const taken = { field: 'address', kinds: ['JPEG', 'PNG', 'WebP'] } as const;

const notCopied = (address: string, problem: FetchProblem) => {
  const host = hostOf(address);
  const messages = {
    unreachable: `The picture could not be copied from ${host}.`,
    too_slow: `The picture could not be copied from ${host}: it takes too long.`,
    too_large: `The picture could not be copied from ${host}: it has more than 10 MB.`,
    not_there: `The picture could not be copied from ${host}: it was not found.`,
  };
  const refused = refusal('image_not_copied', {
    field: 'address',
    message: messages[problem.reason],
  });
  refused.cause = problem;
  return refused;
};
