import { bareWords } from '../../../../lib/bare-words.ts';
import { formatDay, formatPhone } from '../../../../lib/formats.ts';
import type { StaleField } from '../../../../ui/stale-notice.tsx';
import { contactWords, levelWords } from '../../user-words.ts';
import { accountStaleFields } from '../staff/account.ts';
import { personStaleFields } from './person.ts';
import { preferenceOf, type StudentValues } from './student.ts';
import type { TutorValues } from './tutor.ts';

/** The rows of a `StaleNotice` of a student's form, in the form's order. */
export const studentStaleFields: readonly StaleField<StudentValues>[] = [
  ...personStaleFields,
  { label: 'Gender', fields: ['gender'] },
  {
    label: 'Date of birth',
    fields: ['date_of_birth', 'unreadable_birthday'],
    show: ({ date_of_birth: day, unreadable_birthday: typed }) =>
      typed || (day ? formatDay(day) : ''),
  },
  { label: 'First language', fields: ['first_language'] },
  { label: 'School', fields: ['school'] },
  {
    label: 'Level',
    fields: ['level', 'other_level'],
    show: ({ level, other_level: typed }) => typed || levelWords(level),
  },
  {
    label: 'Internal student',
    fields: ['is_internal'],
    show: ({ is_internal: yes }) => (yes ? 'Yes' : 'No'),
  },
  { label: 'Parent name', fields: ['parent_salute', 'parent_name'] },
  { label: 'Parent email', fields: ['parent_email'] },
  {
    label: 'Parent phone',
    fields: ['parent_phone_country_code', 'parent_phone'],
    show: (values) =>
      formatPhone({
        phone_country_code: values.parent_phone_country_code,
        phone: values.parent_phone,
      }),
  },
  {
    label: 'Contact preference',
    fields: ['contact', 'wechat_id', 'other_channel'],
    show: (values) => contactWords(preferenceOf(values) ?? {}),
  },
  {
    label: 'Student background',
    fields: ['background'],
    show: ({ background }) => bareWords(background),
  },
];

/** The same of a tutor's or TA's form. */
export const tutorStaleFields: readonly StaleField<TutorValues>[] = [
  ...personStaleFields,
  { label: 'Profile picture link', fields: ['profile_pic'] },
  { label: 'Subjects', fields: ['subjects'] },
  { label: 'Years of experience', fields: ['years'], show: ({ years }) => String(years) },
  { label: 'Credentials', fields: ['credentials'] },
  { label: 'Description', fields: ['desc'], show: ({ desc }) => bareWords(desc) },
  ...accountStaleFields,
];
