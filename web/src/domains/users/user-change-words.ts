import type { ChangeFields } from '../../kit/record/change-lines.ts';
import type { ActWords } from '../../kit/record/record-changes.tsx';
import { levelWords } from './user-words.ts';

/** How the changes of a person's record read, where the name on the wire is not the label already. */
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
  'meta.background': { label: 'Student background' },
  'parent.salute': { label: 'Parent salute' },
  'parent.name': { label: 'Parent name' },
  'parent.email': { label: 'Parent e-mail' },
  'parent.phone_country_code': { label: 'Parent country code' },
  'parent.phone': { label: 'Parent phone' },
  'parent.contact_preference.other': { label: 'Other channel' },
  profile_pic: { label: 'Profile picture' },
  desc: { label: 'Description' },
  subject: { label: 'Subjects' },
  'credential.year_of_exp': { label: 'Experience' },
  'credential.track_record': { label: 'Credentials' },
  level: { label: 'Level', words: levelWords },
};

export const userChangeActs: ActWords = {
  password_changed: { words: 'Password changed', tone: 'blue' },
};
