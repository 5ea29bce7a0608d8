import type { FastifyInstance } from 'fastify';
import { copyImage, uploadImage } from 'staffroom-contract/domains/users/images.contract.ts';
import { imagePath } from 'staffroom-contract/shared/rich-text.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/handle.ts';
import { handleUpload } from '../../platform/uploads.ts';
import { copyImage as keepCopy, type CopyPicture } from './copy-picture.ts';
import * as images from './images.service.ts';

export const imageRoutes = [
  handleUpload(uploadImage, (context, file) => images.uploadImage(context, file)),
];

export const imageCopyRoutes = (copyPicture: CopyPicture): Route[] => [
  handle(copyImage, (context, { body }) => keepCopy(context, copyPicture, body.address)),
];

/** Serves uploaded pictures without a session, since `<img>` sends none and e-mails show them; they never change. */
export const registerImages = (app: FastifyInstance, { db }: Database) =>
  app.get<{ Params: { file: string } }>(
    `${imagePath}:file`,
    { schema: { hide: true } },
    async (request, reply) => {
      const image = await images.readImage(db, request.params.file);
      if (!image) throw notFound();
      return reply
        .type(image.mediaType)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(image.content);
    },
  );
