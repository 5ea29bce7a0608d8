import { z } from 'zod';
import { plainDateSchema } from '../../shared/dates.ts';
import { anyOf, contains, listQuery } from '../../shared/lists.ts';
import { many, operation } from '../../shared/operation.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { staffRoles, userTypes } from '../identity/permissions.ts';

/** A user for look-ups. */
export const userSummarySchema = z.object({
  _id: idSchema,
  _type: z.enum(userTypes),
  email: z.string(),
  name: z.string(),
  phone_country_code: z.string(),
  phone: z.string(),
  enabled: z.boolean(),
  /** The fields below are only for callers who may open `/user`. */
  e_verified: z.boolean().optional(),
  p_verified: z.boolean().optional(),
  referral_code: z.string().nullable().optional(),
  created: z.string().optional(),
  /** The subjects of a tutor or TA. */
  subject: z.array(z.string()).optional(),
  /** Only for an Admin, on staff and tutors: the role that replaces the type's, or null. */
  acts_as: z.enum(staffRoles).nullable().optional(),
  /** If a search matched the parent and not the student: the parent's name and the other field that matched. */
  parent_match: z.string().optional(),
});
export type UserSummary = z.infer<typeof userSummarySchema>;

const userQuery = listQuery({
  sortBy: ['created', 'name', 'email'],
  order: 'asc',
  max: 20,
  filter: {
    _id: anyOf(idSchema),
    _type: anyOf(z.enum(userTypes)),
    email: z.union([textSchema(254), contains]),
    phone: contains,
    name: contains,
    search: contains.describe('E-mail, phone or name, also the parent’s if the caller may see it'),
    enabled: z.boolean(),
    'lead_source.source': anyOf(textSchema(80)),
    birthday: z
      .union([z.literal('today'), plainDateSchema])
      .describe('Enabled students with a birthday on this business day'),
  },
});

/** Finds users; a Partner finds only students of their lead source, an Agent those of their orders. */
export const listUsers = operation({
  name: 'listUsers',
  domain: 'users',
  summary: 'Find users by type, e-mail, phone or name',
  method: 'GET',
  path: '/admin/user',
  access: [
    '/user',
    '/orders',
    '/discountcode',
    '/tickets/trial',
    '/tickets/renewal',
    '/tutor-payments',
  ],
  query: userQuery,
  response: many(userSummarySchema),
  csv: true,
});

/** The same query on the specification's own path. */
export const findUsers = operation({
  ...listUsers,
  name: 'findUsers',
  domain: 'users',
  summary: 'Find users (the short path of the specification)',
  path: '/user',
});
