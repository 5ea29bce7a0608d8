import { findUsers, listUsers } from '@staffroom/contract/domains/users/users.contract.ts';
import { handle } from '../../platform/handle.ts';
import { exportUsers } from './export-users.ts';
import * as users from './users.service.ts';

export const userRoutes = [
  handle(
    listUsers,
    (context, { query }) => users.listUsers(context, query),
    (context, { query }) => exportUsers(context, query),
  ),
  handle(
    findUsers,
    (context, { query }) => users.listUsers(context, query),
    (context, { query }) => exportUsers(context, query),
  ),
];
