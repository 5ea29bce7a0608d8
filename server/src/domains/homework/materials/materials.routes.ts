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
} from '@staffroom/contract/domains/homework/materials.contract.ts';
import { handle, handleFile, type Route } from '../../../platform/handle.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { resumeUpload, startUpload, stopUpload } from './control-upload.ts';
import * as lessonMaterials from './lesson-materials.ts';
import * as uploads from './upload-list.ts';

export const materialRoutes = (jobs: Jobs): readonly Route[] => [
  handle(
    previewMaterialUpload,
    (context, { params, query }) => uploads.previewUpload(context, params.id, query),
    (context, { params, query }) => uploads.exportPreview(context, params.id, query),
  ),
  handle(startMaterialUpload, (context, { params }) => startUpload(context, jobs, params.id)),
  handle(getMaterialUpload, (context, { params }) => uploads.readRun(context.db, params.id)),
  handle(
    listMaterialUploadFiles,
    (context, { params, query }) => uploads.listFiles(context, params.id, query),
    (context, { params, query }) => uploads.exportFiles(context, params.id, query),
  ),
  handle(
    listMaterialUploads,
    (context, { query }) => uploads.uploadList.page(context, query),
    (context, { query }) => uploads.exportUploads(context, query),
  ),
  handle(stopMaterialUpload, (context, { params }) => stopUpload(context, params.id)),
  handle(resumeMaterialUpload, (context, { params }) => resumeUpload(context, jobs, params.id)),
  handle(
    listLessonMaterials,
    (context, { params, query }) => lessonMaterials.listOfLesson(context, params.id, query),
    (context, { params, query }) => lessonMaterials.exportOfLesson(context, params.id, query),
  ),
  handleFile(openMaterial, (context, { params }) =>
    lessonMaterials.openMaterial(context, params.id),
  ),
];
