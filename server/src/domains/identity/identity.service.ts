import { and, eq } from 'drizzle-orm';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Actor, type Context } from '../../platform/context.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { users } from './users.schema.ts';
import { presentSessionUser } from './identity.presenter.ts';
import { requireOwnPassword, wrongOwnPassword } from './own-password.ts';
import { endLinksOf } from './password-links.queries.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { noteSecurityChange } from './security-notices.ts';
import { requireCode } from './second-factor.service.ts';
import { accountColumns, findSessionByToken, holdAccount } from './sessions.queries.ts';
import { actorOf, closeSession, endSessions, hashToken, openSession } from './sessions.service.ts';
import { settled } from './settled.ts';
import {
  inSignInLane,
  markSucceeded,
  noteFailure,
  releaseLocks,
  type SignInAttempt,
} from './sign-in-throttle.ts';

/** Returns the settings that screens need before sign-in. */
export const readClientSettings = async ({ settings, clock }: Context) => ({
  data: {
    product_name: settings.productName,
    business_time_zone: settings.businessTimeZone,
    business_day: businessDayOf(clock.now().toISOString(), settings.businessTimeZone),
    partner_brand: settings.partnerBrand,
    signup_url: settings.signupUrl ?? null,
    default_currency: 'SGD' as const,
  },
});

/**
 * Signs in. A wrong password, an unknown e-mail and a disabled account take the same time and get the same error;
 * students and TAs are refused with `invalid_user_type` (part 1 §4 Session). Throws second_factor_required with a
 * challenge if the account has a second factor.
 */
export const signIn = (context: Context, { email, password }: Credentials) =>
  inSignInLane(context, email.trim().toLowerCase(), (attempt) =>
    checkPassword(context, attempt, password),
  );

type Credentials = { email: string; password: string };

const checkPassword = async (context: Context, attempt: SignInAttempt, password: string) => {
  const [account] = await context.db
    .select({ ...accountColumns, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.emailKey, attempt.emailKey));
  const matches = await verifyPassword(account?.passwordHash, password);
  const failed = async (reason: 'wrong_credentials' | 'invalid_user_type') => {
    await noteFailure(context, attempt, { accountId: account?.id, reason });
    return refusal(reason);
  };
  if (!matches || !account?.enabled) throw await failed('wrong_credentials');
  const actor = actorOf(account);
  if (!actor) throw await failed('invalid_user_type');
  // Its refusal is thrown after the commit, so that its challenge is kept.
  return settled(context, async (tx) => {
    const held = await holdAccount(tx, actor.id);
    if (!held?.enabled || held.passwordHash !== account.passwordHash)
      throw refusal('wrong_credentials');
    const refused = await requireCode(tx, context, attempt, actor.id);
    if (refused) return refused;
    await markSucceeded(tx, context, attempt, actor.id);
    const token = await openSession(tx, context, {
      userId: actor.id,
      userAgent: context.userAgent,
    });
    await recordAudit(tx, { ...context, actor }, signedIn(actor));
    return { token, data: presentSessionUser(actor, context.settings) };
  });
};

const signedIn = (actor: Actor) => ({
  action: 'session.started',
  entity: 'user',
  entityId: actor.id,
});

/** Replaces the token; the old one becomes invalid, and the session keeps its start. */
export const refreshToken = (context: Context) =>
  inTransaction(context, async (tx) => {
    const old = requireToken(context);
    await holdAccount(tx, context.actor.id);
    const session = await findSessionByToken(tx, hashToken(old));
    const closed = await closeSession(tx, old);
    if (!session || closed.length === 0) throw refusal('session_expired');
    const token = await openSession(tx, context, {
      userId: context.actor.id,
      userAgent: context.userAgent,
      started: session.started,
      id: session.sessionId,
    });
    return { token, data: presentSessionUser(context.actor, context.settings) };
  });

/** Ends the session of the request. */
export const signOut = (context: Context) =>
  inTransaction(context, async (tx) => {
    await closeSession(tx, requireToken(context));
    await recordAudit(tx, context, {
      action: 'session.ended',
      entity: 'user',
      entityId: context.actor.id,
    });
    return { data: { ended: true as const } };
  });

/**
 * Changes the user's own password, by the old one, and ends every other session and every link of the account
 * (decisions: Session). Throws invalid_value, too_many_attempts.
 */
export const changePassword = async (
  context: Context,
  { password, old_password: old }: NewPassword,
) => {
  const { actor } = context;
  const oldHash = await requireOwnPassword(context, old, 'old_password');
  const passwordHash = await hashPassword(password);
  return inTransaction(context, async (tx) => {
    const now = context.clock.now();
    const changed = await tx
      .update(users)
      .set({ passwordHash, updated: now })
      .where(and(eq(users.id, actor.id), eq(users.passwordHash, oldHash)))
      .returning({ id: users.id });
    // Another change came first.
    if (changed.length === 0) throw wrongOwnPassword('old_password');
    await endSessions(tx, actor.id, context);
    await endLinksOf(tx, actor.id, now);
    await noteSecurityChange(tx, context, actor.id, 'password_changed');
    await recordAudit(tx, context, {
      action: 'user.password_changed',
      entity: 'user',
      entityId: actor.id,
    });
    return { data: { changed: true as const } };
  });
};

type NewPassword = { password: string; old_password: string };

/** Unlocks an account after failed sign-ins (decisions: Session); nothing if not locked. Throws not_found. */
export const releaseSignIn = (context: Context, id: string) =>
  inTransaction(context, async (tx) => {
    const [account] = await tx
      .select({ emailKey: users.emailKey })
      .from(users)
      .where(eq(users.id, id));
    if (!account) throw notFound('id');
    const released = await releaseLocks(tx, context, account.emailKey);
    if (released)
      await recordAudit(tx, context, {
        action: 'session.released',
        entity: 'user',
        entityId: id,
        after: { email: account.emailKey },
      });
    return { data: { released } };
  });

const requireToken = (context: Context) => {
  if (context.token === undefined) throw refusal('not_signed_in');
  return context.token;
};
