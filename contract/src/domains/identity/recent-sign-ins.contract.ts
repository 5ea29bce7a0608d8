import { z } from 'zod';
import { pageQuery } from '../../shared/lists.ts';
import { many, operation } from '../../shared/operation.ts';
import { moment } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';

/** The days of the list. */
export const recentDays = 30;

const signInOutcomes = [
  'signed_in',
  'wrong_password',
  'wrong_code',
  'wrong_passkey',
  'refused',
] as const;

const signInMeans = ['password', 'code', 'recovery_code', 'passkey', 'provider'] as const;

const recentSignInSchema = z.object({
  _id: idSchema,
  at: moment,
  outcome: z.enum(signInOutcomes),
  means: z.enum(signInMeans),
  provider: z.string().nullable().describe('The name of the service, as "Google"'),
  address: z.string(),
  user_agent: z.string(),
  is_suspicious: z
    .boolean()
    .describe(
      'Failed within 7 days, from a network where this account has not signed in within 30 days',
    ),
});
export type RecentSignIn = z.infer<typeof recentSignInSchema>;

/** The caller's sign-ins of the last 30 days and the failed ones, the newest first. */
export const listRecentSignIns = operation({
  name: 'listRecentSignIns',
  domain: 'identity',
  summary: 'The own sign-ins of the last 30 days',
  method: 'GET',
  path: '/me/sign-in',
  access: 'signed-in',
  query: z.strictObject(pageQuery(20)),
  response: many(recentSignInSchema),
});
