import { listClasses } from '@staffroom/contract/domains/classes/classes.contract.ts';
import { handle } from '../../platform/handle.ts';
import { exportClasses } from './export-classes.ts';
import * as classes from './classes.service.ts';

export const classRoutes = [
  handle(
    listClasses,
    (context, { query }) => classes.listClasses(context, query),
    (context, { query }) => exportClasses(context, query),
  ),
];
