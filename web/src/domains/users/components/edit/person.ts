import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { cleanText } from '@staffroom/contract/shared/text.ts';
import { formatPhone } from '../../../../lib/formats.ts';
import type { StaleField } from '../../../../ui/stale-notice.tsx';

/** What every person's form has (part 1 §2, User edit/create: Shared). */
export type PersonValues = {
  name: string;
  email: string;
  /** '' while nobody typed a new one. */
  password: string;
  phone_country_code: string;
  phone: string;
};

/** Where the server's refusals of these fields are shown. */
export const personPlaces = ['name', 'email', 'password', 'phone_country_code', 'phone'] as const;
export type PersonPlace = (typeof personPlaces)[number];

export const defaultCountryCode = '65';

export const newPerson: PersonValues = {
  name: '',
  email: '',
  password: '',
  phone_country_code: defaultCountryCode,
  phone: '',
};

export const personValuesOf = (user: User): PersonValues => ({
  name: user.name,
  email: user.email,
  password: '',
  phone_country_code: user.phone_country_code || defaultCountryCode,
  phone: user.phone,
});

/** The part of a request that turns `base` into `values`; a password only if typed (part 1 §5, User save). */
export const personChanges = (base: PersonValues, values: PersonValues) => ({
  ...textChanges(base, values, ['name', 'email']),
  ...phoneChanges(
    { code: base.phone_country_code, phone: base.phone },
    { code: values.phone_country_code, phone: values.phone },
  ),
  ...(values.password !== '' && { password: values.password }),
});

/** Those of these texts that are another than before, trimmed. */
export const textChanges = <V extends Record<Name, string>, Name extends keyof V & string>(
  base: V,
  values: V,
  names: readonly Name[],
): Partial<Record<Name, string>> => {
  const changes: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const text = cleanText(values[name]);
    if (text !== cleanText(base[name])) changes[name] = text;
  }
  return changes;
};

type Phone = { code: string; phone: string };

/** A number and its country code belong together: the form's default code counts only with a number. */
export const phoneChanges = (base: Phone, values: Phone) => ({
  ...((values.code.trim() !== base.code.trim() || values.phone.trim() !== base.phone.trim()) && {
    phone_country_code: values.code.trim(),
    phone: values.phone.trim(),
  }),
});

/** What saving still waits for, in the words of the labels (part 1 §5, User save). */
export const missingOf = ({ name, email }: Pick<PersonValues, 'name' | 'email'>): string[] => [
  ...(cleanText(name) === '' ? ['name'] : []),
  ...(cleanText(email) === '' ? ['email'] : []),
];

/** A request without its empty name or e-mail: what is missing is told as such, not as a problem. */
export const withoutMissing = <Body extends { name?: string; email?: string }>({
  name,
  email,
  ...rest
}: Body) => ({ ...rest, ...(name && { name }), ...(email && { email }) });

/** The rows of a `StaleNotice` for these fields. */
export const personStaleFields: readonly StaleField<PersonValues>[] = [
  { label: 'Name', fields: ['name'] },
  { label: 'Email', fields: ['email'] },
  { label: 'Phone', fields: ['phone_country_code', 'phone'], show: formatPhone },
];
