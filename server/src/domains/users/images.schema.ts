import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from '../../platform/platform.schema.ts';

/** Uploaded pictures; their bytes are what the server wrote, never what came in. */
export const uploadedImages = pgTable('uploaded_images', {
  id: uuid().primaryKey(),
  content: bytea().notNull(),
  mediaType: text().$type<'image/jpeg' | 'image/png'>().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  createdBy: uuid().notNull(),
  created: instant().notNull(),
});
