import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database.ts';
import { anyOfList } from '../../../platform/sql-conditions.ts';
import { users } from '../../identity/users.schema.ts';
import { materialRunFiles, materialRuns } from './materials.schema.ts';

export type RunRecord = typeof materialRuns.$inferSelect;

/** Writes a new run; undefined where another is running. A twin of the same moment waits for the first. */
export const insertRunning = async (db: Db, run: typeof materialRuns.$inferInsert) =>
  (await db.insert(materialRuns).values(run).onConflictDoNothing().returning())[0];

export const findRunning = async (db: Db): Promise<RunRecord | undefined> =>
  (await db.select().from(materialRuns).where(eq(materialRuns.state, 'running')))[0];

export const findById = async (db: Db, id: string): Promise<RunRecord | undefined> =>
  (await db.select().from(materialRuns).where(eq(materialRuns.id, id)))[0];

/** Locks a run, so that its files are dealt with, and it is stopped and ended, one at a time. */
export const lockById = async (db: Db, id: string): Promise<RunRecord | undefined> =>
  (await db.select().from(materialRuns).where(eq(materialRuns.id, id)).for('no key update'))[0];

export const update = async (
  db: Db,
  id: string,
  changes: Partial<typeof materialRuns.$inferInsert>,
): Promise<RunRecord> => {
  const [record] = await db
    .update(materialRuns)
    .set(changes)
    .where(eq(materialRuns.id, id))
    .returning();
  if (!record) throw new Error('An updated run was not returned.');
  return record;
};

/** Runs with who started them, latest first. */
export const selectRuns = (db: Db, ids: string[]) =>
  db
    .select({ run: materialRuns, startedByName: users.name })
    .from(materialRuns)
    .innerJoin(users, eq(users.id, materialRuns.startedBy))
    .where(anyOfList(materialRuns.id, ids, 'uuid'))
    .orderBy(desc(materialRuns.created));

export const insertFile = (db: Db, file: typeof materialRunFiles.$inferInsert) =>
  db.insert(materialRunFiles).values(file);

/** Has this run dealt with the file? */
export const hasFile = async (db: Db, runId: string, key: string) =>
  (await db.$count(
    materialRunFiles,
    and(eq(materialRunFiles.runId, runId), eq(materialRunFiles.key, key)),
  )) > 0;

/** Where the files stand that a run has dealt with. */
export const listKeys = async (db: Db, runId: string) =>
  new Set(
    (
      await db
        .select({ key: materialRunFiles.key })
        .from(materialRunFiles)
        .where(eq(materialRunFiles.runId, runId))
    ).map((row) => row.key),
  );

/** What each of these runs has done, by outcome. */
export const countFiles = (db: Db, runIds: string[]) =>
  db
    .select({
      runId: materialRunFiles.runId,
      outcome: materialRunFiles.outcome,
      files: sql<number>`count(*)::int`,
      attached: sql<number>`sum(${materialRunFiles.attached})::int`,
      homework: sql<number>`sum(${materialRunFiles.homework})::int`,
    })
    .from(materialRunFiles)
    .where(anyOfList(materialRunFiles.runId, runIds, 'uuid'))
    .groupBy(materialRunFiles.runId, materialRunFiles.outcome);
