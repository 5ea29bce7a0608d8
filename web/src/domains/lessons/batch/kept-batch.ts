import { batchSchema, type Batch } from './batch-rows.ts';

const placeOf = (userId: string, classId: string) => `batch-lessons ${userId} ${classId}`;

/**
 * The lessons that are still to be added to a class, kept in this tab with their keys until the server has
 * them: closing the dialog, loading the page again or a lost connection never adds a lesson twice
 * (decisions: Classes, lessons, rosters).
 */
export const keptBatch = (userId: string, classId: string) => {
  const place = placeOf(userId, classId);
  return {
    read: (): Batch | null => parse(sessionStorage.getItem(place)),
    write: (batch: Batch) => sessionStorage.setItem(place, JSON.stringify(batch)),
    clear: () => sessionStorage.removeItem(place),
  };
};

const parse = (text: string | null): Batch | null => {
  if (text === null) return null;
  try {
    return batchSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};
