import { addCredit, listCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import {
  createUser,
  getUser,
  listUserChanges,
  updateUser,
} from 'staffroom-contract/domains/users/user-record.contract.ts';
import { findUsers, listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import { handle } from '../../platform/handle.ts';
import { handleList, handleRecord } from '../../platform/handle-record.ts';
import * as credit from './credit.service.ts';
import { exportCredit } from './export-credit.ts';
import * as userRecords from './user-record.service.ts';
import * as users from './user-list.ts';

export const userRoutes = [
  handleList(listUsers, users.userList),
  handleList(findUsers, users.userList),
  ...handleRecord(userRecords.userRecord, { get: getUser, changes: listUserChanges }),
  handle(createUser, (context, { body }) => userRecords.createUser(context, body)),
  handle(updateUser, (context, { params, body }) => userRecords.updateUser(context, params, body)),
  handle(
    listCredit,
    (context, { query }) => credit.listCredit(context, query),
    (context, { query }) => exportCredit(context, query),
  ),
  handle(addCredit, (context, { body }) => credit.addCredit(context, body)),
];
