import { and, count, eq, ne } from 'drizzle-orm';
import type { Homework } from 'staffroom-contract/domains/homework/homework.contract.ts';
import type { changeLessonHomework as changeOperation } from 'staffroom-contract/domains/homework/lesson-files.contract.ts';
import { homeworkName } from 'staffroom-contract/domains/homework/material-names.rules.ts';
import type { BodyOf, ParamsOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import { notFound, refusal } from '../../../platform/errors.ts';
import { inTransactionOnce } from '../../../platform/idempotency.ts';
import { lessonScope } from '../../lessons/lessons.policy.ts';
import * as lessonQueries from '../../lessons/lessons.queries.ts';
import { homework, submissions } from '../homework.schema.ts';
import { getHomework } from '../homework.service.ts';
import { keepMaterial } from './attach-file.ts';
import { findLastFileSave } from './last-file-save.ts';
import { requireLibraryFile } from './library-files.ts';
import { leftOutFiles, materials } from './materials.schema.ts';

type Body = BodyOf<typeof changeOperation>;
type Row = typeof homework.$inferSelect;

/**
 * Changes the dates or the file of a lesson's homework, removes it or puts it back; submissions stay. Throws not_found,
 * stale, invalid_value, duplicate, library_unavailable.
 */
export const changeHomework = async (
  context: Context,
  { id: lessonId, homework: homeworkId }: ParamsOf<typeof changeOperation>,
  { file: key, version, ...body }: Body,
): Promise<{ data: Homework }> => {
  // Read before any lock, because the library may be slow.
  const file = key === undefined ? undefined : await requireLibraryFile(context, key);
  return inTransactionOnce(context, async (tx) => {
    const inside = { ...context, db: tx };
    const row = await lockHomework(tx, context, { lessonId, homeworkId });
    if (version !== undefined && version !== row.version)
      throw refusal('stale', {
        current: (await getHomework(inside, homeworkId)).data,
        saved: await findLastFileSave(tx, lessonId, 'homework', row.name),
      });
    const now = context.clock.now();
    const materialId = file ? await keepMaterial(tx, file, now) : row.materialId;
    if (materialId !== row.materialId) await refuseSecond(tx, row, materialId);
    const dates = readDates(row, body);
    const isRemoved = body.removed ?? row.removedAt !== null;
    const change = {
      ...dates,
      materialId,
      ...(file && materialId !== row.materialId && { name: homeworkName(file.name) }),
      ...(isRemoved !== (row.removedAt !== null) && {
        removedAt: isRemoved ? now : null,
        removedBy: isRemoved ? context.actor.id : null,
      }),
    };
    const steps = await stepsOf(tx, row, { ...row, ...change });
    if (steps.length === 0) return getHomework(inside, homeworkId);
    await tx
      .update(homework)
      .set({ ...change, updated: now, version: row.version + 1 })
      .where(eq(homework.id, row.id));
    if (materialId !== row.materialId)
      await leaveOut(tx, context, { lessonId, use: 'homework', from: row.materialId, materialId });
    await recordAudit(
      tx,
      context,
      ...steps.map(({ action, before, after }) => ({
        action: `lesson.${action}`,
        entity: 'lesson',
        entityId: lessonId,
        before,
        after,
      })),
    );
    return getHomework(inside, homeworkId);
  });
};

const lockHomework = async (
  tx: Db,
  { actor }: Context,
  { lessonId, homeworkId }: { lessonId: string; homeworkId: string },
): Promise<Row> => {
  if (!(await lessonQueries.findById(tx, lessonId, lessonScope(actor)))) throw notFound('id');
  const [row] = await tx
    .select()
    .from(homework)
    .where(and(eq(homework.id, homeworkId), eq(homework.lessonId, lessonId)))
    .for('update');
  if (!row) throw notFound('homework');
  return row;
};

/** Throws duplicate if another homework of the lesson has the file. */
const refuseSecond = async (tx: Db, row: Row, materialId: string | null) => {
  if (materialId === null) return;
  const [other] = await tx
    .select({ id: homework.id })
    .from(homework)
    .where(
      and(
        eq(homework.lessonId, row.lessonId),
        eq(homework.materialId, materialId),
        ne(homework.id, row.id),
      ),
    );
  if (other)
    throw refusal('duplicate', {
      field: 'file',
      message: 'This lesson has homework with this file already.',
    });
};

/** Returns the dates after the change. Throws invalid_value if they are not in order. */
const readDates = (row: Row, body: Pick<Body, 'due_on' | 'return_on'>) => {
  const dueAt = body.due_on === undefined ? row.dueAt : new Date(body.due_on);
  const returnAt = body.return_on === undefined ? row.returnAt : new Date(body.return_on);
  if (dueAt < row.releasedAt)
    throw refusal('invalid_value', {
      field: 'due_on',
      message: 'Homework cannot be due before it is released.',
    });
  if (returnAt < dueAt)
    throw refusal('invalid_value', {
      field: body.due_on === undefined ? 'return_on' : 'due_on',
      message: 'Homework cannot be due after it is returned. Change the return date too.',
    });
  return { dueAt, returnAt };
};

type Step = { action: string; before: object; after: object };

/** Returns the steps for the history of the lesson; none if nothing changed. */
const stepsOf = async (tx: Db, before: Row, after: Row): Promise<Step[]> => {
  const steps: Step[] = [];
  const [from, to] = [await recordOf(tx, before), await recordOf(tx, after)];
  const changed = (['due_on', 'return_on', 'material'] as const).filter(
    (field) => from[field] !== to[field],
  );
  // Two files of the library may have one name.
  if (changed.length > 0 || before.materialId !== after.materialId)
    steps.push({
      action: 'homeworkChanged',
      before: {
        ...(before.name !== after.name && { homework: before.name }),
        ...Object.fromEntries(changed.map((field) => [field, from[field]])),
      },
      // A timeline leaves out equal values, so `after` names the homework.
      after: {
        homework: after.name,
        ...Object.fromEntries(changed.map((field) => [field, to[field]])),
      },
    });
  if ((before.removedAt === null) !== (after.removedAt === null)) {
    steps.push(
      after.removedAt === null
        ? { action: 'homeworkPutBack', before: {}, after: { homework: after.name } }
        : {
            action: 'homeworkRemoved',
            before: { homework: after.name },
            after: { submissions: await countHandedIn(tx, before.id) },
          },
    );
  }
  return steps;
};

const recordOf = async (tx: Db, row: Row) => ({
  due_on: row.dueAt.toISOString(),
  return_on: row.returnAt.toISOString(),
  material: row.materialId === null ? null : await nameOf(tx, row.materialId),
});

const nameOf = async (tx: Db, materialId: string) =>
  (await tx.select({ name: materials.name }).from(materials).where(eq(materials.id, materialId)))[0]
    ?.name ?? null;

const countHandedIn = async (tx: Db, homeworkId: string) =>
  (
    await tx
      .select({ count: count() })
      .from(submissions)
      .where(eq(submissions.homeworkId, homeworkId))
  )[0]?.count ?? 0;

type LeftOut = {
  lessonId: string;
  use: 'material' | 'homework';
  /** The replaced or removed file, or null. */
  from: string | null;
  /** The new file, or null. */
  materialId: string | null;
};

/** Later uploads skip the file `from`, and no longer skip the new file. */
export const leaveOut = async (
  tx: Db,
  context: Context,
  { lessonId, use, from, materialId }: LeftOut,
) => {
  if (from !== null)
    await tx
      .insert(leftOutFiles)
      .values({
        lessonId,
        materialId: from,
        use,
        removedAt: context.clock.now(),
        removedBy: context.actor.id,
      })
      .onConflictDoNothing();
  if (materialId !== null)
    await tx
      .delete(leftOutFiles)
      .where(
        and(
          eq(leftOutFiles.lessonId, lessonId),
          eq(leftOutFiles.materialId, materialId),
          eq(leftOutFiles.use, use),
        ),
      );
};
