import {
  copyWorksheet,
  createWorksheet,
  deleteWorksheet,
  getWorksheet,
  listWorksheetChanges,
  listWorksheets,
  updateWorksheet,
} from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import { handle } from '../../../platform/handle.ts';
import { handleList, handleRecord } from '../../../platform/handle-record.ts';
import { worksheetList } from './worksheet-list.ts';
import * as worksheets from './worksheets.service.ts';

export const worksheetRoutes = [
  handleList(listWorksheets, worksheetList),
  ...handleRecord(worksheets.worksheetRecord, {
    get: getWorksheet,
    changes: listWorksheetChanges,
    remove: deleteWorksheet,
  }),
  handle(createWorksheet, (context, { body }) => worksheets.createWorksheet(context, body)),
  handle(updateWorksheet, (context, { params, body }) =>
    worksheets.updateWorksheet(context, params.id, body),
  ),
  handle(copyWorksheet, (context, { params }) => worksheets.copyWorksheet(context, params.id)),
];
