import { keepPreviousData } from '@tanstack/react-query';
import { listClasses } from '@staffroom/contract/domains/classes/classes.contract.ts';
import {
  getOrderImport,
  listImportRows,
  orderImportRow,
  previewOrderImport,
  resumeOrderImport,
  runOrderImport,
  skipImportRow,
  stopOrderImport,
  type ImportProgress,
  type ImportRowState,
} from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { downloadList } from '../../../lib/download.ts';
import { listQuery, operationQuery } from '../../../lib/queries.ts';
import { useOperation } from '../../../lib/use-operation.ts';
import { refreshedByOrders } from '../orders.api.ts';

export const usePreviewImport = () => useOperation(previewOrderImport);
export const useOrderImportRow = () =>
  useOperation(orderImportRow, { refreshes: refreshedByOrders });
export const useSkipImportRow = () => useOperation(skipImportRow);
export const useRunImport = () => useOperation(runOrderImport);
export const useStopImport = () => useOperation(stopOrderImport);
export const useResumeImport = () => useOperation(resumeOrderImport);

/** Milliseconds between two looks at a running import. */
const pollInterval = 700;

/** How far an import is; read again and again while it runs, never twice at a time. */
export const importProgressQuery = (importId: string) => ({
  ...operationQuery(getOrderImport, { params: { importId } }),
  refetchInterval: (query: { state: { data?: { data: ImportProgress } | undefined } }) =>
    query.state.data?.data.run === 'running' ? pollInterval : (false as const),
});

/** All rows of an import as the server has them. */
export const importRowsQuery = (importId: string) => ({
  ...operationQuery(listImportRows, { params: { importId } }),
  staleTime: 0,
});

/** Saves the rows of one tab of the Summary (part 2 §2, CSV). */
export const downloadImportRows = (importId: string, state: ImportRowState, fileName: string) =>
  downloadList(listImportRows, { params: { importId }, query: { state } }, fileName);

/** Active classes by name, those that ended included: a partner's file speaks of past months too. */
export const importableClasses = (name: string) => ({
  ...listQuery(listClasses, {
    filter: { is_active: true, ...(name.trim() && { name: { regex: name.trim() } }) },
    sortBy: 'name',
    order: 'asc',
  }),
  placeholderData: keepPreviousData,
});
