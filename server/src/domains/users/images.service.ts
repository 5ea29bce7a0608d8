import { randomUUID } from 'node:crypto';
import { imagePath } from '@staffroom/contract/shared/rich-text.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { decodeImage } from './decode-image.ts';
import * as imageQueries from './images.queries.ts';

const endings = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

/**
 * Keeps the picture of an uploaded file and answers where everybody may read it, who knows its address: e-mails show
 * it too, so the id is one that nobody can guess (ADR 9). Throws image_unreadable for what is no JPEG, PNG or WebP.
 */
export const uploadImage = async (context: Context, file: Buffer) => {
  const { content, mediaType, width, height } = await decodeImage(file);
  const id = randomUUID();
  await inTransaction(context, async (tx) => {
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
  });
  return { url: `${imagePath}${id}.${endings[mediaType]}` };
};

/** The picture behind a file name as `uploadImage` gave it; undefined for any other name. */
export const readImage = async (db: Db, fileName: string) => {
  const [, id, ending] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(jpg|png)$/.exec(fileName) ?? [];
  const image = id === undefined ? undefined : await imageQueries.findImage(db, id);
  return image && endings[image.mediaType] === ending ? image : undefined;
};
