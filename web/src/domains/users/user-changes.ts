import type { User } from 'staffroom-contract/domains/users/user.schema.ts';
import { levelWords } from 'staffroom-contract/shared/levels.ts';
import type { ChangedForm, ChangeFields } from '../../kit/record/change-lines.ts';
import type { ActWords } from '../../kit/record/record-changes.tsx';
import { staffForm } from './staff.form.ts';
import { studentForm } from './student.form.ts';
import { tutorForm } from './tutor.form.ts';

/** The words of a person's changes: those of the form, and of what the form lacks. */
export const changesOfPerson = (type: User['_type']) => ({
  form: formOfPerson(type),
  fields: userChangeFields,
  acts: userChangeActs,
});

/** Audit fields that the forms lack or combine. */
const userChangeFields: ChangeFields = {
  _type: { label: 'Type' },
  phone_country_code: { label: 'Country code' },
  e_verified: { label: 'E-mail verified' },
  p_verified: { label: 'Phone verified' },
  referred_by: { label: 'Referrer' },
  'lead_source.source': { label: 'Lead source' },
  'lead_source.medium': { label: 'Lead source medium' },
  'lead_source.campaign': { label: 'Lead source campaign' },
  first_purchased_on: { label: 'First purchase' },
  'parent.phone_country_code': { label: 'Parent country code' },
  'parent.phone': { label: 'Parent phone' },
  'parent.contact_preference.other': { label: 'Other channel' },
  profile_pic: { label: 'Profile picture' },
  'credential.year_of_exp': { label: 'Experience' },
  level: { label: 'Level', words: levelWords },
};

const userChangeActs: ActWords = {
  password_changed: { words: 'Password changed', tone: 'blue' },
  password_chosen: { words: 'Invitation accepted', tone: 'blue' },
  password_reset: { words: 'New password by e-mail link', tone: 'blue' },
  second_factor_on: { words: 'Two-factor turned on', tone: 'blue' },
  second_factor_off: { words: 'Two-factor turned off', tone: 'blue' },
  second_factor_reset: { words: 'Two-factor reset', tone: 'blue' },
  recovery_codes_renewed: { words: 'New recovery codes', tone: 'blue' },
  provider_linked: { words: 'Linked to a company account', tone: 'blue' },
  provider_unlinked: { words: 'Unlinked from a company account', tone: 'blue' },
  passkey_added: { words: 'Passkey added', tone: 'blue' },
  passkey_removed: { words: 'Passkey removed', tone: 'blue' },
  invited: { words: 'Invited by e-mail', tone: 'blue' },
};

/** The form whose field labels name the changes of a person. */
const formOfPerson = (type: User['_type']): ChangedForm => {
  if (type === 'Student') return studentForm;
  return type === 'Tutor' || type === 'TA' ? tutorForm : staffForm;
};
