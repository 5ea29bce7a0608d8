import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Actor, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError, notFound, refusal } from '../../platform/errors.ts';
import type { Settings } from '../../platform/settings.ts';
import {
  lacksSecondFactor,
  presentSessionUser,
  requiresSecondFactor,
} from './identity.presenter.ts';
import { requireOwnPassword, wrongOwnPassword } from './own-password.ts';
import { hashRecoveryCode, newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';
import { deletePasskeysOf } from './passkeys.queries.ts';
import { noteSecurityChange } from './security-notices.ts';
import * as factorQueries from './second-factor.queries.ts';
import { accountColumns, holdAccount } from './sessions.queries.ts';
import { actorOf, endSessions, hashToken, openSession } from './sessions.service.ts';
import { markSucceeded, type SignInAttempt } from './sign-in-throttle.ts';
import { settled } from './settled.ts';
import { openSecret, sealSecret } from './stored-secrets.ts';
import { base32, matchingStep, newSecret, uriOf } from './totp.ts';
import { users } from './users.schema.ts';

const minute = 60_000;
/** Wrong codes of an account within the window lock it for as long. */
const mostFailures = 5;
const window = 15 * minute;
/** Milliseconds between the password and the code. */
const challengeLifetime = 10 * minute;

/** True if the caller must set up a second factor before this call: only calls about the own sign-in are allowed. */
export const isBarred = (
  settings: Pick<Settings, 'secondFactor'>,
  actor: Actor,
  { access, domain, permission }: AnyOperation,
) =>
  lacksSecondFactor(settings, actor) &&
  (access !== 'signed-in' || domain !== 'identity' || permission !== undefined);

/** Returns whether the caller's second factor is on, since when, and its recovery codes. */
export const getSecondFactor = async ({ db, actor, settings }: Context) => ({
  data: {
    on_since: (await factorQueries.findFactor(db, actor.id))?.confirmedAt?.toISOString() ?? null,
    recovery_codes_left: await factorQueries.countRecoveryCodes(db, actor.id),
    is_required: requiresSecondFactor(settings, actor),
  },
});

/** Makes a secret for an app; an earlier one works until the first code of this one. */
export const startSecondFactor = (context: Context) =>
  inTransaction(context, async (tx) => {
    const { actor, settings } = context;
    const secret = newSecret();
    const sealed = sealSecret(secret, settings.secondFactor.key, actor.id);
    await factorQueries.savePending(tx, actor.id, sealed);
    const uri = uriOf(secret, { issuer: settings.productName, email: actor.email });
    return { data: { secret: base32(secret), uri } };
  });

/**
 * Turns the second factor on by the first code of the new secret; ends every other session. One that is on is replaced by
 * the password only. Returns the recovery codes, which are not stored. Throws second_factor_not_started,
 * second_factor_locked, invalid_value, too_many_attempts.
 */
export const confirmSecondFactor = async (
  context: Context,
  { code, password }: { code: string; password?: string | undefined },
) => {
  const { actor, settings } = context;
  const wasOn = (await factorQueries.findFactor(context.db, actor.id))?.confirmedAt ?? null;
  if (wasOn) {
    // A missing password is no attempt at one, for example when a confirmation is sent twice.
    if (password === undefined) throw wrongOwnPassword('password');
    await requireOwnPassword(context, password, 'password');
  }
  const codes = newRecoveryCodes();
  const hashes = await hashAll(codes, actor.id);
  return settled(context, async (tx) => {
    const factor = await factorQueries.lockFactor(tx, actor.id);
    if (!factor?.pendingSecret) throw refusal('second_factor_not_started');
    // Turned on meanwhile, without a password from this caller.
    if (factor.confirmedAt && !wasOn) throw wrongOwnPassword('password');
    const now = context.clock.now();
    await refuseLocked(tx, actor.id, now);
    const secret = openSecret(factor.pendingSecret, settings.secondFactor.key, actor.id);
    const step = secret && matchingStep(secret, plainDigits(code), { now, lastStep: null });
    if (step === undefined) {
      await factorQueries.addFailure(tx, actor.id, now);
      return wrongCode();
    }
    await factorQueries.clearFailures(tx, actor.id);
    await factorQueries.setFactor(tx, actor.id, {
      secret: factor.pendingSecret,
      confirmedAt: now,
      lastStep: step,
      pendingSecret: null,
    });
    await factorQueries.replaceRecoveryCodes(tx, actor.id, hashes);
    await endSessions(tx, actor.id, context);
    await noteSecurityChange(
      tx,
      context,
      actor.id,
      wasOn ? 'second_factor_replaced' : 'second_factor_on',
    );
    await recordAudit(tx, context, about(actor.id, 'second_factor_on'));
    return { data: { recovery_codes: codes } };
  });
};

/** Replaces the caller's recovery codes, by the password. Throws second_factor_off, invalid_value, too_many_attempts. */
export const renewRecoveryCodes = async (context: Context, password: string) => {
  await requireOwnPassword(context, password, 'password');
  const { actor } = context;
  const codes = newRecoveryCodes();
  const hashes = await hashAll(codes, actor.id);
  return inTransaction(context, async (tx) => {
    const factor = await factorQueries.lockFactor(tx, actor.id);
    if (!factor?.confirmedAt) throw refusal('second_factor_off');
    await factorQueries.replaceRecoveryCodes(tx, actor.id, hashes);
    await recordAudit(tx, context, about(actor.id, 'recovery_codes_renewed'));
    return { data: { recovery_codes: codes } };
  });
};

/** Turns the caller's second factor off, by the password. Throws second_factor_needed, invalid_value, too_many_attempts. */
export const removeSecondFactor = async (context: Context, password: string) => {
  const { actor, settings } = context;
  if (requiresSecondFactor(settings, actor)) throw refusal('second_factor_needed');
  await requireOwnPassword(context, password, 'password');
  return inTransaction(context, async (tx) => {
    const removed = await factorQueries.deleteFactor(tx, actor.id);
    if (removed) {
      await noteSecurityChange(tx, context, actor.id, 'second_factor_off');
      await recordAudit(tx, context, about(actor.id, 'second_factor_off'));
    }
    return { data: { removed } };
  });
};

/**
 * Turns off the second factor of another account, removes its passkeys, which may be on the same phone, and ends its
 * sessions: its person lost the phone and the recovery codes. Throws not_found, second_factor_own.
 */
export const resetSecondFactor = (context: Context, id: string) =>
  inTransaction(context, async (tx) => {
    if (id === context.actor.id) throw refusal('second_factor_own');
    const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id));
    if (!account) throw notFound('id');
    const wasOn = await factorQueries.deleteFactor(tx, id);
    const passkeys = await deletePasskeysOf(tx, id);
    const removed = wasOn || passkeys > 0;
    if (removed) {
      await endSessions(tx, id);
      const change = { ...about(id, 'second_factor_reset'), after: resetWords(passkeys) };
      await noteSecurityChange(tx, context, id, 'second_factor_reset');
      await recordAudit(tx, context, change);
    }
    return { data: { removed } };
  });

