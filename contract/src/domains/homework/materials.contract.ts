import { z } from 'zod';
import { anyOf, listQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { idSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { materialFolderIds, materialOutcomes, materialReasonIds } from './material-names.rules.ts';

const path = '/admin/class/lessons/uploadAllLessonMaterial';
const permission = needs('course.canManage');
const folderSchema = z.enum(materialFolderIds);
const folderParams = z.object({ id: folderSchema });
const idParams = z.object({ id: idSchema });

const countsShape = {
  files: z.int().min(0),
  attached: z.int().min(0).describe('Places on lessons that files take'),
  homework: z.int().min(0),
  outcomes: z.record(z.enum(materialOutcomes), z.int().min(0)),
};

const numbered = z.object({ level: z.string(), term: z.int(), index: z.int() });

/** A file of the library and what an upload would do, or did, with it. */
export const materialFileSchema = z.object({
  _id: z.string().describe('Where it stands in the library'),
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
  sortBy: ['name'],
  order: 'asc',
  max: 20,
  filter: { outcome: anyOf(z.enum(materialOutcomes)) },
});

/** What an upload of a folder would do at this moment; changes nothing. Throws library_unavailable. */
export const previewMaterialUpload = operation({
  name: 'previewMaterialUpload',
  summary: 'What an upload of all material and homework of a folder would do',
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
        .describe('The lessons that it is for, whether it is there already or not'),
    }),
  ).extend({ plan: z.object(countsShape) }),
  errors: ['library_unavailable'],
  csv: true,
});

/**
 * Attaches all files of a folder to the lessons that they are for and creates the homework, in the background. While
 * the same folder is being uploaded it answers that run, so that nobody starts it twice.
 */
export const startMaterialUpload = operation({
  name: 'startMaterialUpload',
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

/** A run of an upload: how far it is, and at its end what it did. */
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
  done: z.object(countsShape),
  problem: z.string().describe('Why it failed'),
});
export type MaterialUpload = z.infer<typeof materialUploadSchema>;

/** How far a run is. Throws not_found. */
export const getMaterialUpload = operation({
  name: 'getMaterialUpload',
  summary: 'Progress and report of an upload',
  method: 'GET',
  path: `${path}/{id}`,
  access: ['/course'],
  permission,
  params: idParams,
  response: one(materialUploadSchema),
});

/** The files that a run has dealt with, and what became of each. Throws not_found. */
export const listMaterialUploadFiles = operation({
  name: 'listMaterialUploadFiles',
  summary: 'The files of an upload and what became of them',
  method: 'GET',
  path: `${path}/{id}/file`,
  access: ['/course'],
  permission,
  params: idParams,
  query: outcomeQuery,
  response: many(materialFileSchema),
  csv: true,
});

/** Every run, latest first. */
export const listMaterialUploads = operation({
  name: 'listMaterialUploads',
  summary: 'The uploads of material and homework, latest first',
  method: 'GET',
  path,
  access: ['/course'],
  permission,
  query: listQuery({ sortBy: ['created'], order: 'desc', max: 10, filter: {} }),
  response: many(materialUploadSchema),
  csv: true,
});

/** Stops a run after the file in hand; one that has ended stays as it is. Throws not_found. */
export const stopMaterialUpload = operation({
  name: 'stopMaterialUpload',
  summary: 'Stop an upload',
  method: 'POST',
  path: `${path}/{id}/stop`,
  access: ['/course'],
  permission,
  params: idParams,
  response: one(materialUploadSchema),
});

/** Goes on with a run that was stopped or has failed. Throws not_found, material_upload_running. */
export const resumeMaterialUpload = operation({
  name: 'resumeMaterialUpload',
  summary: 'Go on with an upload that was stopped',
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
  folder: folderSchema,
  size: z.number().int().min(0),
  attached_on: z.string(),
  attached_by: z.string(),
});
export type LessonMaterial = z.infer<typeof lessonMaterialSchema>;

/** The files that are attached to a lesson, by name. Throws not_found, also for lessons out of the actor's scope. */
export const listLessonMaterials = operation({
  name: 'listLessonMaterials',
  summary: 'The material of a lesson',
  method: 'GET',
  path: '/admin/material/lesson/{id}',
  access: ['/course', '/lessons'],
  params: idParams,
  query: listQuery({ sortBy: ['name'], order: 'asc', max: 20, filter: {} }),
  response: many(lessonMaterialSchema),
  csv: true,
});

/** A file of the library as it stands there. Throws not_found where it is no longer there, library_unavailable. */
export const openMaterial = operation({
  name: 'openMaterial',
  summary: 'The file of a material',
  method: 'GET',
  path: '/admin/material/{id}/file',
  access: ['/course', '/lessons', '/user', '/dashboard', '/report'],
  params: idParams,
  response: z.string().describe('The bytes of the file'),
  file: true,
  errors: ['library_unavailable'],
});
