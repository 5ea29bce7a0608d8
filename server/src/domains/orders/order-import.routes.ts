import {
  assessImportRow,
  getOrderImport,
  listImportRows,
  listOrderImports,
  orderImportRow,
  previewOrderImport,
  repairImportRow,
  resumeOrderImport,
  runOrderImport,
  skipImportRow,
  stopOrderImport,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { handle, type Route } from '../../platform/handle.ts';
import { handleInThread } from '../../platform/json-bodies.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { resumeImport, runImport, stopImport } from './order-import/control-run.ts';
import { assessRow } from './order-import/assess-row.ts';
import { orderRow, repairRow, skipRow } from './order-import/order-row.ts';
import { previewImport } from './order-import/preview-import.ts';
import { exportRows, getImport, listImports, listRows } from './order-import/read-import.ts';

export const orderImportRoutes = (jobs: Jobs): readonly Route[] => [
  handleInThread(previewOrderImport, previewImport),
  handle(orderImportRow, (context, { body }) => orderRow(context, body)),
  handle(skipImportRow, (context, { body }) => skipRow(context, body)),
  handle(repairImportRow, (context, { params, body }) => repairRow(context, params, body)),
  handle(assessImportRow, (context, { params, body }) => assessRow(context, params, body)),
  handle(runOrderImport, (context, { body }) => runImport(context, jobs, body.import_id)),
  handle(listOrderImports, (context, { query }) => listImports(context, query)),
  handle(getOrderImport, (context, { params }) => getImport(context, params)),
  handle(
    listImportRows,
    (context, { params, query }) => listRows(context, params, query),
    (context, { params, query }) => exportRows(context, params, query),
  ),
  handle(stopOrderImport, (context, { params }) => stopImport(context, params.importId)),
  handle(resumeOrderImport, (context, { params }) => resumeImport(context, jobs, params.importId)),
];
