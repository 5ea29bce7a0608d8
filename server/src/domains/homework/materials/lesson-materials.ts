import { and, eq, inArray, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { folderLabel } from 'staffroom-contract/domains/homework/material-folders.ts';
import type {
  LessonMaterial,
  listLessonMaterials,
} from 'staffroom-contract/domains/homework/materials.contract.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../../platform/context.ts';
import type { CsvColumn } from '../../../platform/csv.ts';
import type { Db } from '../../../platform/database.ts';
import { notFound, refusal } from '../../../platform/errors.ts';
import type { FileAnswer } from '../../../platform/files.ts';
import { defineListQuery } from '../../../platform/list-query.ts';
import { anyOfList } from '../../../platform/sql-conditions.ts';
import { users } from '../../identity/users.schema.ts';
import { lessonScope } from '../../lessons/lessons.policy.ts';
import * as lessonQueries from '../../lessons/lessons.queries.ts';
import { materialScope } from '../homework.policy.ts';
import { LibraryError } from './library.ts';
import { lessonMaterials, materials } from './materials.schema.ts';
import { openLibrary } from './open-library.ts';

type Query = QueryOf<typeof listLessonMaterials>;

/** The files of a lesson. Throws not_found, also for lessons out of the actor's scope. */
export const materialsOfLesson = async (context: Context, lessonId: string) => {
  await requireLesson(context, lessonId);
  return listOf(lessonId);
};

/** Throws not_found for a lesson that does not exist or is out of the actor's scope. */
export const requireLesson = async ({ db, actor }: Context, lessonId: string) => {
  if (!(await lessonQueries.findById(db, lessonId, lessonScope(actor)))) throw notFound('id');
};

const listOf = (lessonId: string) =>
  defineListQuery<Query, LessonMaterial>({
    from: materials,
    sort: { name: materials.name, size: materials.size },
    where: ({ with_removed: withRemoved }, { db }) =>
      inArray(
        materials.id,
        db
          .select({ id: lessonMaterials.materialId })
          .from(lessonMaterials)
          .where(
            and(
              eq(lessonMaterials.lessonId, lessonId),
              withRemoved ? undefined : isNull(lessonMaterials.removedAt),
            ),
          ),
      ),
    cards: (db, ids) => findOfLesson(db, lessonId, ids),
    csv: ['materials.csv', columns],
  });

const removers = alias(users, 'removers');

/** Returns those of these files that are on a lesson or were removed from it. */
export const findOfLesson = async (
  db: Db,
  lessonId: string,
  ids: string[],
): Promise<LessonMaterial[]> => {
  const rows = await db
    .select({
      material: materials,
      placed: lessonMaterials,
      by: users.name,
      remover: removers.name,
    })
    .from(lessonMaterials)
    .innerJoin(materials, eq(materials.id, lessonMaterials.materialId))
    .innerJoin(users, eq(users.id, lessonMaterials.attachedBy))
    .leftJoin(removers, eq(removers.id, lessonMaterials.removedBy))
    .where(and(eq(lessonMaterials.lessonId, lessonId), anyOfList(materials.id, ids, 'uuid')));
  return rows.map(({ material, placed, by, remover }) => ({
    _id: material.id,
    name: material.name,
    folder: material.folder,
    size: material.size,
    attached_on: placed.attachedAt.toISOString(),
    attached_by: by,
    removed: placed.removedAt && { by: remover ?? '', at: placed.removedAt.toISOString() },
    version: placed.version,
  }));
};

const columns: CsvColumn<LessonMaterial>[] = [
  { header: 'name', value: ({ name }) => name },
  { header: 'folder', value: ({ folder }) => folderLabel(folder) },
  { header: 'size', value: ({ size }) => size },
  { header: 'attached_on', time: (row) => row.attached_on },
  { header: 'attached_by', value: (row) => row.attached_by },
  { header: 'removed_on', time: ({ removed }) => removed?.at },
];

/** Content of a file in the library. Throws not_found, also if the actor may not see it, and library_unavailable. */
export const openMaterial = async (context: Context, id: string): Promise<FileAnswer> => {
  const [material] = await context.db
    .select()
    .from(materials)
    .where(and(eq(materials.id, id), materialScope(context.actor)));
  if (!material) throw notFound('id');
  return {
    name: material.name,
    of: { entity: 'material', entityId: id },
    open: async () => {
      try {
        const file = await (await openLibrary(context.settings)).open(material.key);
        if (!file)
          throw refusal('not_found', {
            field: 'id',
            message: `“${material.name}” is no longer in the library.`,
          });
        return file;
      } catch (error) {
        if (!(error instanceof LibraryError)) throw error;
        throw refusal('library_unavailable', { message: error.message });
      }
    },
  };
};
