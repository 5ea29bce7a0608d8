import { z } from 'zod';
import { many, one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment } from '../../shared/shown.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { sessionAnswer } from './identity.contract.ts';

/** The most passkeys of an account. */
export const mostPasskeys = 10;

export const passkeySchema = z.object({
  _id: idSchema,
  name: z.string().describe('The browser and, if known, the password manager that stores it'),
  added_on: moment,
  last_used_on: moment.nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

const ownPassword = z.strictObject({ password: textSchema(200).min(1, 'Fill in your password') });

/** Bytes in base64url, at most so many of them. */
const bytesSchema = (most: number) =>
  textSchema(Math.ceil((most * 4) / 3)).regex(/^[\w-]+$/, 'This is not base64url.');

/** The part that both answers of an authenticator have; further properties of the browser's `toJSON()` are ignored. */
const credentialShape = {
  id: bytesSchema(1023),
  rawId: bytesSchema(1023),
  type: z.literal('public-key'),
};

/** The parts of WebAuthn's `RegistrationResponseJSON` that are needed. */
const newCredentialSchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: bytesSchema(4096),
    attestationObject: bytesSchema(16_384),
  }),
});
export type NewCredential = z.output<typeof newCredentialSchema>;

/** The parts of WebAuthn's `AuthenticationResponseJSON` that are needed. */
const usedCredentialSchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: bytesSchema(4096),
    authenticatorData: bytesSchema(4096),
    signature: bytesSchema(1024),
    userHandle: bytesSchema(64),
  }),
});
export type UsedCredential = z.output<typeof usedCredentialSchema>;

/** WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  timeout: z.int(),
});
export type CreationOptions = z.infer<typeof creationOptions>;

/** WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  timeout: z.int(),
});
export type RequestOptions = z.infer<typeof requestOptions>;

/** The caller's passkeys, oldest first. */
export const listPasskeys = operation({
  name: 'listPasskeys',
  domain: 'identity',
  summary: 'The own passkeys',
  method: 'GET',
  path: '/me/passkey',
  access: 'signed-in',
  response: many(passkeySchema),
});

/** Begins to add a passkey, by the own password: what the browser needs to make one, valid for 5 minutes. */
export const startPasskey = operation({
  name: 'startPasskey',
  domain: 'identity',
  summary: 'Begin to add a passkey',
  method: 'POST',
  path: '/me/passkey/options',
  access: 'signed-in',
  body: ownPassword,
  response: one(creationOptions),
  errors: ['passkeys_off', 'password_needed', 'too_many_passkeys', 'too_many_attempts'],
});

/** Adds the passkey that the browser made. */
export const addPasskey = operation({
  name: 'addPasskey',
  domain: 'identity',
  summary: 'Add a passkey',
  method: 'POST',
  path: '/me/passkey',
  access: 'signed-in',
  body: z.strictObject({ credential: newCredentialSchema }),
  response: one(passkeySchema),
  status: 201,
  errors: ['passkeys_off', 'passkey_not_added', 'passkey_known', 'too_many_passkeys'],
});

/** Removes one of the caller's passkeys, by the own password; false if it is gone already or is of another account. */
export const removePasskey = operation({
  name: 'removePasskey',
  domain: 'identity',
  summary: 'Remove one of the own passkeys',
  method: 'DELETE',
  path: '/me/passkey/{id}',
  access: 'signed-in',
  params: idParams,
  body: ownPassword,
  response: one(z.object({ removed: z.boolean() })),
  errors: ['password_needed', 'too_many_attempts'],
});

/** Begins a sign-in with a passkey; the answer is the same for everyone, valid for 5 minutes. */
export const startPasskeySignIn = operation({
  name: 'startPasskeySignIn',
  domain: 'identity',
  summary: 'Begin to sign in with a passkey',
  method: 'POST',
  path: '/auth/passkey/options',
  access: 'public',
  response: one(requestOptions),
  errors: ['passkeys_off', 'too_many_attempts'],
});

/** Signs in with a passkey, which is both factors. An unknown one and a wrong signature give the same error. */
export const signInWithPasskey = operation({
  name: 'signInWithPasskey',
  domain: 'identity',
  summary: 'Sign in with a passkey',
  method: 'POST',
  path: '/auth/passkey',
  access: 'public',
  body: z.strictObject({ credential: usedCredentialSchema }),
  response: sessionAnswer,
  errors: [
    'passkeys_off',
    'challenge_not_valid',
    'passkey_not_accepted',
    'invalid_user_type',
    'too_many_attempts',
  ],
});
