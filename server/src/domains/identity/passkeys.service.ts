import {
  mostPasskeys,
  type CreationOptions,
  type NewCredential,
  type Passkey,
} from 'staffroom-contract/domains/identity/passkeys.contract.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import { refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { refuseWithoutPassword, requireOwnPassword } from './own-password.ts';
import { challengeLifetime, newChallenge, takeChallenge } from './passkey-challenges.ts';
import { passkeyName } from './passkey-names.ts';
import * as passkeyQueries from './passkeys.queries.ts';
import { relyingPartyOf } from './relying-party.ts';
import { noteSecurityChange } from './security-notices.ts';
import { settled } from './settled.ts';
import { algorithms, checkNewCredential } from './webauthn.ts';

/** Returns the caller's passkeys, oldest first. */
export const listPasskeys = async ({ db, actor }: Context) => {
  const rows = await passkeyQueries.listPasskeysOf(db, actor.id);
  return { data: rows.map(presentPasskey), count: rows.length };
};

/**
 * Begins to add a passkey, by the password, so that an open session alone cannot leave one behind. Returns what the
 * browser needs; a later call replaces it. Throws passkeys_off, password_needed, too_many_passkeys, invalid_value,
 * too_many_attempts.
 */
export const startPasskey = async (context: Context, password: string) => {
  const { actor, settings } = context;
  const site = relyingPartyOf(context);
  await inTransaction(context, (tx) => refuseWithoutPassword(tx, context.actor.id));
  await requireOwnPassword(context, password, 'password');
  return inTransaction(context, async (tx) => {
    const known = await passkeyQueries.listPasskeysOf(tx, actor.id);
    if (known.length >= mostPasskeys) throw refusal('too_many_passkeys');
    await passkeyQueries.deletePasskeyChallengesOf(tx, actor.id);
    const challenge = await newChallenge(tx, context, actor.id);
    const data: CreationOptions = {
      challenge,
      rp: { id: site.id, name: settings.productName },
      user: {
        id: userHandleOf(actor.id),
        name: actor.email,
        displayName: actor.name || actor.email,
      },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: known.map(({ credentialId }) => ({
        type: 'public-key',
        id: credentialId.toString('base64url'),
      })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
      timeout: challengeLifetime,
    };
    return { data };
  });
};

/**
 * Adds the passkey that the browser made for the caller's challenge, which ends whether it is accepted or not. Throws
 * passkeys_off, passkey_not_added, passkey_known, too_many_passkeys.
 */
export const addPasskey = async (context: Context, credential: NewCredential) => {
  const site = relyingPartyOf(context);
  const { actor } = context;
  return settled(context, async (tx) => {
    const now = context.clock.now();
    const { clientDataJSON } = credential.response;
    const challenge = await takeChallenge(tx, { clientDataJSON, userId: actor.id, now });
    const made = challenge && (await checkNewCredential(credential, { challenge, site }));
    if (!made) return refusal('passkey_not_added');
    await passkeyQueries.lockPasskeysOf(tx, actor.id);
    const { length } = await passkeyQueries.listPasskeysOf(tx, actor.id);
    if (length >= mostPasskeys) return refusal('too_many_passkeys');
    const { aaguid, ...key } = made;
    const added = await passkeyQueries.insertPasskey(tx, {
      ...key,
      id: newId(now),
      userId: actor.id,
      name: passkeyName(context.userAgent, aaguid),
      addedAt: now,
      lastUsedAt: null,
    });
    if (!added) return refusal('passkey_known');
    const change = { ...about(actor.id, 'passkey_added'), after: { name: added.name } };
    await noteSecurityChange(tx, context, actor.id, 'passkey_added');
    await recordAudit(tx, context, change);
    return { data: presentPasskey(added) };
  });
};

/**
 * Removes one of the caller's passkeys, by the password, which stays as a way to sign in. Throws password_needed,
 * invalid_value, too_many_attempts.
 */
export const removePasskey = async (context: Context, id: string, password: string) => {
  await inTransaction(context, (tx) => refuseWithoutPassword(tx, context.actor.id));
  await requireOwnPassword(context, password, 'password');
  const { actor } = context;
  return inTransaction(context, async (tx) => {
    const removed = await passkeyQueries.deletePasskey(tx, actor.id, id);
    if (removed) {
      const change = { ...about(actor.id, 'passkey_removed'), before: { name: removed.name } };
      await noteSecurityChange(tx, context, actor.id, 'passkey_removed');
      await recordAudit(tx, context, change);
    }
    return { data: { removed: removed !== undefined } };
  });
};

/** The user handle that an authenticator stores with a passkey: the account's id, which says nothing about a person. */
export const userHandleOf = (userId: string) =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

const presentPasskey = (row: passkeyQueries.PasskeyRow): Passkey => ({
  _id: row.id,
  name: row.name,
  added_on: row.addedAt.toISOString(),
  last_used_on: row.lastUsedAt?.toISOString() ?? null,
});

const about = (userId: string, act: string) => ({
  action: `user.${act}`,
  entity: 'user',
  entityId: userId,
});
