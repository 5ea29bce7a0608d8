import { createUser, updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { list, richText, setting, text, wholeNumber } from '../../kit/form/field.ts';
import { accountFields, personFields } from './person.form.ts';
import { paramsOfUser, refreshedByUsers } from './users.api.ts';

export const tutorTypes = ['Tutor', 'TA'] as const;

const accountNames = Object.keys(accountFields) as (keyof typeof accountFields)[];

/** Form of a tutor or TA, new or saved (part 1 §2, User edit/create). */
export const tutorForm = defineForm(
  {
    noun: 'user',
    create: createUser,
    update: updateUser,
    params: paramsOfUser,
    refreshes: refreshedByUsers,
    fields: {
      _type: setting(tutorTypes, { label: 'Type', default: 'Tutor' }),
      ...personFields,
      profile_pic: text({ label: 'Profile picture link' }),
      subject: list({ label: 'Subjects' }),
      years: wholeNumber({
        label: 'Years of experience',
        at: 'credential.year_of_exp',
        max: 80,
      }),
      credentials: list({ label: 'Credentials', at: 'credential.track_record' }),
      desc: richText({ label: 'Description' }),
      ...accountFields,
    },
  },
  {
    // A TA has no account of its own.
    unused: ({ _type: type }) => (type === 'TA' ? accountNames : []),
  },
);
