import { z } from 'zod';
import { plainDateSchema } from '../../shared/dates.ts';
import { anyOf, contains, listQuery } from '../../shared/lists.ts';
import { many, operation } from '../../shared/operation.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { staffRoles, userTypes } from '../identity/permissions.ts';

/** A user as look-ups show it. */
export const userSummarySchema = z.object({
  _id: idSchema,
  _type: z.enum(userTypes),
  email: z.string(),
  name: z.string(),
  phone_country_code: z.string(),
  phone: z.string(),
  enabled: z.boolean(),
  /** The rest is for those who may open `/user`. */
  e_verified: z.boolean().optional(),
  p_verified: z.boolean().optional(),
  referral_code: z.string().nullable().optional(),
  created: z.string().optional(),
  /** For an Admin, of staff and tutors: the role that counts instead of the type's, null where none does. */
  acts_as: z.enum(staffRoles).nullable().optional(),
  /** Where a search found the parent and not the student: the parent's name, and what else of the parent matched. */
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
    search: contains.describe(
      'E-mail, phone or name, for those who read parents also the parent’s',
    ),
    enabled: z.boolean(),
    'lead_source.source': anyOf(textSchema(80)),
    birthday: z
      .union([z.literal('today'), plainDateSchema])
      .describe('Enabled students whose birthday is kept on this business day'),
  },
});

/** Finds users; a Partner finds only students of its lead source, an Agent those of its orders. */
export const listUsers = operation({
  name: 'listUsers',
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

/** The user query of the specification's own path, with the same meaning as `GET /admin/user`. */
export const findUsers = operation({
  ...listUsers,
  name: 'findUsers',
  summary: 'Find users (the short path of the specification)',
  path: '/user',
});
