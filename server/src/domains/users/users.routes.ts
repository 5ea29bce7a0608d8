import { addCredit, listCredit } from '@staffroom/contract/domains/users/credit.contract.ts';
import {
  createUser,
  getUser,
  listUserChanges,
  updateUser,
} from '@staffroom/contract/domains/users/user-record.contract.ts';
import { findUsers, listUsers } from '@staffroom/contract/domains/users/users.contract.ts';
import { handle } from '../../platform/handle.ts';
import { getRecord, listChanges } from '../../platform/record.ts';
import * as credit from './credit.service.ts';
import { exportCredit } from './export-credit.ts';
import * as userRecords from './user-record.service.ts';
import * as users from './user-list.ts';

export const userRoutes = [
  handle(
    listUsers,
    (context, { query }) => users.listUsers(context, query),
    (context, { query }) => users.exportUsers(context, query),
  ),
  handle(
    findUsers,
    (context, { query }) => users.listUsers(context, query),
    (context, { query }) => users.exportUsers(context, query),
  ),
  handle(getUser, (context, { params }) => getRecord(context, userRecords.userRecord, params.id)),
  handle(listUserChanges, (context, { params, query }) =>
    listChanges(context, userRecords.userRecord, params.id, query),
  ),
  handle(createUser, (context, { body }) => userRecords.createUser(context, body)),
  handle(updateUser, (context, { params, body }) => userRecords.updateUser(context, params, body)),
  handle(
    listCredit,
    (context, { query }) => credit.listCredit(context, query),
    (context, { query }) => exportCredit(context, query),
  ),
  handle(addCredit, (context, { body }) => credit.addCredit(context, body)),
];
