import { can, isStaffType } from 'staffroom-contract/domains/identity/permissions.ts';
import type { UserType } from 'staffroom-contract/domains/identity/permissions.ts';
import {
  adminFields,
  canUpdateUser,
  creatableUserTypes,
  fieldsOfType,
} from 'staffroom-contract/domains/users/users.rules.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { ErrorItem } from 'staffroom-contract/shared/errors.ts';
import type { Actor, Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError, refusal } from '../../platform/errors.ts';
import type { UserColumns, UserRow } from './user-record.queries.ts';
import { listAgents } from './user-record.queries.ts';

/** Refuses with `forbidden` to create an account of this type; students are created by their first order. */
export const refuseType = (actor: Actor, type: UserType) => {
  if (creatableUserTypes(actor).includes(type)) return;
  const message =
    type === 'Student'
      ? 'A student is created by the first order. Create an order instead.'
      : 'Only an Admin may create this account.';
  throw refusal('forbidden', { field: '_type', message });
};

/** Refuses to change this record with `forbidden` (contract: canUpdateUser). */
export const refuseRecord = (actor: Actor, user: UserRow) => {
  if (!canUpdateUser(actor, user))
    throw refusal('forbidden', { field: 'id', message: 'Only an Admin may change this account.' });
};

/** Refuses fields of other types (`invalid_value`), and those that only an Admin sets (`forbidden`), all by name. */
export const refuseFields = (actor: Actor, type: UserType, fields: object) => {
  const names = Object.keys(fields);
  const known = fieldsOfType(type);
  refuseAll(
    names.filter((name) => !known.includes(name)),
    (field) => ({ code: 'invalid_value', field, message: `A ${type}'s record has no such field.` }),
  );
  if (!can(actor, 'staff.canManage'))
    refuseAll(
      names.filter((name) => adminFields.includes(name)),
      (field) => ({ code: 'forbidden', field, message: 'Only an Admin may set this.' }),
    );
};

const refuseAll = (names: string[], problem: (name: string) => ErrorItem) => {
  if (names.length > 0) throw new AppError(names.map(problem));
};

/** Refuses invalid values, all at once, with `invalid_value`; `before` is absent for a new record. */
export const refuseValues = async (
  tx: Db,
  context: Context,
  columns: UserColumns,
  before?: UserRow,
) => {
  const problems = [
    typeProblem(columns, before),
    birthdayProblem(columns, context),
    await agentsProblem(tx, columns),
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0)
    throw new AppError(problems.map((problem) => ({ code: 'invalid_value', ...problem })));
};

const typeProblem = ({ type }: UserColumns, before?: UserRow) =>
  before && type && type !== before.type && !(isStaffType(type) && isStaffType(before.type))
    ? { field: '_type', message: 'Only the type of a staff account can be changed.' }
    : undefined;

const birthdayProblem = ({ dateOfBirth }: UserColumns, { clock, settings }: Context) => {
  const today = businessDayOf(clock.now().toISOString(), settings.businessTimeZone);
  if (!dateOfBirth || (dateOfBirth >= '1900-01-01' && dateOfBirth <= today)) return undefined;
  const message =
    dateOfBirth > today ? 'This day is in the future.' : 'This day is before the year 1900.';
  return { field: 'date_of_birth', message };
};

const agentsProblem = async (tx: Db, { orderAgents }: UserColumns) => {
  if (!orderAgents || orderAgents.length === 0) return undefined;
  const known = await listAgents(tx, orderAgents);
  return known.length === orderAgents.length
    ? undefined
    : { field: 'account.order_agents', message: 'Only agents can be chosen here.' };
};