/** The audit row's account of a reset: the number of removed passkeys, if any. */
export const resetWords = (passkeys: number) => (passkeys > 0 ? { passkeys } : undefined);

/**
 * Refuses a sign-in whose password was right until its code follows, if the account has a second factor. The attempt
 * stays counted as failed until then. Throws second_factor_required with the challenge.
 */
export const requireCode = async (
  tx: Db,
  context: Context,
  attempt: SignInAttempt,
  userId: string,
): Promise<AppError | undefined> => {
  const factor = await factorQueries.findFactor(tx, userId);
  if (!factor?.confirmedAt) return undefined;
  const challenge = randomBytes(32).toString('base64url');
  await factorQueries.insertChallenge(tx, {
    tokenHash: hashToken(challenge),
    userId,
    attemptId: attempt.id,
    network: attempt.network,
    expiresAt: new Date(context.clock.now().getTime() + challengeLifetime),
  });
  return refusal('second_factor_required', { challenge });
};

/**
 * Completes a sign-in by the app's code or a recovery code; each works once. After 5 wrong ones within 15 minutes the
 * account accepts none for 15 minutes. Throws challenge_not_valid, second_factor_locked, invalid_value.
 */
export const signInWithCode = async (
  context: Context,
  { challenge, code }: { challenge: string; code: string },
) => {
  const now = context.clock.now();
  const tokenHash = hashToken(challenge);
  const found = await factorQueries.findChallenge(context.db, tokenHash, now);
  if (!found) throw refusal('challenge_not_valid');
  const { userId } = found;
  const typed = readRecoveryCode(code);
  const codeHash = typed === undefined ? undefined : await hashRecoveryCode(typed, userId);
  return settled(context, async (tx) => {
    const held = await holdAccount(tx, userId);
    const factor = await factorQueries.lockFactor(tx, userId);
    const [account] = await tx.select(accountColumns).from(users).where(eq(users.id, userId));
    const actor = account && held?.enabled ? actorOf(account) : undefined;
    if (!account || !actor || !factor?.secret) throw refusal('challenge_not_valid');
    await refuseLocked(tx, userId, now);
    const attempt: SignInAttempt = {
      id: found.attemptId,
      emailKey: account.email.toLowerCase(),
      network: found.network,
      locks: [],
    };
    const secret = openSecret(factor.secret, context.settings.secondFactor.key, userId);
    const { lastStep } = factor;
    const step = secret && matchingStep(secret, plainDigits(code), { now, lastStep });
    const isRecovered =
      step === undefined &&
      codeHash !== undefined &&
      (await factorQueries.useRecoveryCode(tx, userId, codeHash, now));
    if (step === undefined && !isRecovered) {
      await factorQueries.addFailure(tx, userId, now);
      const failures = await recentFailures(tx, userId, now);
      const isLocked = lockEnd(failures, now) !== undefined;
      await recordAudit(
        tx,
        { ...context, actor: { id: null, name: 'Not signed in' } },
        { ...about(userId, ''), action: 'session.failed', after: { reason: 'wrong_code' } },
        ...(isLocked ? [{ ...about(userId, ''), action: 'session.locked' }] : []),
      );
      return wrongCode();
    }
    // Of concurrent requests with one challenge only one opens a session.
    if (!(await factorQueries.deleteChallenge(tx, tokenHash))) throw refusal('challenge_not_valid');
    if (step !== undefined) await factorQueries.setFactor(tx, userId, { lastStep: step });
    await factorQueries.clearFailures(tx, userId);
    await markSucceeded(tx, context, attempt, userId);
    const token = await openSession(tx, context, { userId, userAgent: context.userAgent });
    await recordAudit(
      tx,
      { ...context, actor },
      {
        action: 'session.started',
        entity: 'user',
        entityId: userId,
        after: { with: isRecovered ? 'recovery code' : 'code' },
      },
    );
    return { token, data: presentSessionUser(actor, context.settings) };
  });
};

