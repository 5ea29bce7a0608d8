import { isStaffRole } from 'staffroom-contract/domains/identity/permissions.ts';
import { refusal } from '../../platform/errors.ts';
import type { UserFields } from './user-columns.ts';
import type { UserColumns, UserRow } from './user-record.queries.ts';

/** Returns whether this save can change who is an Admin. If so, all Admins are locked first (`lockAdmins`). */
export const touchesRole = (fields: UserFields) =>
  fields._type !== undefined || fields.enabled !== undefined || fields.account !== undefined;

/** Throws `last_admin` if a save leaves no enabled Admin (decisions: Roles); `admins` are the current ones, locked. */
export const refuseLastAdmin = (
  admins: readonly string[],
  before: UserRow,
  changes: UserColumns,
) => {
  if (isAdmin({ ...before, ...changes })) return;
  if (admins.length === 1 && admins[0] === before.id)
    throw refusal('last_admin', { field: fieldOf(changes) });
};

/** Returns whether a save changes the account's role or disables it: then its sessions end. */
export const changesRole = (changes: UserColumns) =>
  changes.enabled === false || changes.type !== undefined || changes.actsAs !== undefined;

const isAdmin = ({ type, actsAs, enabled }: Pick<UserRow, 'type' | 'actsAs' | 'enabled'>) =>
  enabled && isStaffRole(type) && (actsAs ?? type) === 'Admin';

const fieldOf = (changes: UserColumns) => {
  if (changes.enabled === false) return 'enabled';
  return changes.type === undefined ? 'account.acts_as' : '_type';
};
