import { z } from 'zod';
import { one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment } from '../../shared/shown.ts';
import { textSchema } from '../../shared/text.ts';
import { needs, staffRoles } from './permissions.ts';

/** The purpose of a link in an e-mail: the first password of a new account, or a new one for a forgotten password. */
export const linkKinds = ['invitation', 'reset'] as const;
export type LinkKind = (typeof linkKinds)[number];

const linkToken = textSchema(200).describe('The part of the link after #');
const accepted = one(z.object({ accepted: z.literal(true) }));

/** Sends an invitation: a link that works once within 7 days, with which an account without a password gets one. */
export const inviteUser = operation({
  name: 'inviteUser',
  domain: 'users',
  summary: 'Invite a new account by e-mail to choose its password',
  method: 'POST',
  path: '/admin/user/{id}/invite',
  access: ['/user'],
  permission: needs('staff.canManage'),
  params: idParams,
  response: one(z.object({ sent_to: z.string(), expires_on: moment })),
  errors: ['cannot_sign_in', 'account_disabled', 'has_password', 'too_many_attempts'],
  idempotent: true,
});

/** Sends a link for a new password if an account has this e-mail. The answer is always the same. */
export const forgotPassword = operation({
  name: 'forgotPassword',
  domain: 'identity',
  summary: 'Ask for a link to a new password by e-mail',
  method: 'POST',
  path: '/forgotPassword',
  access: 'public',
  body: z.strictObject({ email: textSchema(254) }),
  response: accepted,
  status: 202,
});

/** Returns whose password a link sets. A used, expired and unknown link give the same error. */
export const readPasswordLink = operation({
  name: 'readPasswordLink',
  domain: 'identity',
  summary: 'The account whose password a link sets',
  method: 'POST',
  path: '/passwordLink',
  access: 'public',
  body: z.strictObject({ token: linkToken }),
  response: one(
    z.object({
      kind: z.enum(linkKinds),
      name: z.string(),
      email: z.string(),
      role: z.enum(staffRoles),
      invited_by: z.string().nullable(),
      expires_on: moment,
    }),
  ),
  errors: ['link_not_valid'],
});

/** Sends a new link to the address of an old one, if its account may still get one. The answer is always the same. */
export const renewPasswordLink = operation({
  name: 'renewPasswordLink',
  domain: 'identity',
  summary: 'Ask for a new link in place of an old one',
  method: 'POST',
  path: '/passwordLink/renew',
  access: 'public',
  body: z.strictObject({ token: linkToken }),
  response: accepted,
  status: 202,
});

/** Sets the password of a link's account (`password.rules.ts`), which ends the link and every session of the account. */
export const resetPassword = operation({
  name: 'resetPassword',
  domain: 'identity',
  summary: 'Set a password with a link',
  method: 'POST',
  path: '/resetPassword',
  access: 'public',
  body: z.strictObject({ token: linkToken, password: textSchema(200) }),
  response: one(z.object({ email: z.string() })),
  errors: ['link_not_valid'],
});
