import { staffTypes } from 'staffroom-contract/domains/identity/permissions.ts';
import { createUser, updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { defineForm, type ValuesOf } from '../../kit/form/define-form.ts';
import { choice } from '../../kit/form/field.ts';
import { accountFields, personFields } from './person.form.ts';
import { paramsOfUser, refreshedByUsers } from './users.api.ts';

const fields = {
  ...personFields,
  _type: choice(staffTypes, { label: 'Role', required: true }),
  ...accountFields,
};

export type StaffValues = ValuesOf<typeof fields>;

/** Form of a staff account (decisions: Roles); a new one without a password gets an invitation. */
export const staffForm = defineForm({
  noun: 'account',
  create: createUser,
  update: updateUser,
  params: paramsOfUser,
  refreshes: refreshedByUsers,
  fields,
});
