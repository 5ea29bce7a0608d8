import { maxImageBytes } from 'staffroom-contract/domains/users/images.contract.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import { refusal } from '../../platform/errors.ts';
import { FetchProblem, hostOf, type FetchFile } from '../../platform/fetch-file.ts';
import { createSlots } from '../../platform/slots.ts';
import { decodeUpload, keepImage, type KeepableImage } from './images.service.ts';

/**
 * Downloads and decodes a picture from another website, without saving it. Throws image_not_copied, image_unreadable,
 * image_quota_used_up, and busy when too many copies wait.
 */
export type CopyPicture = (context: Context, address: string) => Promise<KeepableImage>;

/** At most three downloads run at once per process, so that slow websites do not use up threads and memory. */
const slots = {
  total: 3,
  perAccount: 2,
  waiting: 120,
  waitingPerAccount: 40,
  refuse: () => refusal('busy', { retryAfterSeconds: 5 }),
};

export const createPictureCopier = (fetchFile: FetchFile): CopyPicture => {
  const copying = createSlots(slots);
  return async (context, address) => {
    const release = await copying.take(context.actor.id);
    try {
      const file = await fetchFile(address, maxImageBytes).catch((error: unknown) => {
        throw error instanceof FetchProblem ? notCopied(address, error.reason) : error;
      });
      return await decodeUpload(context, file, taken);
    } finally {
      release();
    }
  };
};

/** Saves a picture from another website; returns its address and size. Throws what the copier throws. */
export const copyImage = async (context: Context, copyPicture: CopyPicture, address: string) => {
  const image = await copyPicture(context, address);
  const url = await inTransaction(context, (tx) => keepImage(tx, context, image, address));
  return { url, width: image.width, height: image.height };
};

const taken = { field: 'address', kinds: ['JPEG', 'PNG', 'WebP'] } as const;

const notCopied = (address: string, reason: FetchProblem['reason']) => {
  const host = hostOf(address);
  const messages = {
    unreachable: `The picture could not be copied from ${host}.`,
    too_slow: `The picture could not be copied from ${host}: it takes too long.`,
    too_large: `The picture could not be copied from ${host}: it has more than 10 MB.`,
    not_there: `The picture could not be copied from ${host}: it was not found.`,
  };
  return refusal('image_not_copied', { field: 'address', message: messages[reason] });
};
