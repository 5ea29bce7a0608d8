import { z } from 'zod';
import { instantSchema } from '../../shared/dates.ts';
import { contains, listQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { homeworkSchema } from './homework.contract.ts';
import { libraryFolderIds } from './material-folders.ts';
import { lessonMaterialSchema } from './materials.contract.ts';
import {
  maxFileName,
  maxUploadedBytes,
  nameProblem,
  uploadedTooLarge,
} from './uploaded-files.rules.ts';

/** Staff who upload all material and homework may also change those of one lesson. */
const planners = {
  access: ['/course', '/lessons'],
  permission: needs('course.canManage'),
} as const;

const file = z
  .string()
  .min(1)
  .max(1000)
  .describe('Where the file is in the library: the `_id` of GET /admin/material');

const libraryFileSchema = z.object({
  _id: z.string().describe('Where it is in the library'),
  name: z.string(),
  folder: z.enum(libraryFolderIds),
  size: z.number().int().min(0),
});

/** The files of the library by name, for choosing one for a lesson. Throws library_unavailable. */
export const listLibraryFiles = operation({
  name: 'listLibraryFiles',
  domain: 'homework',
  summary: 'The files of the library',
  method: 'GET',
  path: '/admin/material',
  ...planners,
  query: listQuery({ sortBy: ['name'], order: 'asc', max: 20, filter: { name: contains } }),
  response: many(libraryFileSchema),
  errors: ['library_unavailable'],
  csv: true,
});

/**
 * Uploads a file to the library, for use on one lesson. Its content must match the kind of its name. The same content
 * under the same name is the same file. Throws invalid_value, payload_too_large, library_unavailable.
 */
export const uploadLibraryFile = operation({
  name: 'uploadLibraryFile',
  domain: 'homework',
  summary: 'Upload a file to the library',
  method: 'POST',
  path: '/admin/material',
  ...planners,
  body: z.strictObject({
    name: textSchema(maxFileName).superRefine((name, context) => {
      const message = nameProblem(name);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
  }),
  response: one(libraryFileSchema),
  status: 201,
  errors: ['payload_too_large', 'unsupported_media_type', 'library_unavailable', 'busy'],
  multipart: { field: 'file', maxBytes: maxUploadedBytes, tooLarge: uploadedTooLarge },
});

/**
 * Changes the dates or file of a lesson's homework, removes or restores it; submissions are kept. Throws not_found,
 * stale, invalid_value, duplicate if the file is already homework of the lesson, library_unavailable.
 */
export const changeLessonHomework = operation({
  name: 'changeLessonHomework',
  domain: 'lessons',
  summary: 'Change, remove or put back the homework of one lesson',
  method: 'PATCH',
  path: '/admin/lesson/{id}/homework/{homework}',
  ...planners,
  params: z.object({ id: idSchema, homework: idSchema }),
  body: z.strictObject({
    due_on: instantSchema.optional(),
    return_on: instantSchema.optional(),
    file: file.optional(),
    removed: z.boolean().optional(),
    version: z.int().min(1).optional(),
  }),
  response: one(homeworkSchema),
  errors: ['duplicate', 'library_unavailable'],
  idempotent: true,
});

/**
 * Replaces a lesson's file by another of the library, removes or restores it; the file stays in the library. Throws
 * not_found, stale, invalid_value, duplicate, library_unavailable.
 */
export const changeLessonMaterial = operation({
  name: 'changeLessonMaterial',
  domain: 'lessons',
  summary: 'Replace, remove or put back a file of one lesson',
  method: 'PATCH',
  path: '/admin/lesson/{id}/material/{material}',
  ...planners,
  params: z.object({ id: idSchema, material: idSchema }),
  body: z
    .strictObject({
      file: file.optional(),
      removed: z.boolean().optional(),
      version: z.int().min(1).optional(),
    })
    .refine(({ file: key, removed }) => key === undefined || removed === undefined, {
      path: ['removed'],
      message: 'Replace the file or remove it, not both.',
    }),
  response: one(lessonMaterialSchema),
  errors: ['duplicate', 'library_unavailable'],
  idempotent: true,
});
