import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ProviderProblem } from 'staffroom-contract/domains/identity/provider-problems.ts';
import { isStaffRole } from 'staffroom-contract/domains/identity/permissions.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { SignInProvider } from '../../platform/sign-in-providers.ts';
import { presentSessionUser } from './identity.presenter.ts';
import type { ProviderAccount } from './provider-client.ts';
import { browserSecretIn } from './provider-cookie.ts';
import * as linkQueries from './provider-links.queries.ts';
import { requireCode } from './second-factor.service.ts';
import { noteSecurityChange } from './security-notices.ts';
import { accountColumns, holdAccount } from './sessions.queries.ts';
import { actorOf, hashToken, openSession } from './sessions.service.ts';
import { settled } from './settled.ts';
import { inSignInLane, markSucceeded } from './sign-in-throttle.ts';
import { users } from './users.schema.ts';

/** Milliseconds within which the sign-in screen exchanges a code. */
const codeLifetime = 60_000;

type Returned = { provider: SignInProvider; account: ProviderAccount; secret: string };

/**
 * Finds the account of ours that an account of a service signs in to, and returns a code for this browser. The first
 * time it is found by verified e-mail and linked; then by issuer and subject alone, so that a later owner of the e-mail
 * gets nowhere. Returns the problem of other companies, unknown and disabled accounts, students and TAs.
 */
export const acceptProviderAccount = (
  context: Context,
  { provider, account, secret }: Returned,
): Promise<{ code: string } | { problem: ProviderProblem }> =>
  inTransaction(context, async (tx) => {
    const refuse = async (problem: ProviderProblem, userId?: string) => {
      await recordAudit(tx, notSignedIn(context), {
        action: 'session.failed',
        entity: userId ? 'user' : 'session',
        entityId: userId ?? newId(context.clock.now()),
        after: { with: provider.name, reason: problem },
      });
      return { problem };
    };
    if (!account.isOurs) return refuse('other_tenant');
    const linked = await linkQueries.findLinkedAccount(tx, account);
    if (!linked && !account.isVerified) return refuse('email_not_verified');
    const found = linked ?? (await linkQueries.findAccountByEmail(tx, account.email));
    if (!found?.enabled) return refuse('unknown_account', found?.id);
    if (!isStaffRole(found.type)) return refuse('invalid_user_type', found.id);
    if (!linked && !(await link(tx, context, { provider, account, userId: found.id })))
      return refuse('unknown_account', found.id);
    const code = randomBytes(32).toString('base64url');
    await linkQueries.insertProviderCode(tx, {
      codeHash: hashToken(code),
      userId: found.id,
      provider: provider.name,
      browserHash: hashToken(secret),
      expiresAt: new Date(context.clock.now().getTime() + codeLifetime),
    });
    return { code };
  });

const notSignedIn = (context: Context) => ({
  ...context,
  actor: { id: null, name: 'Not signed in' },
});

/** Links both accounts, and notifies the owner; false if the account of ours has another one of this issuer. */
const link = async (
  tx: Db,
  context: Context,
  { provider, account, userId }: Omit<Returned, 'secret'> & { userId: string },
) => {
  const now = context.clock.now();
  const { issuer, subject, email } = account;
  const isLinked = await linkQueries.insertProviderLink(tx, {
    id: newId(now),
    userId,
    provider: provider.name,
    issuer,
    subject,
    email,
    linkedAt: now,
  });
  if (!isLinked) return false;
  const owner = { ...context, actor: { ...context.actor, id: userId } };
  await noteSecurityChange(tx, owner, userId, 'provider_linked');
  await recordAudit(tx, notSignedIn(context), {
    action: 'user.provider_linked',
    entity: 'user',
    entityId: userId,
    after: { provider: provider.name, issuer, email },
  });
  return true;
};

/**
 * Exchanges the code of a sign-in with a service for a session, in the browser that began it. Counted in the throttle of
 * sign-ins; the second factor follows as after a password. Throws challenge_not_valid, second_factor_required, busy,
 * too_many_attempts.
 */
export const signInWithProvider = async (context: Context, code: string) => {
  const codeHash = hashToken(code);
  const found = await linkQueries.findProviderCode(context.db, codeHash);
  const lane = found?.emailKey ?? `code ${codeHash.toString('hex', 0, 16)}`;
  return inSignInLane(context, lane, (attempt) =>
    settled(context, async (tx) => {
      const browserHash = hashToken(browserSecretIn(context.cookies));
      const now = context.clock.now();
      const isTaken = await linkQueries.takeProviderCode(tx, { codeHash, browserHash, now });
      if (!found || !isTaken) return refusal('challenge_not_valid');
      const { userId } = found;
      const held = await holdAccount(tx, userId);
      const [account] = await tx.select(accountColumns).from(users).where(eq(users.id, userId));
      const actor = account && held?.enabled ? actorOf(account) : undefined;
      if (!actor) return refusal('challenge_not_valid');
      const refused = await requireCode(tx, context, attempt, userId);
      if (refused) return refused;
      await markSucceeded(tx, context, attempt, userId);
      const token = await openSession(tx, context, { userId, userAgent: context.userAgent });
      await recordAudit(
        tx,
        { ...context, actor },
        {
          action: 'session.started',
          entity: 'user',
          entityId: userId,
          after: { with: found.provider },
        },
      );
      return { token, data: presentSessionUser(actor, context.settings) };
    }),
  );
};
