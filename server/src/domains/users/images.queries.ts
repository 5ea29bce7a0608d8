import { eq } from 'drizzle-orm';
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
