import { eq } from 'drizzle-orm';
import type {
  RequestOptions,
  UsedCredential,
} from 'staffroom-contract/domains/identity/passkeys.contract.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError, refusal } from '../../platform/errors.ts';
import { presentSessionUser } from './identity.presenter.ts';
import { challengeLifetime, newChallenge, takeChallenge } from './passkey-challenges.ts';
import * as passkeyQueries from './passkeys.queries.ts';
import { userHandleOf } from './passkeys.service.ts';
import { relyingPartyOf } from './relying-party.ts';
import { accountColumns, holdAccount } from './sessions.queries.ts';
import { actorOf, hashToken, openSession } from './sessions.service.ts';
import { networkOf } from './sign-in-locks.ts';
import {
  inSignInLane,
  markSucceeded,
  noteFailure,
  type SignInAttempt,
} from './sign-in-throttle.ts';
import { users } from './users.schema.ts';
import { checkUsedCredential } from './webauthn.ts';

/** The most sign-ins of one network that wait for a signature, so that a flood cannot fill the table. */
const mostWaiting = 200;

/** Begins a sign-in with a passkey; the same for every account. Throws passkeys_off, too_many_attempts. */
export const startPasskeySignIn = async (context: Context) => {
  const { id } = relyingPartyOf(context);
  const { db, clock, address } = context;
  const waiting = await passkeyQueries.countWaitingSignIns(db, networkOf(address), clock.now());
  if (waiting >= mostWaiting)
    throw refusal('too_many_attempts', { retryAfterSeconds: challengeLifetime / 1000 });
  const challenge = await inTransaction(context, (tx) => newChallenge(tx, context, null));
  const data: RequestOptions = {
    challenge,
    rpId: id,
    userVerification: 'required',
    timeout: challengeLifetime,
  };
  return { data };
};

/**
 * Signs in with a passkey, which is both factors: the device, and the fingerprint, face or PIN that it checked. Counted
 * in the throttle of sign-ins, under the account's e-mail. An unknown passkey, a wrong signature and a disabled account
 * give the same error. A counter that goes back means a copied key, and is refused. Throws passkeys_off,
 * challenge_not_valid, passkey_not_accepted, invalid_user_type, busy, too_many_attempts.
 */
export const signInWithPasskey = async (context: Context, credential: UsedCredential) => {
  const site = relyingPartyOf(context);
  const credentialId = Buffer.from(credential.id, 'base64url');
  const found = await passkeyQueries.findByCredential(context.db, credentialId);
  const lane = found?.emailKey ?? `passkey ${hashToken(credential.id).toString('hex', 0, 16)}`;
  return inSignInLane(context, lane, async (attempt) => {
    const outcome = await inTransaction(context, async (tx) => {
      const { clientDataJSON } = credential.response;
      const now = context.clock.now();
      const challenge = await takeChallenge(tx, { clientDataJSON, userId: null, now });
      if (challenge === undefined) return refusal('challenge_not_valid');
      const passkey = found && (await lockPasskey(tx, found));
      if (!passkey) return failed('wrong_passkey');
      const counter = await checkUsedCredential(credential, passkey, { challenge, site });
      const isOwn = credential.response.userHandle === userHandleOf(passkey.userId);
      if (counter === undefined || !isOwn) return failed('wrong_passkey');
      // Passkeys that are synchronized between devices do not count.
      if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter)
        return failed('passkey_counter');
      return open(tx, context, { attempt, passkey, counter });
    });
    // Thrown outside, so that the challenge stays used.
    if (outcome instanceof AppError) throw outcome;
    if (!('reason' in outcome)) return outcome;
    await noteFailure(context, attempt, {
      accountId: found?.userId,
      reason: outcome.reason,
      isByEmail: found !== undefined,
    });
    throw refusal(outcome.reason === 'invalid_user_type' ? outcome.reason : 'passkey_not_accepted');
  });
};

type Failure = {
  reason: 'wrong_passkey' | 'passkey_counter' | 'disabled' | 'invalid_user_type';
};

const failed = (reason: Failure['reason']): Failure => ({ reason });

/** Locks the account and then its passkey, in the order of every sign-in. */
const lockPasskey = async (tx: Db, { id, userId }: { id: string; userId: string }) => {
  const held = await holdAccount(tx, userId);
  const passkey = await passkeyQueries.lockPasskey(tx, id);
  return passkey && held && { ...passkey, isEnabled: held.enabled };
};

type Verified = {
  attempt: SignInAttempt;
  passkey: NonNullable<Awaited<ReturnType<typeof lockPasskey>>>;
  counter: number;
};

const open = async (tx: Db, context: Context, { attempt, passkey, counter }: Verified) => {
  const { id, userId } = passkey;
  const [account] = await tx.select(accountColumns).from(users).where(eq(users.id, userId));
  if (!account || !passkey.isEnabled) return failed('disabled');
  const actor = actorOf(account);
  if (!actor) return failed('invalid_user_type');
  await passkeyQueries.notePasskeyUse(tx, id, { counter, lastUsedAt: context.clock.now() });
  await markSucceeded(tx, context, attempt, userId);
  const token = await openSession(tx, context, { userId, userAgent: context.userAgent });
  await recordAudit(
    tx,
    { ...context, actor },
    {
      action: 'session.started',
      entity: 'user',
      entityId: userId,
      after: { with: 'passkey', name: passkey.name },
    },
  );
  return { token, data: presentSessionUser(actor, context.settings) };
};
