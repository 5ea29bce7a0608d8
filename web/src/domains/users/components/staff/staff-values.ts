import { isStaffType, type StaffType } from '@staffroom/contract/domains/identity/permissions.ts';
import { newPasswordSchema } from '@staffroom/contract/domains/identity/identity.contract.ts';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { cleanText, invalidEmailMessage, isEmail } from '@staffroom/contract/shared/text.ts';
import type { FormProblems } from '../../../../lib/form-problems.ts';
import { differingFields } from '../../../../lib/merge-versions.ts';
import type { StaleField } from '../../../../ui/stale-notice.tsx';
import {
  accountChanges,
  accountPlaces,
  accountStaleFields,
  accountValuesOf,
  noAccount,
  type AccountValues,
} from './account.ts';

/** What stands in the form of a staff account. */
export type StaffValues = AccountValues & {
  /** Its role; null until one is chosen. */
  _type: StaffType | null;
  name: string;
  email: string;
  /** Sent only when typed (part 1 §5). */
  password: string;
  phone_country_code: string;
  phone: string;
};

/** The places of the form that can show a problem. */
export const staffPlaces = [
  '_type',
  'name',
  'email',
  'password',
  'phone_country_code',
  'phone',
  ...accountPlaces,
] as const;
export type StaffPlace = (typeof staffPlaces)[number];

/** Country code 65 (part 1 §9). */
const defaultCountryCode = '65';

/** The form of a saved account, or of a new one. */
export const staffValuesOf = (user: User | undefined): StaffValues =>
  user
    ? {
        ...accountValuesOf(user),
        _type: isStaffType(user._type) ? user._type : null,
        name: user.name,
        email: user.email,
        password: '',
        phone_country_code: user.phone_country_code || defaultCountryCode,
        phone: user.phone,
      }
    : {
        ...noAccount,
        _type: null,
        name: '',
        email: '',
        password: '',
        phone_country_code: defaultCountryCode,
        phone: '',
      };

/** What saving still waits for, in the words of the labels (part 1 §5, User save). */
export const missingOf = (values: StaffValues, isNew: boolean): string[] => [
  ...(cleanText(values.name) === '' ? ['name'] : []),
  ...(cleanText(values.email) === '' ? ['email'] : []),
  ...(isNew && values.password === '' ? ['password'] : []),
  ...(values._type ? [] : ['role']),
];

/** What is wrong with the form by itself, as far as it is filled. */
export const staffProblems = (values: StaffValues): FormProblems<StaffPlace> => {
  const email = cleanText(values.email);
  const password =
    values.password === '' ? undefined : newPasswordSchema.safeParse(values.password);
  return {
    ...(email !== '' && !isEmail(email) && { email: invalidEmailMessage }),
    ...(password?.error && { password: password.error.issues[0]?.message }),
  };
};

/** The request that creates the account; undefined while no role is chosen. */
export const createBodyOf = (values: StaffValues) =>
  values._type
    ? {
        _type: values._type,
        email: values.email,
        name: values.name,
        ...(values.password !== '' && { password: values.password }),
        ...(values.phone.trim() !== '' && phoneOf(values)),
        ...accountChanges(noAccount, values),
      }
    : undefined;

/** The request that saves what differs from `base`, and which version it is based on. */
export const updateBodyOf = (base: User, values: StaffValues) => {
  const saved = staffValuesOf(base);
  const changed = new Set(differingFields(values, saved));
  return {
    version: base.version,
    ...(values._type && changed.has('_type') && { _type: values._type }),
    ...(changed.has('name') && { name: values.name }),
    ...(changed.has('email') && { email: values.email }),
    ...(values.password !== '' && { password: values.password }),
    ...((changed.has('phone') || changed.has('phone_country_code')) && phoneOf(values)),
    ...accountChanges(saved, values),
  };
};

const phoneOf = ({ phone_country_code, phone }: StaffValues) => ({ phone_country_code, phone });

/** The rows of a stale save; a password is nobody's to compare. */
export const staffStaleFields: readonly StaleField<StaffValues>[] = [
  { label: 'Name', fields: ['name'] },
  { label: 'Email', fields: ['email'] },
  { label: 'Phone', fields: ['phone_country_code', 'phone'] },
  { label: 'Role', fields: ['_type'] },
  ...accountStaleFields,
];
