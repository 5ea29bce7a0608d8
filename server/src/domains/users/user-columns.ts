import type { createUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { toBusinessDay } from 'staffroom-contract/shared/dates.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import { cleanText } from 'staffroom-contract/shared/text.ts';
import type { UserColumns } from './user-record.queries.ts';

/** The fields of a record that a form sends, of any type. */
export type UserFields = Partial<BodyOf<typeof createUser>>;

/** Columns for the given fields, trimmed; '' becomes null, a contact preference replaces the old one (part 1 §4). */
export const columnsOf = (fields: UserFields, timeZone: string): UserColumns =>
  given({
    type: fields._type,
    email: fields.email,
    name: fields.name,
    phoneCountryCode: fields.phone_country_code,
    phone: fields.phone,
    enabled: fields.enabled,
    ...studentColumns(fields, timeZone),
    ...parentColumns(fields.parent),
    ...tutorColumns(fields),
    ...accountColumns(fields.account),
  });

const studentColumns = (fields: UserFields, timeZone: string) => ({
  gender: fields.gender,
  dateOfBirth: fields.date_of_birth && toBusinessDay(fields.date_of_birth, timeZone),
  level: orNothing(fields.level),
  school: orNothing(fields.school),
  firstLanguage: orNothing(fields.first_language),
  isInternal: fields.is_internal,
  background: fields.meta?.background,
});

const parentColumns = (parent: UserFields['parent']) => ({
  parentSalute: parent?.salute,
  parentName: orNothing(parent?.name),
  parentEmail: orNothing(parent?.email),
  parentPhoneCountryCode: orNothing(parent?.phone_country_code),
  parentPhone: orNothing(parent?.phone),
  contactPreference: parent?.contact_preference === null ? {} : parent?.contact_preference,
});

const tutorColumns = (fields: UserFields) => ({
  profilePic: orNothing(fields.profile_pic),
  description: fields.desc,
  subjects: fields.subject,
  yearsOfExperience: fields.credential?.year_of_exp,
  trackRecord: fields.credential?.track_record,
});

const accountColumns = (account: UserFields['account']) => ({
  actsAs: account?.acts_as,
  extraRoutes: distinct(account?.extra_routes),
  seesOrderId: account?.sees_order_id,
  orderAgents: distinct(account?.order_agents),
  leadSourceScope: account?.lead_source_scope,
});

const orNothing = (text: string | undefined) =>
  text === undefined ? undefined : cleanText(text) || null;

const distinct = (values: readonly string[] | undefined) => values && [...new Set(values)];

const given = (columns: UserColumns): UserColumns =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
