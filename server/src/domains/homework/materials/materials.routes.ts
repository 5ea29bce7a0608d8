import {
  changeLessonHomework,
  changeLessonMaterial,
  listLibraryFiles,
  uploadLibraryFile,
} from 'staffroom-contract/domains/homework/lesson-files.contract.ts';
import {
  getMaterialUpload,
  listLessonMaterials,
  listMaterialUploadFiles,
  listMaterialUploads,
  openMaterial,
  previewMaterialUpload,
  resumeMaterialUpload,
  startMaterialUpload,
  stopMaterialUpload,
} from 'staffroom-contract/domains/homework/materials.contract.ts';
import { handle, handleFile, type Route } from '../../../platform/handle.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { handleList, handleListOf } from '../../../platform/handle-record.ts';
import { handleUpload } from '../../../platform/uploads.ts';
import { resumeUpload, startUpload, stopUpload } from './control-upload.ts';
import { changeHomework } from './change-homework.ts';
import { changeMaterial } from './change-lesson-material.ts';
import { materialsOfLesson, openMaterial as openFile } from './lesson-materials.ts';
import { exportLibraryFiles, listFilesOfLibrary } from './library-files.ts';
import * as uploads from './upload-list.ts';
import { uploadToLibrary } from './upload-library-file.ts';

export const materialRoutes = (jobs: Jobs): readonly Route[] => [
  handle(
    previewMaterialUpload,
    (context, { params, query }) => uploads.previewUpload(context, params.id, query),
    (context, { params, query }) => uploads.exportPreview(context, params.id, query),
  ),
  handle(startMaterialUpload, (context, { params }) => startUpload(context, jobs, params.id)),
  handle(getMaterialUpload, (context, { params }) => uploads.readRun(context.db, params.id)),
  handleListOf(listMaterialUploadFiles, (context, { id }) => uploads.filesOfRun(context, id)),
  handleList(listMaterialUploads, uploads.uploadList),
  handle(stopMaterialUpload, (context, { params }) => stopUpload(context, params.id)),
  handle(resumeMaterialUpload, (context, { params }) => resumeUpload(context, jobs, params.id)),
  handleListOf(listLessonMaterials, (context, { id }) => materialsOfLesson(context, id)),
  handle(
    listLibraryFiles,
    (context, { query }) => listFilesOfLibrary(context, query),
    (context, { query }) => exportLibraryFiles(context, query),
  ),
  handle(changeLessonHomework, (context, { params, body }) =>
    changeHomework(context, params, body),
  ),
  handle(changeLessonMaterial, (context, { params, body }) =>
    changeMaterial(context, params, body),
  ),
  handleFile(openMaterial, (context, { params }) => openFile(context, params.id)),
];

/** Operations with a file upload. */
export const materialForms: readonly Route[] = [
  handleUpload(uploadLibraryFile, (context, file, { body }) =>
    uploadToLibrary(context, file, body.name),
  ),
];
