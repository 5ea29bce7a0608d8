import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../platform/database.ts';
import { anyOfList } from '../../../platform/sql-conditions.ts';
import { users } from '../../identity/users.schema.ts';
import { materialRunFiles, materialRuns } from './materials.schema.ts';

export type RunRecord = typeof materialRuns.$inferSelect;

/** Inserts a new run; undefined if another is running. A concurrent insert waits for the first. */
export const insertRunning = async (db: Db, run: typeof materialRuns.$inferInsert) =>
  (await db.insert(materialRuns).values(run).onConflictDoNothing().returning())[0];

export const findRunning = async (db: Db): Promise<RunRecord | undefined> =>
  (await db.select().from(materialRuns).where(eq(materialRuns.state, 'running')))[0];

export const findById = async (db: Db, id: string): Promise<RunRecord | undefined> =>
  (await db.select().from(materialRuns).where(eq(materialRuns.id, id)))[0];

/** Locks a run, which serializes its files, its stop and its end. */
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

/** Selects runs with the users who started them, latest first. */
export const selectRuns = (db: Db, ids: string[]) =>
  db
    .select({ run: materialRuns, startedByName: users.name })
    .from(materialRuns)
    .innerJoin(users, eq(users.id, materialRuns.startedBy))
    .where(anyOfList(materialRuns.id, ids, 'uuid'))
    .orderBy(desc(materialRuns.created));

export const insertFile = (db: Db, file: typeof materialRunFiles.$inferInsert) =>
  db.insert(materialRunFiles).values(file);

/** Returns whether this run has processed the file. */
export const hasFile = async (db: Db, runId: string, key: string) =>
  (await db.$count(
    materialRunFiles,
    and(eq(materialRunFiles.runId, runId), eq(materialRunFiles.key, key)),
  )) > 0;

/** Returns the keys of the files that a run has processed. */
export const listKeys = async (db: Db, runId: string) =>
  new Set(
    (
      await db
        .select({ key: materialRunFiles.key })
        .from(materialRunFiles)
        .where(eq(materialRunFiles.runId, runId))
    ).map((row) => row.key),
  );

/** Returns the totals of each of these runs, by outcome. */
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

/** Sort key: an aggregate over the files of a run. */
export const sumOfRun = (figure: SQL): SQL => sql`coalesce((
  select (${figure})::int from material_run_files file
  where file.run_id = ${sql.raw('material_runs.id')}), 0)`;

/** Counts the distinct lessons that each run changed; null for runs from before this was stored. */
export const countLessons = async (
  db: Db,
  runIds: string[],
): Promise<Map<string, number | null>> => {
  const { rows } = await db.execute<{ run: string; lessons: number | null }>(sql`
    select file.run_id as run,
      case when bool_and(file.lesson_ids is not null)
        then (count(distinct lesson.id))::int end as lessons
    from material_run_files file
    left join lateral unnest(file.lesson_ids) as lesson (id) on true
    where ${anyOfList(sql.raw('file.run_id'), runIds, 'uuid')}
    group by 1`);
  return new Map(rows.map((row) => [row.run, row.lessons]));
};
