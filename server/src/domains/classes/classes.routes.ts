import {
  createClass,
  getClass,
  listClassChanges,
} from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { listClasses } from '@staffroom/contract/domains/classes/classes.contract.ts';
import { handle } from '../../platform/handle.ts';
import { getRecord, listChanges } from '../../platform/record.ts';
import { classList, exportClasses } from './class-list.ts';
import * as classes from './classes.service.ts';

export const classRoutes = [
  handle(
    listClasses,
    (context, { query }) => classList.page(context, query),
    (context, { query }) => exportClasses(context, query),
  ),
  handle(getClass, (context, { params }) => getRecord(context, classes.classRecord, params.id)),
  handle(listClassChanges, (context, { params, query }) =>
    listChanges(context, classes.classRecord, params.id, query),
  ),
  handle(createClass, (context, { body }) => classes.createClass(context, body)),
];
