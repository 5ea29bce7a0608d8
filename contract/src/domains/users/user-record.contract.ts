import { z } from 'zod';
import { dateOrInstantSchema } from '../../shared/dates.ts';
import { operation } from '../../shared/operation.ts';
import { changesOf, recordOperations } from '../../shared/record.ts';
import { richTextSchema } from '../../shared/rich-text.ts';
import { phoneCountryCodeSchema, phoneSchema } from '../../shared/phone.ts';
import { emailSchema, idSchema, requiredText, textSchema } from '../../shared/text.ts';
import { newPasswordSchema } from '../identity/identity.contract.ts';
import { grantableScreens, needs, staffRoles, userTypes } from '../identity/permissions.ts';
import { genders, salutes, userSchema } from './user.schema.ts';
import { imageLinkProblem } from './users.rules.ts';

/** The one way to reach a parent; null if not known (part 1 §4, Contact preference). */
export const contactPreferenceChoice = z.union([
  z.strictObject({ whatsapp: z.literal(true) }),
  z.strictObject({
    wechat: z.literal(true),
    wechat_id: requiredText('Please enter the Wechat id', 100),
  }),
  z.strictObject({ other: requiredText('Please name the channel', 100) }),
]);

const optionalEmail = z.union([z.literal(''), emailSchema]);

const parentFields = z
  .strictObject({
    salute: z.enum(salutes).nullable(),
    name: textSchema(200),
    email: optionalEmail,
    phone_country_code: phoneCountryCodeSchema,
    phone: phoneSchema,
    contact_preference: contactPreferenceChoice.nullable(),
  })
  .partial();

const imageLink = textSchema(2000)
  .transform((link) => link.trim())
  .superRefine((link, context) => {
    const problem = imageLinkProblem(link);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

/** Settings of staff members and tutors that only an Admin can change (decisions: Roles). */
export const accountFields = z
  .strictObject({
    acts_as: z.enum(staffRoles).nullable(),
    extra_routes: z.array(z.enum(grantableScreens)).max(grantableScreens.length),
    sees_order_id: z.boolean(),
    order_agents: z.array(idSchema).max(100),
    lead_source_scope: textSchema(80)
      .transform((text) => text.trim() || null)
      .nullable(),
  })
  .partial();

const shared = {
  phone_country_code: phoneCountryCodeSchema,
  phone: phoneSchema,
  /** Only if it was typed; ends the account's sessions. */
  password: newPasswordSchema,
};

/** Fields of one type only; a field of another type is refused by name (`fieldsOfType`). */
const extras = {
  gender: z.enum(genders).nullable(),
  date_of_birth: dateOrInstantSchema.nullable(),
  level: textSchema(80),
  school: textSchema(200),
  first_language: textSchema(80),
  is_internal: z.boolean(),
  meta: z.strictObject({ background: richTextSchema() }).partial(),
  parent: parentFields,
  profile_pic: imageLink,
  desc: richTextSchema(),
  subject: z.array(requiredText('A subject is empty', 80)).max(50, 'At most 50 subjects'),
  credential: z
    .strictObject({
      year_of_exp: z.int().min(0).max(80).nullable(),
      track_record: z
        .array(requiredText('A credential is empty', 300))
        .max(50, 'At most 50 credentials'),
    })
    .partial(),
  enabled: z.boolean(),
  account: accountFields,
};

const name = requiredText('Please enter a name', 200);

export const createUserSchema = z
  .strictObject({ ...shared, ...extras })
  .partial()
  .extend({ _type: z.enum(userTypes), email: emailSchema, name });

export const updateUserSchema = changesOf({
  ...shared,
  ...extras,
  email: emailSchema,
  name,
  _type: z.enum(userTypes),
});

const user = recordOperations('User', {
  noun: "a person's record",
  domain: 'users',
  path: '/admin/user',
  access: ['/user'],
  saves: needs('user.canManage'),
  record: userSchema,
  create: createUserSchema,
  update: updateUserSchema,
  errors: ['email_taken', 'forbidden'],
});

export const { getUser, listUserChanges } = user;

/** Creates a tutor or TA (user.canManage), or any staff account (Admin). Students are created by their first order. */
export const createUser = operation({
  ...user.createUser,
  summary: 'Create a tutor, a TA or a staff account',
});

/** `type` is the record's `_type` in any letter case (part 1 §5, §7). */
export const updateUser = operation({
  ...user.updateUser,
  path: '/admin/user/{type}/{id}',
  params: z.object({ type: textSchema(40), id: idSchema }),
  errors: ['stale', 'email_taken', 'last_admin', 'forbidden'],
});
