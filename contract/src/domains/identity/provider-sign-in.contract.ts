import { z } from 'zod';
import { many, one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment } from '../../shared/shown.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { sessionAnswer } from './identity.contract.ts';

/** Exchanges the code of a sign-in with a company's account for a session; our second factor still applies. */
export const signInWithProvider = operation({
  name: 'signInWithProvider',
  domain: 'identity',
  summary: 'Complete a sign-in with an account of OpenID Connect',
  method: 'POST',
  path: '/auth/oidc',
  access: 'public',
  body: z.strictObject({ code: textSchema(100) }),
  response: sessionAnswer,
  errors: ['challenge_not_valid', 'second_factor_required', 'too_many_attempts'],
});

export const providerLinkSchema = z.object({
  _id: idSchema,
  provider: z.string().describe('The label of the service'),
  email: z.string().describe('The e-mail by which it was linked'),
  linked_on: moment,
});
export type ProviderLink = z.infer<typeof providerLinkSchema>;

/** The accounts of services that sign in to the caller's account, oldest first. */
export const listProviderLinks = operation({
  name: 'listProviderLinks',
  domain: 'identity',
  summary: 'The own linked accounts of OpenID Connect',
  method: 'GET',
  path: '/me/link',
  access: 'signed-in',
  response: many(providerLinkSchema),
});

/** Removes one of the caller's links; false if it is gone already or is of another account. */
export const removeProviderLink = operation({
  name: 'removeProviderLink',
  domain: 'identity',
  summary: 'Unlink an account of OpenID Connect',
  method: 'DELETE',
  path: '/me/link/{id}',
  access: 'signed-in',
  params: idParams,
  response: one(z.object({ removed: z.boolean() })),
  errors: ['password_needed'],
});
