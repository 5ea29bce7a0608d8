import { createHash, randomUUID } from 'node:crypto';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { imageBytesADay } from 'staffroom-contract/domains/users/images.contract.ts';
import { imagePath } from 'staffroom-contract/shared/rich-text.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { hostOf } from '../../platform/fetch-file.ts';
import { decodeImage, type DecodedImage, type TakenImages } from './decode-image.ts';
import * as imageQueries from './images.queries.ts';

const endings = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

/**
 * Saves an uploaded picture; returns its address, which cannot be guessed, since anyone who knows it may read it (ADR
 * 9). Throws image_unreadable for anything but JPEG, PNG, WebP, and image_quota_used_up after 200 MB in 24 hours.
 */
export const uploadImage = async (context: Context, file: Buffer) => {
  const image = await decodeUpload(context, file, attachment);
  return { url: await inTransaction(context, (tx) => keepImage(tx, context, image)) };
};

const attachment = { field: 'attachment', kinds: ['JPEG', 'PNG', 'WebP'] } as const;

/** A decoded picture with the SHA-256 of the file that it was made from; null if that is unknown. */
export type KeepableImage = DecodedImage & { sourceDigest: Buffer | null };

/** Decodes an uploaded file without saving it. Throws image_unreadable, image_quota_used_up. */
export const decodeUpload = async (
  context: Context,
  file: Buffer,
  taken: TakenImages,
): Promise<KeepableImage> => {
  await refuseMoreThanADay(context.db, context);
  const sourceDigest = createHash('sha256').update(file).digest();
  return { ...(await decodeImage(file, taken)), sourceDigest };
};

/** Saves a picture; returns its address. The audit trail names the host of a copy. Throws image_quota_used_up. */
export const keepImage = async (
  tx: Db,
  context: Context,
  { content, mediaType, width, height, sourceDigest }: KeepableImage,
  copiedFrom?: string,
): Promise<string> => {
  const id = randomUUID();
  await imageQueries.lockImagesOf(tx, context.actor.id);
  await refuseMoreThanADay(tx, context, content.length);
  await imageQueries.insertImage(tx, {
    id,
    content,
    mediaType,
    width,
    height,
    bytes: content.length,
    sourceDigest,
    createdBy: context.actor.id,
    created: context.clock.now(),
  });
  await recordAudit(tx, context, {
    action: 'image.uploaded',
    entity: 'image',
    entityId: id,
    after: {
      media_type: mediaType,
      width,
      height,
      bytes: content.length,
      ...(copiedFrom !== undefined && { copied_from: hostOf(copiedFrom) }),
    },
  });
  return `${imagePath}${id}.${endings[mediaType]}`;
};

/** Returns the id of a picture from its address; undefined for any other address. */
const idOf = (address: string) =>
  /^\/api\/image\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:jpg|png)$/.exec(address)?.[1];

/** The addresses of saved pictures, by their ids. */
const idsOf = (addresses: readonly string[]) => {
  const ids = new Map(addresses.map((address) => [idOf(address) ?? '', address]));
  ids.delete('');
  return ids;
};

/** Returns the sizes of saved pictures, by address. */
export const sizesByAddress = async (db: Db, addresses: readonly string[]) => {
  const ids = idsOf(addresses);
  const rows = ids.size === 0 ? [] : await imageQueries.listSizes(db, [...ids.keys()]);
  return new Map(rows.map(({ id, ...size }) => [ids.get(id) ?? '', size]));
};

/** Returns the digests (SHA-256, hex) of saved pictures and of their source files, by address. */
export const digestsByAddress = async (db: Db, addresses: readonly string[]) => {
  const ids = idsOf(addresses);
  const rows = ids.size === 0 ? [] : await imageQueries.listDigests(db, [...ids.keys()]);
  return new Map(rows.map((row) => [ids.get(row.id) ?? '', digestsIn(row)]));
};

/** Returns the ids of saved pictures by the digests of their bytes and of their source files. */
export const findByDigest = async (db: Db, digests: readonly string[]) => {
  const rows = digests.length === 0 ? [] : await imageQueries.listByDigest(db, digests);
  return new Map(rows.flatMap((row) => digestsIn(row).map((digest) => [digest, row.id] as const)));
};

const digestsIn = ({ content, source }: { content: string; source: string | null }) =>
  source === null ? [content] : [content, source];

/** Returns a saved picture so that a copy can be saved under its own address. Throws not_found. */
export const imageToCopy = async (db: Db, id: string): Promise<KeepableImage> => {
  const image = await imageQueries.findImage(db, id);
  if (!image) throw notFound();
  return image;
};

/** Returns the bytes of saved pictures in base64, by address. */
export const readBase64 = async (db: Db, addresses: readonly string[]) => {
  const pictures = new Map<string, string>();
  for (const address of addresses) {
    const image = await imageQueries.findImage(db, idOf(address) ?? '');
    if (image) pictures.set(address, image.content.toString('base64'));
  }
  return pictures;
};

const day = 24 * 60 * 60_000;

/** Returns whether the account may save this number of bytes today. */
export const hasBytesLeft = async (
  db: Db,
  { actor, clock }: Pick<Context, 'actor' | 'clock'>,
  bytes: number,
): Promise<boolean> => {
  const since = new Date(clock.now().getTime() - day);
  return (await imageQueries.sumBytesSince(db, actor.id, since)) + bytes <= imageBytesADay;
};

const refuseMoreThanADay = async (db: Db, context: Context, more = 0) => {
  if (!(await hasBytesLeft(db, context, more)))
    throw refusal('image_quota_used_up', { retryAfterSeconds: 3600 });
};

const week = 7 * day;

/** Removes unreferenced images older than 7 days: never saved, or replaced since (decisions: Users and credit). */
export const removeUnusedImages = (
  context: Pick<Context, 'db' | 'clock'>,
  places: readonly PgColumn[],
) =>
  inTransaction(context, async (tx) => {
    const before = new Date(context.clock.now().getTime() - week);
    const removed = await imageQueries.deleteUnused(tx, before, places);
    if (removed.length > 0)
      await recordAudit(
        tx,
        { ...context, actor: { id: null, name: 'Staffroom' }, address: 'worker', requestId: '' },
        ...removed.map(({ id, ...image }) => ({
          action: 'image.removed',
          entity: 'image',
          entityId: id,
          before: image,
        })),
      );
  });

/** Returns the picture for a file name that `uploadImage` gave; undefined for any other name. */
export const readImage = async (db: Db, fileName: string) => {
  const [, id, ending] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(jpg|png)$/.exec(fileName) ?? [];
  const image = id === undefined ? undefined : await imageQueries.findImage(db, id);
  return image && endings[image.mediaType] === ending ? image : undefined;
};
