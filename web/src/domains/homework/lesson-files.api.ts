import {
  changeLessonHomework,
  changeLessonMaterial,
  uploadLibraryFile,
} from 'staffroom-contract/domains/homework/lesson-files.contract.ts';
import { uploadedKinds } from 'staffroom-contract/domains/homework/uploaded-files.rules.ts';
import { uploadFile, type UploadOptions } from '../../lib/api-client.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { useOperation } from '../../lib/use-operation.ts';

/** Domains to refetch after a lesson's files change: homework, and the lesson's changes. */
export const refreshedByLessonFiles: readonly Domain[] = ['homework', 'lessons'];

export const useChangeHomework = () =>
  useOperation(changeLessonHomework, { refreshes: refreshedByLessonFiles });

export const useChangeMaterial = () =>
  useOperation(changeLessonMaterial, { refreshes: refreshedByLessonFiles });

/** File types for the picker's `accept`; the server checks the content. */
export const acceptedFiles = uploadedKinds
  .flatMap(({ endings }) => endings.map((ending) => `.${ending}`))
  .join(',');

/** Uploads a file to the library and returns its entry; throws like `callOperation`. */
export const uploadToLibrary = async (file: File, options: UploadOptions) =>
  (await uploadFile(uploadLibraryFile, file, { ...options, body: { name: file.name } })).data;
