import { updateUserSchema } from '@staffroom/contract/domains/users/user-record.contract.ts';
import type {
  ContactPreference,
  genders,
  salutes,
  User,
} from '@staffroom/contract/domains/users/user.schema.ts';
import { birthdayProblem } from '@staffroom/contract/domains/users/users.rules.ts';
import { startOfBusinessDay } from '@staffroom/contract/shared/dates.ts';
import { otherLevel, studentLevels } from '@staffroom/contract/shared/levels.ts';
import { cleanText } from '@staffroom/contract/shared/text.ts';
import { schemaProblems, type FormProblems } from '../../../../lib/form-problems.ts';
import { noSuchDay } from '../../../../ui/parse-day.ts';
import {
  defaultCountryCode,
  missingOf,
  personChanges,
  personPlaces,
  personValuesOf,
  phoneChanges,
  textChanges,
  withoutMissing,
  type PersonValues,
} from './person.ts';

/** One way to reach a parent, or '' while nobody said (part 1 §4, Contact preference). */
export type ContactWay = '' | 'whatsapp' | 'wechat' | 'other';

/** A student's form (part 1 §2, User edit/create). */
export type StudentValues = PersonValues & {
  gender: (typeof genders)[number] | null;
  /** `YYYY-MM-DD`. */
  date_of_birth: string | null;
  /** What stands in the date's field and is no day. */
  unreadable_birthday: string;
  first_language: string;
  school: string;
  /** A level code, 'others', or '' while nobody said. */
  level: string;
  /** What 'others' means. */
  other_level: string;
  parent_salute: (typeof salutes)[number] | null;
  parent_name: string;
  parent_email: string;
  parent_phone_country_code: string;
  parent_phone: string;
  contact: ContactWay;
  wechat_id: string;
  other_channel: string;
  background: string;
  is_internal: boolean;
};

export const studentPlaces = [
  ...personPlaces,
  'gender',
  'date_of_birth',
  'first_language',
  'school',
  'level',
  'parent.salute',
  'parent.name',
  'parent.email',
  'parent.phone_country_code',
  'parent.phone',
  'parent.contact_preference',
  'meta.background',
  'is_internal',
] as const;
export type StudentPlace = (typeof studentPlaces)[number];
export type StudentProblems = FormProblems<StudentPlace>;

export const studentValuesOf = (user: User): StudentValues => {
  const { parent } = user;
  const level = user.level ?? '';
  const isListed = level === '' || (studentLevels as readonly string[]).includes(level);
  return {
    ...personValuesOf(user),
    gender: user.gender ?? null,
    date_of_birth: user.date_of_birth ?? null,
    unreadable_birthday: '',
    first_language: user.first_language ?? '',
    school: user.school ?? '',
    level: isListed ? level : otherLevel,
    other_level: isListed ? '' : level,
    parent_salute: parent?.salute ?? null,
    parent_name: parent?.name ?? '',
    parent_email: parent?.email ?? '',
    parent_phone_country_code: parent?.phone_country_code || defaultCountryCode,
    parent_phone: parent?.phone ?? '',
    ...contactValuesOf(parent?.contact_preference ?? {}),
    background: user.meta?.background ?? '',
    is_internal: user.is_internal ?? false,
  };
};

const contactValuesOf = (preference: ContactPreference) => {
  const { whatsapp, wechat, wechat_id = '', other = '' } = preference;
  const contact: ContactWay = whatsapp ? 'whatsapp' : wechat ? 'wechat' : other ? 'other' : '';
  return { contact, wechat_id, other_channel: other };
};

/** What changing a student's record sends: only what differs, with the version it is based on (part 1 §5, §7). */
export const studentBodyOf = (user: User, values: StudentValues, timeZone: string) => {
  const base = studentValuesOf(user);
  const parent = parentChanges(base, values);
  const level = levelOf(values);
  return {
    version: user.version,
    ...personChanges(base, values),
    ...(values.gender !== base.gender && { gender: values.gender }),
    ...(values.date_of_birth !== base.date_of_birth && {
      date_of_birth: birthdayOf(values, timeZone),
    }),
    ...textChanges(base, values, ['first_language', 'school']),
    ...(level !== levelOf(base) && { level }),
    ...(Object.keys(parent).length > 0 && { parent }),
    ...(values.background !== base.background && { meta: { background: values.background } }),
    ...(values.is_internal !== base.is_internal && { is_internal: values.is_internal }),
  };
};

/** Sent as the start of the day (part 1 §5, User save). */
const birthdayOf = ({ date_of_birth: day }: StudentValues, timeZone: string) =>
  day && startOfBusinessDay(day, timeZone).toString();

const levelOf = ({ level, other_level: typed }: StudentValues) =>
  level === otherLevel ? cleanText(typed) : level;

const parentChanges = (base: StudentValues, values: StudentValues) => {
  const names = textChanges(base, values, ['parent_name', 'parent_email']);
  const preference = preferenceOf(values);
  return {
    ...(values.parent_salute !== base.parent_salute && { salute: values.parent_salute }),
    ...(names.parent_name !== undefined && { name: names.parent_name }),
    ...(names.parent_email !== undefined && { email: names.parent_email }),
    ...phoneChanges(
      { code: base.parent_phone_country_code, phone: base.parent_phone },
      { code: values.parent_phone_country_code, phone: values.parent_phone },
    ),
    ...(JSON.stringify(preference) !== JSON.stringify(preferenceOf(base)) && {
      contact_preference: preference,
    }),
  };
};

/** Exactly one of the three, or none (part 1 §4, Contact preference). */
export const preferenceOf = ({ contact, wechat_id: id, other_channel: channel }: StudentValues) => {
  if (contact === 'whatsapp') return { whatsapp: true as const };
  if (contact === 'wechat') return { wechat: true as const, wechat_id: cleanText(id) };
  return contact === 'other' ? { other: cleanText(channel) } : null;
};

/** What saving still waits for, in the words of the labels. */
export const studentMissing = (values: StudentValues): string[] => [
  ...missingOf(values),
  ...(values.level === otherLevel && levelOf(values) === '' ? ['other level'] : []),
  ...(values.contact === 'wechat' && cleanText(values.wechat_id) === '' ? ['Wechat id'] : []),
  ...(values.contact === 'other' && cleanText(values.other_channel) === '' ? ['channel'] : []),
];

/** What is wrong with the form by itself, in words beside its fields. */
export const studentProblems = (
  values: StudentValues,
  body: ReturnType<typeof studentBodyOf>,
  today: string,
): StudentProblems => ({
  ...schemaProblems(updateUserSchema, filledIn(body), studentPlaces),
  ...birthdayProblems(values, today),
});

/** Without what is missing: that is told as such, not as a problem. */
const filledIn = ({ parent, ...body }: ReturnType<typeof studentBodyOf>) => {
  const { contact_preference: _, ...rest } = parent ?? {};
  return { ...withoutMissing(body), ...(parent && { parent: rest }) };
};

const birthdayProblems = (values: StudentValues, today: string): StudentProblems => {
  if (values.unreadable_birthday !== '')
    return { date_of_birth: noSuchDay(values.unreadable_birthday) };
  const problem = values.date_of_birth && birthdayProblem(values.date_of_birth, today);
  return problem ? { date_of_birth: problem } : {};
};