const wrongCode = () =>
  refusal('invalid_value', {
    field: 'code',
    message: 'This code does not match. Type the next one.',
  });

const plainDigits = (code: string) => code.replaceAll(/[\s-]/g, '');

const recentFailures = (tx: Db, userId: string, now: Date) =>
  factorQueries.listFailures(tx, userId, new Date(now.getTime() - 2 * window), mostFailures);

/** The end of the lock that these failures cause, newest first; undefined if they cause none. */
const lockEnd = (failures: readonly number[], now: Date): Date | undefined => {
  const [newest = 0] = failures;
  const oldest = failures[mostFailures - 1];
  const isLocked =
    oldest !== undefined && newest - oldest <= window && now.getTime() < newest + window;
  return isLocked ? new Date(newest + window) : undefined;
};

const refuseLocked = async (tx: Db, userId: string, now: Date) => {
  const until = lockEnd(await recentFailures(tx, userId, now), now);
  if (until)
    throw refusal('second_factor_locked', {
      retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
    });
};

const hashAll = async (codes: readonly string[], userId: string) => {
  const hashes: Buffer[] = [];
  for (const code of codes) hashes.push(await hashRecoveryCode(code, userId));
  return hashes;
};

const about = (userId: string, act: string) => ({
  action: `user.${act}`,
  entity: 'user',
  entityId: userId,
});
