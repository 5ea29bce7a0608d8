import { z } from 'zod';
import { anyOf, listQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { idSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { libraryFolderIds, materialFolderIds } from './material-folders.ts';
import { materialOutcomes, materialReasonIds } from './material-names.rules.ts';

const path = '/admin/class/lessons/uploadAllLessonMaterial';
const permission = needs('course.canManage');
const folderSchema = z.enum(materialFolderIds);
const folderParams = z.object({ id: folderSchema });
const idParams = z.object({ id: idSchema });

const countsShape = {
  files: z.int().min(0),
  attached: z.int().min(0).describe('Attachments of files to lessons'),
  homework: z.int().min(0),
  outcomes: z.record(z.enum(materialOutcomes), z.int().min(0)),
};

const numbered = z.object({ level: z.string(), term: z.int(), index: z.int() });

/** A file of the library and its result in an upload or a preview. */
export const materialFileSchema = z.object({
  _id: z.string().describe('Its path in the library'),
  name: z.string(),
  folder: folderSchema,
  size: z.number().int().min(0),
  number: numbered.nullable(),
  outcome: z.enum(materialOutcomes),
  reason: z.enum(materialReasonIds).nullable(),
  attached: z.int().min(0),
  homework: z.int().min(0),
});
export type MaterialFile = z.infer<typeof materialFileSchema>;

const outcomeQuery = listQuery({
  sortBy: ['name', 'attached', 'homework'],
  order: 'asc',
  max: 20,
  filter: { outcome: anyOf(z.enum(materialOutcomes)) },
});

/** Previews an upload of a folder without changing anything. Throws library_unavailable. */
export const previewMaterialUpload = operation({
  name: 'previewMaterialUpload',
  domain: 'classes',
  summary: 'Preview an upload of all material and homework of a folder',
  method: 'GET',
  path: `${path}/{id}/preview`,
  access: ['/course'],
  permission,
  params: folderParams,
  query: outcomeQuery,
  response: many(
    materialFileSchema.extend({
      lessons: z
        .array(z.object({ _id: idSchema, class: idSchema, class_name: z.string() }))
        .describe('The lessons that it is for, also those that have it already'),
    }),
  ).extend({
    plan: z.object({
      ...countsShape,
      lessons: z.int().min(0).describe('Different lessons that get a file or homework'),
    }),
    similar_folders: z
      .array(z.object({ name: z.string(), meant: folderSchema }))
      .describe(
        'Folders that are not read because their names differ from one of these by a letter or case',
      ),
  }),
  errors: ['library_unavailable'],
  csv: true,
});

/** Attaches all files of a folder and creates the homework in the background; returns a run already in progress. */
export const startMaterialUpload = operation({
  name: 'startMaterialUpload',
  domain: 'classes',
  summary: 'Upload all material and homework of a folder',
  method: 'POST',
  path: `${path}/{id}`,
  access: ['/course'],
  permission,
  params: folderParams,
  response: one(z.object({ _id: idSchema })),
  status: 202,
  errors: ['material_upload_running'],
  idempotent: true,
});

export const uploadStates = ['running', 'stopped', 'done', 'failed'] as const;

/** A run of an upload: its progress, and its results once it has ended. */
export const materialUploadSchema = z.object({
  _id: idSchema,
  folder: folderSchema,
  state: z.enum(uploadStates),
  started_by: z.object({ _id: idSchema, name: z.string() }),
  created: z.string(),
  ended_on: z.string().nullable(),
  total: z
    .int()
    .min(0)
    .nullable()
    .describe('Files of the folder; null until the worker has read it'),
  done: z.object({
    ...countsShape,
    lessons: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'Different lessons that got a file or homework; null for old runs without this count',
      ),
  }),
  problem: z.string().describe('Why it failed'),
});
export type MaterialUpload = z.infer<typeof materialUploadSchema>;

/** The progress of a run. Throws not_found. */
export const getMaterialUpload = operation({
  name: 'getMaterialUpload',
  domain: 'classes',
  summary: 'Progress and report of an upload',
  method: 'GET',
  path: `${path}/{id}`,
  access: ['/course'],
  permission,
  params: idParams,
  response: one(materialUploadSchema),
});

/** The files that a run has processed, with their results. Throws not_found. */
export const listMaterialUploadFiles = operation({
  name: 'listMaterialUploadFiles',
  domain: 'classes',
  summary: 'The files of an upload with their results',
  method: 'GET',
  path: `${path}/{id}/file`,
  access: ['/course'],
  permission,
  params: idParams,
  query: outcomeQuery,
  response: many(materialFileSchema),
  csv: true,
});

/** All runs, latest first. */
export const listMaterialUploads = operation({
  name: 'listMaterialUploads',
  domain: 'classes',
  summary: 'The uploads of material and homework, latest first',
  method: 'GET',
  path,
  access: ['/course'],
  permission,
  query: listQuery({
    sortBy: ['created', 'files', 'attached', 'homework', 'unmatched'],
    order: 'desc',
    max: 10,
    filter: {},
  }),
  response: many(materialUploadSchema),
  csv: true,
});

/** Stops a run after the current file; a run that has ended stays as it is. Throws not_found. */
export const stopMaterialUpload = operation({
  name: 'stopMaterialUpload',
  domain: 'classes',
  summary: 'Stop an upload',
  method: 'POST',
  path: `${path}/{id}/stop`,
  access: ['/course'],
  permission,
  params: idParams,
  response: one(materialUploadSchema),
});

/** Resumes a run that was stopped or has failed. Throws not_found, material_upload_running. */
export const resumeMaterialUpload = operation({
  name: 'resumeMaterialUpload',
  domain: 'classes',
  summary: 'Resume an upload that was stopped',
  method: 'POST',
  path: `${path}/{id}/resume`,
  access: ['/course'],
  permission,
  params: idParams,
  response: one(materialUploadSchema),
  errors: ['material_upload_running'],
});

/** A file that is attached to a lesson. */
export const lessonMaterialSchema = z.object({
  _id: idSchema,
  name: z.string(),
  folder: z.enum(libraryFolderIds),
  size: z.number().int().min(0),
  attached_on: z.string(),
  attached_by: z.string(),
  removed: z
    .object({ by: z.string(), at: z.string() })
    .nullable()
    .describe('Who removed it from this lesson'),
  version: z.int(),
});
export type LessonMaterial = z.infer<typeof lessonMaterialSchema>;

/** The files of a lesson by name, on request with removed ones. Throws not_found, also out of the actor's scope. */
export const listLessonMaterials = operation({
  name: 'listLessonMaterials',
  domain: 'homework',
  summary: 'The material of a lesson',
  method: 'GET',
  path: '/admin/material/lesson/{id}',
  access: ['/course', '/lessons'],
  params: idParams,
  query: listQuery({
    sortBy: ['name', 'size'],
    order: 'asc',
    max: 20,
    filter: {
      with_removed: z.literal(true).describe('Also files that were removed from the lesson'),
    },
  }),
  response: many(lessonMaterialSchema),
  csv: true,
});

/** The file of a material, from the library. Throws not_found if it no longer exists, library_unavailable. */
export const openMaterial = operation({
  name: 'openMaterial',
  domain: 'homework',
  summary: 'The file of a material',
  method: 'GET',
  path: '/admin/material/{id}/file',
  access: ['/course', '/lessons', '/user', '/dashboard', '/report'],
  params: idParams,
  response: z.string().describe('The bytes of the file'),
  file: true,
  errors: ['library_unavailable'],
});
