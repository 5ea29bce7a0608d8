import { and, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { imagePath } from 'staffroom-contract/shared/rich-text.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { uploadedImages } from './images.schema.ts';

export const insertImage = (db: Db, image: typeof uploadedImages.$inferInsert) =>
  db.insert(uploadedImages).values(image);

/** Returns an image's bytes and kind; undefined if it does not exist. */
export const findImage = async (db: Db, id: string) => {
  const [image] = await db
    .select({
      content: uploadedImages.content,
      mediaType: uploadedImages.mediaType,
      width: uploadedImages.width,
      height: uploadedImages.height,
      sourceDigest: uploadedImages.sourceDigest,
    })
    .from(uploadedImages)
    .where(eq(uploadedImages.id, id));
  return image;
};

/** SHA-256 digests of pictures in hex: of their bytes, and of the file that each was made from. */
const digests = {
  id: uploadedImages.id,
  content: sql<string>`encode(sha256(${uploadedImages.content}), 'hex')`,
  source: sql<string | null>`encode(${uploadedImages.sourceDigest}, 'hex')`,
};

export const listSizes = (db: Db, ids: readonly string[]) =>
  db
    .select({ id: uploadedImages.id, width: uploadedImages.width, height: uploadedImages.height })
    .from(uploadedImages)
    .where(anyOfList(uploadedImages.id, ids, 'uuid'));

export const listDigests = (db: Db, ids: readonly string[]) =>
  db
    .select(digests)
    .from(uploadedImages)
    .where(anyOfList(uploadedImages.id, ids, 'uuid'));

/** Returns the pictures whose bytes or source file have one of these digests, newest last. */
export const listByDigest = (db: Db, wanted: readonly string[]) => {
  const buffers = wanted.map((digest) => Buffer.from(digest, 'hex'));
  const bytes = sql`any(${sql.param(buffers)}::bytea[])`;
  return db
    .select(digests)
    .from(uploadedImages)
    .where(
      or(
        sql`sha256(${uploadedImages.content}) = ${bytes}`,
        sql`${uploadedImages.sourceDigest} = ${bytes}`,
      ),
    )
    .orderBy(uploadedImages.created);
};

/** Serializes an account's uploads until the transaction ends. */
export const lockImagesOf = (tx: Db, accountId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`images:${accountId}`}, 0))`);

/** Returns the number of image bytes that an account has saved since then. */
export const sumBytesSince = async (db: Db, accountId: string, since: Date) => {
  const [sum] = await db
    .select({ bytes: sql<number>`coalesce(sum(${uploadedImages.bytes}), 0)::int` })
    .from(uploadedImages)
    .where(and(eq(uploadedImages.createdBy, accountId), gt(uploadedImages.created, since)));
  return sum?.bytes ?? 0;
};

/** Deletes the images created before then whose address is not in these columns; returns what was deleted. */
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
