import { hashKey, keepPreviousData } from '@tanstack/react-query';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import {
  assessImportRow,
  getOrderImport,
  listImportRows,
  orderImportRow,
  previewOrderImport,
  repairImportRow,
  resumeOrderImport,
  runOrderImport,
  skipImportRow,
  stopOrderImport,
  type ImportProgress,
  type ImportRowState,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { downloadList } from '../../../lib/download.ts';
import type { CallInput } from '../../../lib/api-client.ts';
import { listQuery, operationQuery } from '../../../lib/queries.ts';
import { useOperation } from '../../../lib/use-operation.ts';
import { refreshedByOrders } from '../orders.api.ts';

export const usePreviewImport = () => useOperation(previewOrderImport);
export const useOrderImportRow = () =>
  useOperation(orderImportRow, { refreshes: refreshedByOrders });
export const useRepairImportRow = () => useOperation(repairImportRow);
export const useSkipImportRow = () => useOperation(skipImportRow);
export const useRunImport = () => useOperation(runOrderImport);
export const useStopImport = () => useOperation(stopOrderImport);
export const useResumeImport = () => useOperation(resumeOrderImport);

/** Polling interval of a running import in milliseconds. */
const pollInterval = 700;

/** The progress of an import; polled while it runs, one request at a time. */
export const importProgressQuery = (importId: string) => ({
  ...operationQuery(getOrderImport, { params: { importId } }),
  refetchInterval: (query: { state: { data?: { data: ImportProgress } | undefined } }) =>
    query.state.data?.data.run === 'running' ? pollInterval : (false as const),
});

/** All rows of an import in their current state on the server. */
export const importRowsQuery = (importId: string) => ({
  ...operationQuery(listImportRows, { params: { importId } }),
  staleTime: 0,
});

type Assessed = CallInput<typeof assessImportRow>;

/** The server's assessment of a corrected row. The last one stays on screen while a later correction is assessed. */
export const assessedRowQuery = (input: Assessed) => ({
  ...operationQuery(assessImportRow, input),
  // Seats and codes change with every order: each look asks again, but not while the user only changes windows.
  staleTime: 0,
  refetchOnWindowFocus: false,
  placeholderData: <Answer>(
    before: Answer | undefined,
    query: { queryKey: readonly unknown[] } | undefined,
  ) => {
    const asked = query?.queryKey[2] as Assessed | undefined;
    return asked && hashKey([asked.params]) === hashKey([input.params]) ? before : undefined;
  },
});

/** All assessments in the cache. */
export const assessedRows = { queryKey: [assessImportRow.domain, assessImportRow.name] };

/** Saves the rows of one tab of the Summary (part 2 §2, CSV). */
export const downloadImportRows = (importId: string, state: ImportRowState, fileName: string) =>
  downloadList(listImportRows, { params: { importId }, query: { state } }, fileName);

/** Active classes by name, including ended ones: a partner's file may contain past months. */
export const importableClasses = (name: string) => ({
  ...listQuery(listClasses, {
    filter: { is_active: true, ...(name.trim() && { name: { regex: name.trim() } }) },
    sortBy: 'name',
    order: 'asc',
  }),
  placeholderData: keepPreviousData,
});
