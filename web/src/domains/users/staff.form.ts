import { staffTypes } from 'staffroom-contract/domains/identity/permissions.ts';
import { createUser, updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { defineForm, type ValuesOf } from '../../kit/form/define-form.ts';
import { choice, password } from '../../kit/form/field.ts';
import { accountFields, personFields } from './person.form.ts';
import { paramsOfUser, refreshedByUsers } from './users.api.ts';

const fields = {
  ...personFields,
  _type: choice(staffTypes, { label: 'Role', required: true }),
  ...accountFields,
};

export type StaffValues = ValuesOf<typeof fields>;

const saving = {
  noun: 'account',
  create: createUser,
  update: updateUser,
  params: paramsOfUser,
  refreshes: refreshedByUsers,
};

/** Form of a staff account (decisions: Roles). */
export const staffForm = defineForm({ ...saving, fields });

/** Form of a new staff account, which requires a password. */
export const newStaffForm = defineForm({
  ...saving,
  fields: { ...fields, password: password({ label: 'Password', required: true }) },
});
