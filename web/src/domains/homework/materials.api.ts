import {
  getMaterialUpload,
  listLessonMaterials,
  openMaterial,
  resumeMaterialUpload,
  startMaterialUpload,
  stopMaterialUpload,
  type MaterialUpload,
} from 'staffroom-contract/domains/homework/materials.contract.ts';
import { fetchFile } from '../../lib/api-client.ts';
import { saveFile } from '../../lib/download.ts';
import { operationQuery } from '../../lib/queries.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { useOperation } from '../../lib/use-operation.ts';

/** Number of material files of a lesson, for the tab's count. */
export const materialCountQuery = (id: string) =>
  operationQuery(listLessonMaterials, { params: { id }, query: { max: 1 } });

/** Downloads a library file under its name. Throws the call's error. */
export const saveMaterial = async (id: string, name: string): Promise<void> =>
  saveFile(await fetchFile(openMaterial, { params: { id } }), name);

/** Domains to refetch during an upload: lesson pages show the files and their changes. */
export const refreshedByUploads: readonly Domain[] = ['homework', 'lessons', 'classes'];

export const useStartUpload = () => useOperation(startMaterialUpload, { refreshes: ['classes'] });
export const useStopUpload = () => useOperation(stopMaterialUpload, { refreshes: ['classes'] });
export const useResumeUpload = () => useOperation(resumeMaterialUpload, { refreshes: ['classes'] });

/** Poll interval of a running upload in milliseconds. */
const pollInterval = 700;

/** Progress of an upload, polled while it runs. */
export const uploadQuery = (id: string) => ({
  ...operationQuery(getMaterialUpload, { params: { id } }),
  refetchInterval: (query: { state: { data?: { data: MaterialUpload } | undefined } }) =>
    query.state.data?.data.state === 'running' ? pollInterval : (false as const),
});
