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
import type { StaffRole, UserType } from '@staffroom/contract/domains/identity/permissions.ts';
import { instant, richText } from '../../platform/platform.schema.ts';

/**
 * Everybody the product knows: students, tutors, TAs and staff (part 1 §3, User). It stands in identity
 * because signing in, before any other domain, needs it; `users` is where people's records are managed.
 */
export const users = pgTable('users', {
  id: uuid().primaryKey(),
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
  firstPurchasedOn: instant(),
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
  created: instant().notNull(),
  updated: instant().notNull(),
  version: integer().notNull().default(1),
});

/** What the counts of users tell apart, beside the text. */
const kind = () => ({
  type: text().$type<UserType>().notNull(),
  leadSource: text(),
  enabled: boolean().notNull(),
});

/**
 * How many users of each kind hold a part: a text of one or two letters, or the empty one, which all hold. They are
 * right together with `userChanges`.
 */
export const userCounts = pgTable('user_counts', {
  part: text().notNull(),
  ...kind(),
  count: bigint({ mode: 'number' }).notNull(),
});

/**
 * What is not summed up yet: 1 for a user that came, -1 for one that went, both for one that changed. The database adds
 * a row with every change (migration 0016), so that nobody waits.
 */
export const userChanges = pgTable('user_changes', {
  ...kind(),
  search: text().notNull(),
  change: smallint().notNull(),
});
