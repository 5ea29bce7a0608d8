import { and, eq, inArray } from 'drizzle-orm';
import { folderOf } from '@staffroom/contract/domains/homework/material-names.rules.ts';
import type {
  LessonMaterial,
  listLessonMaterials,
} from '@staffroom/contract/domains/homework/materials.contract.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from '../../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../../platform/csv.ts';
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

/** A page of the files of a lesson. Throws not_found, also for lessons out of the actor's scope. */
export const listOfLesson = async (context: Context, lessonId: string, query: Query) => {
  await requireLesson(context, lessonId);
  return listOf(lessonId).page(context, query);
};

/** The same as CSV. Throws not_found. */
export const exportOfLesson = async (context: Context, lessonId: string, query: Query) => {
  await requireLesson(context, lessonId);
  return csvAnswer('materials.csv', columns, listOf(lessonId).each(context, query));
};

const requireLesson = async ({ db, actor }: Context, lessonId: string) => {
  if (!(await lessonQueries.findById(db, lessonId, lessonScope(actor)))) throw notFound('id');
};

const listOf = (lessonId: string) =>
  defineListQuery<Query, LessonMaterial>({
    from: materials,
    id: materials.id,
    sort: { name: materials.name },
    where: (_filter, { db }) =>
      inArray(
        materials.id,
        db
          .select({ id: lessonMaterials.materialId })
          .from(lessonMaterials)
          .where(eq(lessonMaterials.lessonId, lessonId)),
      ),
    cards: async (db, ids) => {
      const rows = await db
        .select({ material: materials, placed: lessonMaterials, by: users.name })
        .from(lessonMaterials)
        .innerJoin(materials, eq(materials.id, lessonMaterials.materialId))
        .innerJoin(users, eq(users.id, lessonMaterials.attachedBy))
        .where(and(eq(lessonMaterials.lessonId, lessonId), anyOfList(materials.id, ids, 'uuid')));
      return rows.map(({ material, placed, by }) => ({
        _id: material.id,
        name: material.name,
        folder: material.folder,
        size: material.size,
        attached_on: placed.attachedOn.toISOString(),
        attached_by: by,
      }));
    },
  });

const columns: CsvColumn<LessonMaterial>[] = [
  { header: 'name', value: ({ name }) => name },
  { header: 'folder', value: ({ folder }) => folderOf(folder).label },
  { header: 'size', value: ({ size }) => size },
  { header: 'attached_on', time: (row) => row.attached_on },
  { header: 'attached_by', value: (row) => row.attached_by },
];

/**
 * A file as it stands in the library. Throws not_found, also where the actor may not see it or it is no longer there,
 * and library_unavailable.
 */
export const openMaterial = async (context: Context, id: string): Promise<FileAnswer> => {
  const [material] = await context.db
    .select()
    .from(materials)
    .where(and(eq(materials.id, id), materialScope(context.actor)));
  if (!material) throw notFound('id');
  return {
    name: material.name,
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
