import type { FastifyInstance } from 'fastify';
import { uploadImage } from '@staffroom/contract/domains/users/images.contract.ts';
import { imagePath } from '@staffroom/contract/shared/rich-text.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { handleUpload } from '../../platform/uploads.ts';
import * as images from './images.service.ts';

export const imageRoutes = [
  handleUpload(uploadImage, (context, file) => images.uploadImage(context, file)),
];

/**
 * Uploaded pictures for everybody who has their address, without a session: an `<img>` carries none, and e-mails show
 * them. An address's picture never changes.
 */
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
