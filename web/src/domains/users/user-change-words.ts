import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import type { ChangedForm, ChangeFields } from '../../kit/record/change-lines.ts';
import type { ActWords } from '../../kit/record/record-changes.tsx';
import { staffForm } from './staff.form.ts';
import { studentForm } from './student.form.ts';
import { tutorForm } from './tutor.form.ts';
import { levelWords } from './user-words.ts';

/** What the forms of persons do not have, or have as one with something else. */
export const userChangeFields: ChangeFields = {
  _type: { label: 'Type' },
  email: { label: 'E-mail' },
  phone_country_code: { label: 'Country code' },
  e_verified: { label: 'E-mail verified' },
  p_verified: { label: 'Phone verified' },
  referred_by: { label: 'Referrer' },
  'lead_source.source': { label: 'Lead source' },
  'lead_source.medium': { label: 'Lead source medium' },
  'lead_source.campaign': { label: 'Lead source campaign' },
  first_purchased_on: { label: 'First purchase' },
  'parent.email': { label: 'Parent e-mail' },
  'parent.phone_country_code': { label: 'Parent country code' },
  'parent.phone': { label: 'Parent phone' },
  'parent.contact_preference.other': { label: 'Other channel' },
  profile_pic: { label: 'Profile picture' },
  'credential.year_of_exp': { label: 'Experience' },
  level: { label: 'Level', words: levelWords },
};

export const userChangeActs: ActWords = {
  password_changed: { words: 'Password changed', tone: 'blue' },
};

/** The form whose fields name what was changed on a person. */
export const formOfPerson = (type: User['_type']): ChangedForm => {
  if (type === 'Student') return studentForm;
  return type === 'Tutor' || type === 'TA' ? tutorForm : staffForm;
};
