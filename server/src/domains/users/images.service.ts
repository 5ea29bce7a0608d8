import { randomUUID } from 'node:crypto';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { imageBytesADay } from '@staffroom/contract/domains/users/images.contract.ts';
import { imagePath } from '@staffroom/contract/shared/rich-text.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { decodeImage, type DecodedImage, type TakenImages } from './decode-image.ts';
import * as imageQueries from './images.queries.ts';

const endings = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

/**
 * Keeps the picture of an uploaded file and answers where everybody may read it, who knows its address: e-mails show
 * it too, so the id is one that nobody can guess (ADR 9). Throws image_unreadable for what is no JPEG, PNG or WebP,
 * image_quota_used_up once an account has uploaded 200 MB within 24 hours.
 */
export const uploadImage = async (context: Context, file: Buffer) => {
  const image = await decodeUpload(context, file, attachment);
  return { url: await inTransaction(context, (tx) => keepImage(tx, context, image)) };
};

const attachment = { field: 'attachment', kinds: ['JPEG', 'PNG', 'WebP'] } as const;

/** The picture of an uploaded file, before an act keeps it. Throws image_unreadable, image_quota_used_up. */
export const decodeUpload = async (context: Context, file: Buffer, taken: TakenImages) => {
  await refuseMoreThanADay(context.db, context);
  return decodeImage(file, taken);
};

/** Keeps a picture as a part of an act; answers its address. Throws image_quota_used_up. */
export const keepImage = async (
  tx: Db,
  context: Context,
  { content, mediaType, width, height }: DecodedImage,
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
    createdBy: context.actor.id,
    created: context.clock.now(),
  });
  await recordAudit(tx, context, {
    action: 'image.uploaded',
    entity: 'image',
    entityId: id,
    after: { media_type: mediaType, width, height, bytes: content.length },
  });
  return `${imagePath}${id}.${endings[mediaType]}`;
};

const day = 24 * 60 * 60_000;

const refuseMoreThanADay = async (db: Db, { actor, clock }: Context, more = 0) => {
  const since = new Date(clock.now().getTime() - day);
  const bytes = await imageQueries.sumBytesSince(db, actor.id, since);
  if (bytes + more > imageBytesADay)
    throw refusal('image_quota_used_up', { retryAfterSeconds: 3600 });
};

const week = 7 * day;

/**
 * Removes the images that are older than 7 days and that none of these columns names: forms that nobody saved, and
 * pictures that were replaced (decisions: Users and credit).
 */
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

/** The picture behind a file name as `uploadImage` gave it; undefined for any other name. */
export const readImage = async (db: Db, fileName: string) => {
  const [, id, ending] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(jpg|png)$/.exec(fileName) ?? [];
  const image = id === undefined ? undefined : await imageQueries.findImage(db, id);
  return image && endings[image.mediaType] === ending ? image : undefined;
};
