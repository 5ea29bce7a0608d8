import { z } from 'zod';
import { moment, named } from '../../shared/shown.ts';
import { screenRoutes, staffRoles } from '../identity/permissions.ts';
import { userSummarySchema } from './users.contract.ts';

export const genders = ['f', 'm'] as const;
export const salutes = ['Mr', 'Mrs', 'Ms'] as const;

/** How a parent wants to be reached: exactly one of the three, or none yet (part 1 §4). */
const contactPreferenceSchema = z.object({
  whatsapp: z.boolean().optional(),
  wechat: z.boolean().optional(),
  wechat_id: z.string().optional(),
  other: z.string().optional(),
});
export type ContactPreference = z.infer<typeof contactPreferenceSchema>;

const parentSchema = z.object({
  salute: z.enum(salutes).nullable(),
  name: z.string(),
  email: z.string(),
  phone_country_code: z.string(),
  phone: z.string(),
  contact_preference: contactPreferenceSchema,
});

/** Settings of a staff member or tutor beyond the role, set by an Admin (decisions: Roles). */
const accountSchema = z.object({
  acts_as: z.enum(staffRoles).nullable(),
  extra_routes: z.array(z.enum(screenRoutes)),
  sees_order_id: z.boolean(),
  order_agents: z.array(named),
  lead_source_scope: z.string().nullable(),
});

const person = named.extend({ email: z.string() });

const studentExtras = z.object({
  gender: z.enum(genders).nullable(),
  date_of_birth: z.string().nullable(),
  level: z.string(),
  school: z.string(),
  first_language: z.string(),
  is_internal: z.boolean(),
  meta: z.object({ background: z.string().describe('Formatted text, cleaned') }),
  parent: parentSchema,
  siblings: z.array(person).describe('The other students with the parent’s e-mail or phone'),
});

const tutorExtras = z.object({
  profile_pic: z.string(),
  desc: z.string().describe('Formatted text, cleaned'),
  subject: z.array(z.string()),
  credential: z.object({ year_of_exp: z.int().nullable(), track_record: z.array(z.string()) }),
});

/** A person's full record (part 1 §3, User), with the fields of a student, a tutor or an account. */
export const userSchema = userSummarySchema
  .extend({
    e_verified: z.boolean(),
    p_verified: z.boolean(),
    referral_code: z.string().nullable(),
    created: moment,
    updated: moment,
    version: z.int(),
    referred_by: person.nullable(),
    lead_source: z
      .object({
        source: z.string(),
        medium: z.string(),
        campaign: z.string(),
        meta: z.record(z.string(), z.unknown()),
      })
      .nullable(),
    first_purchased_on: moment.nullable(),
    /** Remaining credit; students only. */
    credit: z.int().optional(),
    account: accountSchema.optional().describe('Only for an Admin, on staff and tutors'),
    sign_in_locked_until: z
      .string()
      .nullable()
      .optional()
      .describe(
        'Only for an Admin, on accounts that can sign in: end of the lock after failed sign-ins',
      ),
    has_password: z
      .boolean()
      .optional()
      .describe('Only for an Admin, on accounts that can sign in'),
    has_second_factor: z
      .boolean()
      .optional()
      .describe('Only for an Admin, on accounts that can sign in'),
    invitation: z
      .object({
        sent_to: z.string(),
        sent_on: moment.nullable(),
        expires_on: moment,
        error: z.string().nullable().describe('Why the e-mail was not sent'),
      })
      .nullable()
      .optional()
      .describe('Only for an Admin, on accounts that can sign in: the link that still works'),
    abilities: z.object({ update: z.boolean(), manage_credit: z.boolean() }),
  })
  .extend(studentExtras.partial().shape)
  .extend(tutorExtras.partial().shape);
export type User = z.infer<typeof userSchema>;
