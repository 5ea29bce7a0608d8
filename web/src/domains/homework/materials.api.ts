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

/** How much material a lesson has: the count of its tab. */
export const materialCountQuery = (id: string) =>
  operationQuery(listLessonMaterials, { params: { id }, query: { max: 1 } });

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
