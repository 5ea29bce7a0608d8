import { mostCopied } from 'staffroom-contract/domains/users/images.contract.ts';
import { comparedText } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import type { ErrorItem } from 'staffroom-contract/shared/errors.ts';
import { safeImage } from 'staffroom-contract/shared/rich-text.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { hostOf } from '../../platform/fetch-file.ts';
import { copyEach, copyFailureOf, type CopyPicture } from '../users/copy-picture.ts';
import * as images from '../users/images.service.ts';
import type { FilePicture } from './moodle-pictures.ts';
import { problemsOfUnit, withChangedTexts, type QuestionColumns } from './new-question.ts';
import { withCopies, type PictureCopy, type Texts } from './question-pictures.ts';
import type { JudgedQuestion } from './read-question-file.ts';

/** A picture to store: a reference, a decoded one, or why it is unreadable; a foreign one with its digest. */
type Prepared = ({ copyOf: string } | { image: images.KeepableImage } | Unreadable) & {
  digest?: string | undefined;
  copiedFrom?: string;
};

type Unreadable = { problem: string; isForNow: boolean };

/** By the placeholder addresses in the texts. */
export type PreparedPictures = ReadonlyMap<string, Prepared>;

type Pictures = Pick<JudgedQuestion, 'pictures' | 'foreign'>;

const taken = { field: 'content', kinds: ['JPEG', 'PNG', 'WebP'] } as const;
/** Limit in bytes for the decoded pictures of one file, which are in memory together. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Decodes the pictures of a file like uploads, and copies those of other websites. A stored picture is not decoded
 * again, so that importing our own export keeps its pictures (ADR 64). Throws question_file, image_quota_used_up.
 */
export const preparePictures = async (
  context: Context,
  judged: readonly (Pictures & { state?: unknown })[],
  { isDryRun, copyPicture }: { isDryRun: boolean; copyPicture: CopyPicture },
): Promise<PreparedPictures> => {
  const readable = judged.filter(({ state }) => state !== undefined);
  const pictures = [...new Set(readable.flatMap((one) => one.pictures))];
  const foreign = [...new Set(readable.flatMap((one) => one.foreign))];
  const kept = await images.findByDigest(
    context.db,
    pictures.map(({ digest }) => digest),
  );
  const prepared = new Map<string, Prepared>();
  let bytes = 0;
  const add = (address: string, one: Prepared) => {
    bytes += 'image' in one ? one.image.content.length : 0;
    if (bytes > mostBytes)
      throw refusal('question_file', {
        field: 'content',
        message: 'The pictures of this file are too large together. Please split it.',
      });
    // A dry run only needs to know whether the picture can be read.
    prepared.set(
      address,
      isDryRun && 'image' in one ? { ...one, image: { ...one.image, content: noBytes } } : one,
    );
  };
  for (const picture of pictures) {
    const copyOf = kept.get(picture.digest);
    add(picture.address, copyOf === undefined ? await decoded(context, picture) : { copyOf });
  }
  for (const { address } of foreign.slice(mostCopied.import))
    add(address, forNow(`At most ${mostCopied.import} pictures are copied at once.`));
  const until = performance.now() + longestCopying;
  await copyEach(foreign.slice(0, mostCopied.import), async ({ address, from }) =>
    add(
      address,
      performance.now() < until
        ? await copied(context, copyPicture, from)
        : forNow('The other pictures took too long.'),
    ),
  );
  return prepared;
};

/** Milliseconds after which an import starts no further copy. */
const longestCopying = 60_000;

const noBytes = Buffer.alloc(0);

const forNow = (problem: string): Unreadable => ({ problem, isForNow: true });

const copied = async (
  context: Context,
  copyPicture: CopyPicture,
  from: string,
): Promise<Prepared> => {
  const one = await prepare(() => copyPicture(context, from));
  if (!('image' in one)) return one;
  const digest = one.image.sourceDigest?.toString('hex');
  return { ...one, digest, copiedFrom: from };
};

const decoded = (context: Context, { bytes }: FilePicture) =>
  prepare(() => images.decodeUpload(context, Buffer.from(bytes), taken));

