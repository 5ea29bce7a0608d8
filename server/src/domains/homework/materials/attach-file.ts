import { homeworkDates } from 'staffroom-contract/domains/homework/homework.rules.ts';
import { type MaterialFolder } from 'staffroom-contract/domains/homework/material-folders.ts';
import { homeworkName } from 'staffroom-contract/domains/homework/material-names.rules.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction, type Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { homework } from '../homework.schema.ts';
import type { LibraryFile } from './library.ts';
import * as runQueries from './material-runs.queries.ts';
import { lessonMaterials, materials } from './materials.schema.ts';
import { planFiles, type PlannedFile } from './plan-upload.ts';

export type RunOfJob = { runId: string; jobId: string };

/**
 * Attaches one file to its lessons, creates its homework and adds it to the report in one transaction, so that a crash
 * loses or duplicates nothing. Returns false if the run was stopped or belongs to another job.
 */
export const attachFile = (
  context: Context,
  { runId, jobId }: RunOfJob,
  found: LibraryFile<MaterialFolder>,
): Promise<boolean> =>
  inTransaction(context, async (tx) => {
    const file = storable(found);
    const run = await runQueries.lockById(tx, runId);
    if (run?.state !== 'running' || run.jobId !== jobId) return false;
    if (await runQueries.hasFile(tx, runId, file.key)) return true;
    const [planned] = await planFiles(tx, [file], context.clock.now());
    if (!planned) return true;
    const { attached, homework: given } = await attach(tx, context, planned);
    const { key, folder, name, size } = file;
    await runQueries.insertFile(tx, {
      runId,
      key,
      folder,
      name,
      size,
      outcome: planned.outcome,
      reason: planned.reason,
      attached: attached.length,
      homework: given.length,
      lessonIds: [
        ...new Set([...attached.map(({ id }) => id), ...given.map(({ lessonId }) => lessonId)]),
      ],
    });
    await runQueries.update(tx, runId, { updated: context.clock.now() });
    return true;
  });

/** Unique keys keep files and homework that are on the lessons already, also from concurrent uploads. */
const attach = async (tx: Db, context: Context, { file, lessons, outcome }: PlannedFile) => {
  if (outcome !== 'attached') return { attached: [], homework: [] };
  const now = context.clock.now();
  const materialId = await keepMaterial(tx, file, now);
  const without = lessons.filter((lesson) => !lesson.isAttached);
  const attached =
    without.length === 0
      ? []
      : await tx
          .insert(lessonMaterials)
          .values(
            without.map(({ id }) => ({
              lessonId: id,
              materialId,
              attachedAt: now,
              attachedBy: context.actor.id,
            })),
          )
          .onConflictDoNothing()
          .returning({ id: lessonMaterials.lessonId });
  const wanted = lessons.filter((lesson) => lesson.needsHomework);
  const given =
    wanted.length === 0
      ? []
      : await tx
          .insert(homework)
          .values(
            wanted.map((lesson) => ({
              id: newId(now),
              lessonId: lesson.id,
              name: homeworkName(file.name),
              materialId,
              ...homeworkDates(lesson.scheduledAt, context.settings.businessTimeZone),
              created: now,
              updated: now,
            })),
          )
          .onConflictDoNothing()
          .returning();
  const changed = [
    ...attached.map(({ id }) => ({ id, step: 'materialAttached' })),
    ...given.map(({ lessonId: id }) => ({ id, step: 'homeworkCreated' })),
  ];
  if (changed.length > 0)
    await recordAudit(
      tx,
      context,
      ...changed.map(({ id, step }) => ({
        action: `lesson.${step}`,
        entity: 'lesson',
        entityId: id,
        after: { material: file.name },
      })),
    );
  return { attached, homework: given };
};

/** Inserts the file or updates its size; returns the id of the material. */
export const keepMaterial = async (tx: Db, file: LibraryFile, now: Date): Promise<string> => {
  const { key, folder, name, size } = file;
  const [kept] = await tx
    .insert(materials)
    .values({ id: newId(now), key, folder, name, size, created: now })
    .onConflictDoUpdate({ target: materials.key, set: { size } })
    .returning({ id: materials.id });
  if (!kept) throw new Error('The upsert of a material returned no row.');
  return kept.id;
};

/** Replaces characters that PostgreSQL cannot store; such a file is only reported. */
const storable = (file: LibraryFile<MaterialFolder>): LibraryFile<MaterialFolder> => ({
  ...file,
  key: file.key.replaceAll('\u0000', '\uFFFD').toWellFormed(),
  name: file.name.replaceAll('\u0000', '\uFFFD').toWellFormed(),
});
