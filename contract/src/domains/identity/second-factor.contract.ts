import { z } from 'zod';
import { one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment } from '../../shared/shown.ts';
import { textSchema } from '../../shared/text.ts';
import { codeSchema } from './identity.contract.ts';
import { needs } from './permissions.ts';

const passwordSchema = textSchema(200).min(1, 'Fill in your password');
const recoveryCodes = one(z.object({ recovery_codes: z.array(z.string()) }));

/** The caller's second factor: whether it is on, since when, and how many recovery codes are left. */
export const getSecondFactor = operation({
  name: 'getSecondFactor',
  domain: 'identity',
  summary: 'The own second factor',
  method: 'GET',
  path: '/me/totp',
  access: 'signed-in',
  response: one(
    z.object({
      on_since: moment.nullable(),
      recovery_codes_left: z.int().min(0),
      is_required: z.boolean().describe('A setting requires it for this role'),
    }),
  ),
});

/** Makes a new secret for an authenticator app; nothing changes until its first code is confirmed. */
export const startSecondFactor = operation({
  name: 'startSecondFactor',
  domain: 'identity',
  summary: 'Make a secret for an authenticator app',
  method: 'POST',
  path: '/me/totp',
  access: 'signed-in',
  response: one(z.object({ secret: z.string(), uri: z.string() })),
});

/**
 * Turns the second factor on with the app's first code; ends every other session and shows new recovery codes once. One that
 * is on is replaced by the own password only, so that an open session cannot move it to another phone.
 */
export const confirmSecondFactor = operation({
  name: 'confirmSecondFactor',
  domain: 'identity',
  summary: 'Turn the second factor on by its first code',
  method: 'POST',
  path: '/me/totp/confirm',
  access: 'signed-in',
  body: z.strictObject({
    code: codeSchema,
    password: passwordSchema.optional().describe('Needed if the second factor is on'),
  }),
  response: recoveryCodes,
  errors: ['second_factor_not_started', 'second_factor_locked'],
});

/** Replaces the recovery codes; the old ones stop working. */
export const renewRecoveryCodes = operation({
  name: 'renewRecoveryCodes',
  domain: 'identity',
  summary: 'Make new recovery codes',
  method: 'POST',
  path: '/me/totp/recovery-codes',
  access: 'signed-in',
  body: z.strictObject({ password: passwordSchema }),
  response: recoveryCodes,
  errors: ['second_factor_off', 'too_many_attempts'],
});

/** Turns the second factor off, by the password; nothing if it is off. */
export const removeSecondFactor = operation({
  name: 'removeSecondFactor',
  domain: 'identity',
  summary: 'Turn the second factor off',
  method: 'DELETE',
  path: '/me/totp',
  access: 'signed-in',
  body: z.strictObject({ password: passwordSchema }),
  response: one(z.object({ removed: z.boolean() })),
  errors: ['second_factor_needed', 'too_many_attempts'],
});

/** Turns off the second factor of another account, whose person lost the phone; ends its sessions. */
export const resetSecondFactor = operation({
  name: 'resetSecondFactor',
  domain: 'users',
  summary: "Turn another account's second factor off",
  method: 'DELETE',
  path: '/admin/user/{id}/totp',
  access: ['/user'],
  permission: needs('staff.canManage'),
  params: idParams,
  response: one(z.object({ removed: z.boolean() })),
  errors: ['second_factor_own'],
});
