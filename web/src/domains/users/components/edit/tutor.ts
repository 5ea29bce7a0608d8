import { updateUserSchema } from '@staffroom/contract/domains/users/user-record.contract.ts';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { cleanText, splitList } from '@staffroom/contract/shared/text.ts';
import { schemaProblems, type FormProblems } from '../../../../lib/form-problems.ts';
import {
  accountChanges,
  accountPlaces,
  accountValuesOf,
  noAccount,
  type AccountValues,
} from '../staff/account.ts';
import {
  newPerson,
  personChanges,
  personPlaces,
  personValuesOf,
  withoutMissing,
  type PersonValues,
} from './person.ts';

export const tutorTypes = ['Tutor', 'TA'] as const;
export type TutorType = (typeof tutorTypes)[number];

/** A tutor's or TA's form (part 1 §2, User edit/create). */
export type TutorValues = PersonValues &
  AccountValues & {
    profile_pic: string;
    /** Comma-separated. */
    subjects: string;
    /** As typed: '' while nobody said. */
    years: number | string;
    /** Comma-separated. */
    credentials: string;
    desc: string;
  };

export const tutorPlaces = [
  ...personPlaces,
  'profile_pic',
  'subject',
  'credential.year_of_exp',
  'credential.track_record',
  'desc',
  ...accountPlaces,
] as const;
export type TutorPlace = (typeof tutorPlaces)[number];
export type TutorProblems = FormProblems<TutorPlace>;

export const newTutor: TutorValues = {
  ...newPerson,
  ...noAccount,
  profile_pic: '',
  subjects: '',
  years: '',
  credentials: '',
  desc: '',
};

export const tutorValuesOf = (user: User): TutorValues => ({
  ...personValuesOf(user),
  ...accountValuesOf(user),
  profile_pic: user.profile_pic ?? '',
  subjects: (user.subject ?? []).join(', '),
  years: user.credential?.year_of_exp ?? '',
  credentials: (user.credential?.track_record ?? []).join(', '),
  desc: user.desc ?? '',
});

/** What a new tutor or TA sends: what was filled in. A TA has no account. */
export const newTutorBodyOf = (type: TutorType, values: TutorValues) => ({
  ...tutorChanges(newTutor, type === 'TA' ? { ...values, ...noAccount } : values),
  _type: type,
  name: cleanText(values.name),
  email: cleanText(values.email),
});

/** What changing a tutor's record sends: only what differs, with the version it is based on (part 1 §5, §7). */
export const tutorBodyOf = (user: User, values: TutorValues) => ({
  ...tutorChanges(tutorValuesOf(user), values),
  version: user.version,
});

const tutorChanges = (base: TutorValues, values: TutorValues) => {
  const credential = credentialChanges(base, values);
  const picture = cleanText(values.profile_pic);
  return {
    ...personChanges(base, values),
    ...(picture !== base.profile_pic && { profile_pic: picture }),
    ...listChange(base.subjects, values.subjects, (subject) => ({ subject })),
    ...(Object.keys(credential).length > 0 && { credential }),
    ...(values.desc !== base.desc && { desc: values.desc }),
    ...accountChanges(base, values),
  };
};

const credentialChanges = (base: TutorValues, values: TutorValues) => ({
  ...(yearsOf(values) !== yearsOf(base) && { year_of_exp: yearsOf(values) }),
  ...listChange(base.credentials, values.credentials, (track_record) => ({ track_record })),
});

const yearsOf = ({ years }: TutorValues) => (years === '' ? null : Number(years));

const listChange = <Change extends object>(
  base: string,
  typed: string,
  change: (parts: string[]) => Change,
) => {
  const parts = splitList(typed);
  return JSON.stringify(parts) === JSON.stringify(splitList(base)) ? {} : change(parts);
};

/** What is wrong with the form by itself, in words beside its fields. */
export const tutorProblems = (body: ReturnType<typeof tutorChanges>): TutorProblems =>
  schemaProblems(updateUserSchema, withoutMissing(body), tutorPlaces);
