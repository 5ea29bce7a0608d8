import {
  createClass,
  getClass,
  listClassChanges,
} from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { handle } from '../../platform/handle.ts';
import { handleList, handleRecord } from '../../platform/handle-record.ts';
import { classList } from './class-list.ts';
import * as classes from './classes.service.ts';

export const classRoutes = [
  handleList(listClasses, classList),
  ...handleRecord(classes.classRecord, { get: getClass, changes: listClassChanges }),
  handle(createClass, (context, { body }) => classes.createClass(context, body)),
];
