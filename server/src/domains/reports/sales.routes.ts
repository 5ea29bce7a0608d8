import {
  listSalesStudents,
  readSalesReport,
} from 'staffroom-contract/domains/reports/sales.contract.ts';
import { handle } from '../../platform/handle.ts';
import { handleListOf } from '../../platform/handle-record.ts';
import * as sales from './sales.service.ts';

export const salesRoutes = [
  handle(
    readSalesReport,
    (context, { query }) => sales.readSalesReport(context, query),
    (context, { query }) => sales.exportSalesReport(context, query),
  ),
  handleListOf(listSalesStudents, (context, _params, query) => sales.purchasers(context, query)),
];
