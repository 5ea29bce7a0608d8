import {
  getHomework,
  listHomework,
  listPendingSubmissions,
  listStudentHomework,
} from '@staffroom/contract/domains/homework/homework.contract.ts';
import {
  getMaterialUpload,
  listLessonMaterials,
  openMaterial,
  resumeMaterialUpload,
  startMaterialUpload,
  stopMaterialUpload,
  type MaterialUpload,
} from '@staffroom/contract/domains/homework/materials.contract.ts';
import { fetchFile } from '../../lib/api-client.ts';
import { saveFile } from '../../lib/download.ts';
import { operationQuery } from '../../lib/queries.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { useOperation } from '../../lib/use-operation.ts';

export const homeworkQuery = (id: string) => operationQuery(getHomework, { params: { id } });

/** Who is assigned and has handed nothing in. */
export const pendingQuery = (id: string) =>
  operationQuery(listPendingSubmissions, { params: { id } });

/** How much homework and material a lesson has, and how much homework a student: the counts of their tabs. */
export const homeworkCountQuery = (lesson: string) =>
  operationQuery(listHomework, { query: { max: 1, filter: { lesson } } });
export const materialCountQuery = (id: string) =>
  operationQuery(listLessonMaterials, { params: { id }, query: { max: 1 } });
export const studentHomeworkCountQuery = (id: string) =>
  operationQuery(listStudentHomework, { params: { id }, query: { max: 1 } });

/** Fetches a file of the library and saves it under its name. Throws what the call throws. */
export const saveMaterial = async (id: string, name: string): Promise<void> =>
  saveFile(await fetchFile(openMaterial, { params: { id } }), name);

/** A lesson's page shows what an upload has put there, and its timeline says so. */
export const refreshedByUploads: readonly Domain[] = ['homework', 'lessons', 'classes'];

export const useStartUpload = () => useOperation(startMaterialUpload, { refreshes: ['classes'] });
export const useStopUpload = () => useOperation(stopMaterialUpload, { refreshes: ['classes'] });
export const useResumeUpload = () => useOperation(resumeMaterialUpload, { refreshes: ['classes'] });

/** Milliseconds between two looks at a running upload. */
const pollInterval = 700;

/** How far an upload is; read again and again while it runs, never twice at a time. */
export const uploadQuery = (id: string) => ({
  ...operationQuery(getMaterialUpload, { params: { id } }),
  refetchInterval: (query: { state: { data?: { data: MaterialUpload } | undefined } }) =>
    query.state.data?.data.state === 'running' ? pollInterval : (false as const),
});
