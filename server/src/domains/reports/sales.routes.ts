import {
  listSalesStudents,
  readSalesReport,
} from 'staffroom-contract/domains/reports/sales.contract.ts';
import { handle } from '../../platform/handle.ts';
import * as sales from './sales.service.ts';

export const salesRoutes = [
  handle(
    readSalesReport,
    (context, { query }) => sales.readSalesReport(context, query),
    (context, { query }) => sales.exportSalesReport(context, query),
  ),
  handle(
    listSalesStudents,
    (context, { query }) => sales.listStudents(context, query),
    (context, { query }) => sales.exportStudents(context, query),
  ),
];
