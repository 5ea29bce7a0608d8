import { email, password, phone, text } from '../../kit/form/field.ts';

/** What every person's form has (part 1 §2, User edit/create: Shared). */
export const personFields = {
  name: text({ label: 'Name', required: true }),
  email: email({ label: 'Email', required: true }),
  password: password({ label: 'Password' }),
  phone: phone({
    label: 'Phone',
    codeLabel: 'Country code',
    at: ['phone_country_code', 'phone'],
  }),
};
