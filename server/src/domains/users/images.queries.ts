import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { imagePath } from '@staffroom/contract/shared/rich-text.ts';
import type { Db } from '../../platform/database.ts';
import { uploadedImages } from './images.schema.ts';

export const insertImage = (db: Db, image: typeof uploadedImages.$inferInsert) =>
  db.insert(uploadedImages).values(image);

/** An image's bytes and kind; undefined where there is none. */
export const findImage = async (db: Db, id: string) => {
  const [image] = await db
    .select({ content: uploadedImages.content, mediaType: uploadedImages.mediaType })
    .from(uploadedImages)
    .where(eq(uploadedImages.id, id));
  return image;
};

/** Takes an account's uploads one after another until the transaction ends. */
export const lockImagesOf = (tx: Db, accountId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`images:${accountId}`}, 0))`);

/** How many bytes of images of an account were kept since then. */
export const sumBytesSince = async (db: Db, accountId: string, since: Date) => {
  const [sum] = await db
    .select({ bytes: sql<number>`coalesce(sum(${uploadedImages.bytes}), 0)::int` })
    .from(uploadedImages)
    .where(and(eq(uploadedImages.createdBy, accountId), gt(uploadedImages.created, since)));
  return sum?.bytes ?? 0;
};

/** Deletes the images of before then whose address stands in none of these columns; answers what they were. */
export const deleteUnused = (db: Db, before: Date, places: readonly PgColumn[]) => {
  const address = `${imagePath}([0-9a-f-]{36})`;
  const named = places.map(
    (column) =>
      sql`select (regexp_matches(${column}, ${address}, 'g'))[1] from ${column.table} where ${column} like ${`%${imagePath}%`}`,
  );
  return db
    .delete(uploadedImages)
    .where(
      and(
        lt(uploadedImages.created, before),
        sql`${uploadedImages.id}::text not in (${sql.join(named, sql` union all `)})`,
      ),
    )
    .returning({
      id: uploadedImages.id,
      media_type: uploadedImages.mediaType,
      bytes: uploadedImages.bytes,
      created_by: uploadedImages.createdBy,
    });
};
