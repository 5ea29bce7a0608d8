import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from '../../platform/platform.schema.ts';

/** Uploaded pictures; the bytes are what the server encoded, never the uploaded file. */
export const uploadedImages = pgTable('uploaded_images', {
  id: uuid().primaryKey(),
  content: bytea().notNull(),
  mediaType: text().$type<'image/jpeg' | 'image/png'>().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  /** SHA-256 of the uploaded file. */
  sourceDigest: bytea(),
  createdBy: uuid().notNull(),
  created: instant().notNull(),
});
