import {
  createClass,
  getClass,
  listClassChanges,
  updateClass,
} from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { listClasses } from '@staffroom/contract/domains/classes/classes.contract.ts';
import { handle } from '../../platform/handle.ts';
import { exportClasses } from './export-classes.ts';
import * as classRecord from './class-record.service.ts';
import * as classes from './classes.service.ts';

export const classRoutes = [
  handle(
    listClasses,
    (context, { query }) => classes.listClasses(context, query),
    (context, { query }) => exportClasses(context, query),
  ),
  handle(getClass, (context, { params }) => classRecord.getClass(context, params.id)),
  handle(listClassChanges, (context, { params, query }) =>
    classRecord.listClassChanges(context, params.id, query),
  ),
  handle(createClass, (context, { body }) => classRecord.createClass(context, body)),
  handle(updateClass, (context, { params, body }) =>
    classRecord.updateClass(context, params.id, body),
  ),
];
