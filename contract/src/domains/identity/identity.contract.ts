import { z } from 'zod';
import { one, operation } from '../../shared/operation.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { currencySchema } from '../../shared/money.ts';
import { passwordProblem } from './identity.rules.ts';
import { flags, needs, screenRoutes, staffRoles } from './permissions.ts';

/** The signed-in user for the shell: account, effective role, screens and flags. */
export const sessionUserSchema = z.object({
  _id: idSchema,
  _type: z.enum(staffRoles).describe('The effective role (acts_as if set)'),
  email: z.string(),
  name: z.string(),
  extra_routes: z.array(z.string()),
  sees_order_id: z.boolean(),
  routes: z.array(z.enum(screenRoutes)),
  flags: z.array(z.enum(flags)),
  needs_second_factor: z.boolean().describe('A setting requires it, and it is off'),
});
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** A typed second factor. */
export const codeSchema = textSchema(40).describe('6 digits of the app, or a recovery code');

/** The answer of every completed sign-in. */
export const sessionAnswer = z.object({ token: z.string(), data: sessionUserSchema });

/** Settings that the web app needs before sign-in. */
export const getClientSettings = operation({
  name: 'getClientSettings',
  domain: 'identity',
  summary: 'Product name, business time zone and day, for every screen',
  method: 'GET',
  path: '/settings',
  access: 'public',
  response: one(
    z.object({
      product_name: z.string(),
      business_time_zone: z.string(),
      business_day: z.string(),
      partner_brand: z.string(),
      default_currency: currencySchema,
      signup_url: z.string().nullable().describe('Target of a referral link; null if not set'),
    }),
  ),
});

/** Signs in (part 1 §2 Login, §4 Session). A wrong password and an unknown e-mail give the same error. */
export const signIn = operation({
  name: 'signIn',
  domain: 'identity',
  summary: 'Sign in with e-mail and password',
  method: 'POST',
  path: '/auth',
  access: 'public',
  body: z.strictObject({ email: textSchema(254), password: textSchema(200) }),
  response: sessionAnswer,
  errors: ['wrong_credentials', 'invalid_user_type', 'too_many_attempts', 'second_factor_required'],
});

/** Completes a sign-in that was answered with a challenge: by the app's code, or by a recovery code. */
export const signInWithCode = operation({
  name: 'signInWithCode',
  domain: 'identity',
  summary: 'Sign in with the second factor',
  method: 'POST',
  path: '/auth/totp',
  access: 'public',
  body: z.strictObject({ challenge: textSchema(100), code: codeSchema }),
  response: sessionAnswer,
  errors: ['challenge_not_valid', 'second_factor_locked'],
});

export const getMe = operation({
  name: 'getMe',
  domain: 'identity',
  summary: 'The signed-in person',
  method: 'GET',
  path: '/me',
  access: 'signed-in',
  response: one(sessionUserSchema),
});

/** Replaces the session token; the old one becomes invalid (decisions: Session). */
export const refreshToken = operation({
  name: 'refreshToken',
  domain: 'identity',
  summary: 'Replace the session token',
  method: 'POST',
  path: '/refreshToken',
  access: 'signed-in',
  response: sessionAnswer,
});

export const signOut = operation({
  name: 'signOut',
  domain: 'identity',
  summary: 'End this session',
  method: 'POST',
  path: '/signOut',
  access: 'signed-in',
  response: one(z.object({ ended: z.literal(true) })),
});

/** Releases an account that failed sign-ins have locked; `released` is true if any failure counted. */
export const releaseSignIn = operation({
  name: 'releaseSignIn',
  domain: 'users',
  summary: "Release an account's sign-in lock",
  method: 'POST',
  path: '/admin/user/{id}/release-sign-in',
  access: ['/user'],
  permission: needs('staff.canManage'),
  params: z.object({ id: idSchema }),
  response: one(z.object({ released: z.boolean() })),
});

/** A password by the rules of part 2 §5; the issue's message is the exact text to show. */
export const newPasswordSchema = textSchema(200).superRefine((password, context) => {
  const problem = passwordProblem(password);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

/** Changes the caller's own password, by the old one, and ends every other session of the account. */
export const changePassword = operation({
  name: 'changePassword',
  domain: 'identity',
  summary: 'Change the own password',
  method: 'POST',
  path: '/changePassword',
  access: 'signed-in',
  body: z.strictObject({
    password: newPasswordSchema,
    old_password: textSchema(200).min(1, 'Fill in your old password'),
  }),
  response: one(z.object({ changed: z.literal(true) })),
  errors: ['too_many_attempts'],
});