/** An unreadable picture does not fail its import. */
const prepare = async (
  read: () => Promise<images.KeepableImage>,
): Promise<{ image: images.KeepableImage } | Unreadable> => {
  try {
    return { image: await read() };
  } catch (error) {
    const failure = copyFailureOf(error);
    if (!failure) throw error;
    return { problem: failure.message, isForNow: failure.isForNow };
  }
};

const tagOf = (address: string) =>
  new RegExp(`<img src="${address.replaceAll('.', '[.]')}"[^<>]*>`, 'g');

/**
 * Removes the unreadable pictures of a question and returns a note for each, with the problems of the remaining
 * question. A picture that could not be copied keeps its URL if that is allowed, and may be tried again by the job.
 */
export const withoutUnreadable = (
  state: QuestionColumns,
  { pictures, foreign }: Pictures,
  prepared: PreparedPictures,
): { state: QuestionColumns; notes: string[]; problems: ErrorItem[] } => {
  const notes: string[] = [];
  const changes: ((html: string) => string)[] = [];
  const unreadable = (address: string) => {
    const one = prepared.get(address);
    return one && 'problem' in one ? one : undefined;
  };
  for (const { address, name } of pictures) {
    const found = unreadable(address);
    if (!found) continue;
    notes.push(`The picture “${name}” is left out. ${found.problem}`);
    changes.push((html) => html.replaceAll(tagOf(address), ''));
  }
  for (const { address, from } of foreign) {
    const found = unreadable(address);
    if (!found) continue;
    const { problem, isForNow } = found;
    const stays = safeImage(from)?.replaceAll('&', '&amp;');
    const where = `The picture at ${hostOf(from)} is not copied`;
    notes.push(
      stays === undefined
        ? `${where}, and is left out. ${problem}`
        : `${where}, and is still read from there. ${problem}${isForNow ? ' It is tried again after the import.' : ''}`,
    );
    changes.push((html) =>
      stays === undefined
        ? html.replaceAll(tagOf(address), '')
        : html.replaceAll(`src="${address}"`, () => `src="${stays}"`),
    );
  }
  if (changes.length === 0) return { state, notes, problems: [] };
  const changed = withChangedTexts(state, (html) =>
    changes.reduce((text, change) => change(text), html),
  );
  return {
    state: { ...changed, plainText: comparedText(changed) },
    notes,
    problems: changed.unit.flatMap(problemsOfUnit),
  };
};

/** Stores an import's pictures once; returns a function that replaces their addresses. Throws image_quota_used_up. */
export const keepPictures = async (
  tx: Db,
  context: Context,
  addresses: ReadonlySet<string>,
  prepared: PreparedPictures,
): Promise<<State extends Texts>(state: State) => State> => {
  const kept = new Map<string, PictureCopy>();
  for (const address of addresses) {
    const one = prepared.get(address);
    if (!one || 'problem' in one) continue;
    const image = 'image' in one ? one.image : await images.imageToCopy(tx, one.copyOf);
    const { width, height } = image;
    const url = await images.keepImage(tx, context, image, one.copiedFrom);
    kept.set(address, { url, width, height });
  }
  return (state) => withCopies(state, kept);
};

/** The pictures of a question in order; each is a set of its address and the digests of its bytes. */
export type PictureKeys = ReadonlySet<string>[];

export const pictureKeysOf = (
  { context, unit }: Texts,
  digestsOf: (address: string) => readonly string[],
): PictureKeys => {
  const found: PictureKeys = [];
  const collect = (html: string) => {
    for (const [, address = ''] of html.matchAll(/<img src="([^"]*)"/g))
      found.push(new Set([address, ...digestsOf(address)]));
    return html;
  };
  withChangedTexts({ context, unit }, collect);
  return found;
};

/** True if both lists have the same pictures. */
export const hasSamePictures = (one: PictureKeys, other: PictureKeys): boolean =>
  one.length === other.length &&
  one.every((keys, index) => [...keys].some((key) => other[index]?.has(key)));
