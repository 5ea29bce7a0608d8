import { and, eq, isNotNull } from 'drizzle-orm';
import type { changeLessonMaterial as changeOperation } from 'staffroom-contract/domains/homework/lesson-files.contract.ts';
import type { LessonMaterial } from 'staffroom-contract/domains/homework/materials.contract.ts';
import type { BodyOf, ParamsOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import { notFound, refusal } from '../../../platform/errors.ts';
import { inTransactionOnce } from '../../../platform/idempotency.ts';
import { keepMaterial } from './attach-file.ts';
import { leaveOut } from './change-homework.ts';
import { findLastFileSave } from './last-file-save.ts';
import { findOfLesson, requireLesson } from './lesson-materials.ts';
import type { LibraryFile } from './library.ts';
import { requireLibraryFile } from './library-files.ts';
import { lessonMaterials } from './materials.schema.ts';

/** Replaces, removes or restores a file. Throws not_found, stale, invalid_value, duplicate, library_unavailable. */
export const changeMaterial = async (
  context: Context,
  { id: lessonId, material: materialId }: ParamsOf<typeof changeOperation>,
  { file: key, removed, version }: BodyOf<typeof changeOperation>,
): Promise<{ data: LessonMaterial }> => {
  // Read before any lock, because the library may be slow.
  const file = key === undefined ? undefined : await requireLibraryFile(context, key);
  return inTransactionOnce(context, async (tx) => {
    const place = { lessonId, materialId };
    const before = await lockPlace(tx, context, place);
    if (version !== undefined && version !== before.version)
      throw refusal('stale', {
        current: before,
        saved: await findLastFileSave(tx, lessonId, 'material', before.name),
      });
    if (file) return { data: await replace(tx, context, { place, before, file }) };
    if (removed === undefined || removed === (before.removed !== null)) return { data: before };
    return { data: await setRemoved(tx, context, { place, before, removed }) };
  });
};

type Place = { lessonId: string; materialId: string };

const isPlace = ({ lessonId, materialId }: Place) =>
  and(eq(lessonMaterials.lessonId, lessonId), eq(lessonMaterials.materialId, materialId));

const lockPlace = async (tx: Db, context: Context, place: Place) => {
  await requireLesson({ ...context, db: tx }, place.lessonId);
  await tx.select().from(lessonMaterials).where(isPlace(place)).for('update');
  return requireShown(tx, place);
};

type Act = { place: Place; before: LessonMaterial };

const setRemoved = async (
  tx: Db,
  context: Context,
  { place, before, removed }: Act & { removed: boolean },
) => {
  await tx
    .update(lessonMaterials)
    .set({
      version: before.version + 1,
      removedAt: removed ? context.clock.now() : null,
      removedBy: removed ? context.actor.id : null,
    })
    .where(isPlace(place));
  await recordAudit(tx, context, {
    action: removed ? 'lesson.materialRemoved' : 'lesson.materialPutBack',
    entity: 'lesson',
    entityId: place.lessonId,
    ...(removed ? { before: { material: before.name } } : { after: { material: before.name } }),
  });
  return requireShown(tx, place);
};

const replace = async (
  tx: Db,
  context: Context,
  { place, before, file }: Act & { file: LibraryFile },
) => {
  if (before.removed)
    throw refusal('invalid_value', {
      field: 'file',
      message: `“${before.name}” was removed from this lesson. Put it back first.`,
    });
  const { lessonId } = place;
  const now = context.clock.now();
  const materialId = await keepMaterial(tx, file, now);
  const attached = { attachedAt: now, attachedBy: context.actor.id };
  // Reuses the row of a file that was removed from this lesson before.
  const placed = await tx
    .insert(lessonMaterials)
    .values({ lessonId, materialId, ...attached })
    .onConflictDoUpdate({
      target: [lessonMaterials.lessonId, lessonMaterials.materialId],
      set: { ...attached, removedAt: null, removedBy: null },
      setWhere: isNotNull(lessonMaterials.removedAt),
    })
    .returning({ id: lessonMaterials.materialId });
  if (placed.length === 0)
    throw refusal('duplicate', { field: 'file', message: 'This lesson has this file already.' });
  await tx.delete(lessonMaterials).where(isPlace(place));
  await leaveOut(tx, context, { lessonId, use: 'material', from: place.materialId, materialId });
  await recordAudit(tx, context, {
    action: 'lesson.materialReplaced',
    entity: 'lesson',
    entityId: lessonId,
    before: { material: before.name },
    after: { material: file.name },
  });
  return requireShown(tx, { lessonId, materialId });
};

const requireShown = async (tx: Db, { lessonId, materialId }: Place) => {
  const [shown] = await findOfLesson(tx, lessonId, [materialId]);
  if (!shown) throw notFound('material');
  return shown;
};
