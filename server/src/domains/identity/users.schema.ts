import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { StaffRole, UserType } from 'staffroom-contract/domains/identity/permissions.ts';
import { instant, recordColumns, richText } from '../../platform/platform.schema.ts';

/** All users (part 1 §3, User). Here because sign-in needs them first; the domain `users` manages the records. */
export const users = pgTable('users', {
  ...recordColumns(),
  type: text().$type<UserType>().notNull(),
  email: text().notNull(),
  emailKey: text()
    .notNull()
    .generatedAlwaysAs(sql`lower(email)`),
  name: text().notNull().default(''),
  nameKey: text()
    .notNull()
    .generatedAlwaysAs(sql`lower(replace(name, chr(10), ' '))`),
  phoneCountryCode: text().notNull().default(''),
  phone: text().notNull().default(''),
  emailVerified: boolean().notNull().default(false),
  phoneVerified: boolean().notNull().default(false),
  passwordHash: text(),
  enabled: boolean().notNull().default(true),
  actsAs: text().$type<StaffRole>(),
  extraRoutes: text().array().notNull().default([]),
  seesOrderId: boolean().notNull().default(false),
  orderAgents: uuid().array().notNull().default([]),
  leadSourceScope: text(),
  isInternal: boolean().notNull().default(false),
  referralCode: text(),
  referredBy: uuid(),
  leadSource: text(),
  leadMedium: text(),
  leadCampaign: text(),
  leadMeta: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  firstPurchasedAt: instant(),
  gender: text().$type<'f' | 'm'>(),
  dateOfBirth: date(),
  level: text(),
  school: text(),
  firstLanguage: text(),
  background: richText().notNull().default(''),
  parentSalute: text().$type<'Mr' | 'Mrs' | 'Ms'>(),
  parentName: text(),
  parentEmail: text(),
  parentPhoneCountryCode: text(),
  parentPhone: text(),
  contactPreference: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  profilePic: text(),
  description: richText().notNull().default(''),
  subjects: text().array().notNull().default([]),
  yearsOfExperience: integer(),
  trackRecord: text().array().notNull().default([]),
  search: text()
    .notNull()
    .generatedAlwaysAs(
      sql`lower(chr(10) || email || chr(10) || replace(name, chr(10), ' ') || chr(10) || phone || chr(10)
          || case when phone = '' or phone_country_code = '' then '' else '+' || phone_country_code || phone end
          || chr(10) || replace(coalesce(parent_name, ''), chr(10), ' ') || chr(10) || coalesce(parent_email, '')
          || case when parent_phone is null or parent_phone = '' or (parent_phone = phone and coalesce(parent_phone_country_code, '') = phone_country_code)
            then repeat(chr(10), 2)
            else chr(10) || parent_phone || chr(10) || case when coalesce(parent_phone_country_code, '') = '' then '' else '+' || parent_phone_country_code || parent_phone end
          end)`,
    ),
});

/** The columns, beside the text, by which users are counted. */
const kind = () => ({
  type: text().$type<UserType>().notNull(),
  leadSource: text(),
  enabled: boolean().notNull(),
});

/** Users of each kind whose search text contains a part of at most two letters. Exact only with `userChanges`. */
export const userCounts = pgTable('user_counts', {
  part: text().notNull(),
  ...kind(),
  count: bigint({ mode: 'number' }).notNull(),
});

/**
 * Changes that are not in the counts yet: 1 for a new user, -1 for a deleted one, both for a changed one. A trigger
 * adds a row with every change (migration 0016), so that writers do not wait for each other.
 */
export const userChanges = pgTable('user_changes', {
  ...kind(),
  search: text().notNull(),
  change: smallint().notNull(),
});
