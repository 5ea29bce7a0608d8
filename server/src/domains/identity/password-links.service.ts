import { eq, sql } from 'drizzle-orm';
import { isStaffRole } from 'staffroom-contract/domains/identity/permissions.ts';
import { linkPasswordProblem } from 'staffroom-contract/domains/identity/password.rules.ts';
import type { LinkKind } from 'staffroom-contract/domains/identity/password-links.contract.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { readLinkToken } from './link-tokens.ts';
import * as linkQueries from './password-links.queries.ts';
import { hashPassword } from './passwords.ts';
import { noteSecurityChange } from './security-notices.ts';
import { sendPasswordLinkJob } from './send-password-link.job.ts';
import { endSessions } from './sessions.service.ts';
import { networkOf } from './sign-in-locks.ts';
import { releaseLocks } from './sign-in-throttle.ts';
import { users } from './users.schema.ts';

const minute = 60_000;
/** Milliseconds for which each kind of link works (decisions: Data, privacy, security). */
const lifetimes: Record<LinkKind, number> = {
  invitation: 7 * 24 * 60 * minute,
  reset: 30 * minute,
};

/** Milliseconds within which requested links are counted, and the most for one e-mail and from one network. */
const window = 15 * minute;
const limits = { email: 3, network: 20 };
/** The most invitations of one account within the window. */
const mostInvitations = 5;

/**
 * Sends a link that works once within 7 days, and ends the account's earlier links. Throws not_found, cannot_sign_in,
 * account_disabled, has_password, too_many_attempts.
 */
export const inviteUser = (context: Context, jobs: Jobs, id: string) =>
  inTransactionOnce(context, async (tx) => {
    const account = await linkQueries.lockAccount(tx, id);
    if (!account) throw notFound('id');
    if (!isStaffRole(account.type)) throw refusal('cannot_sign_in');
    if (!account.enabled) throw refusal('account_disabled');
    if (account.passwordHash !== null) throw refusal('has_password');
    const now = context.clock.now();
    const since = new Date(now.getTime() - window);
    const { emailKey } = account;
    const kind = 'invitation';
    const counts = await linkQueries.countRequested(tx, { kind, emailKey, network: '', since });
    if (counts.email >= mostInvitations)
      throw refusal('too_many_attempts', { retryAfterSeconds: window / 1000 });
    await linkQueries.endLinksOf(tx, id, now);
    const link = await insertLink(tx, context, kind, {
      emailKey,
      userId: id,
      invitedBy: context.actor.id,
    });
    await jobs.enqueue(tx, context, sendPasswordLinkJob, { linkId: link.id });
    await recordAudit(tx, context, {
      action: 'user.invited',
      entity: 'user',
      entityId: id,
      after: { email: account.email },
    });
    return { data: { sent_to: account.email, expires_on: link.expiresAt.toISOString() } };
  });

/**
 * Requests a link for an e-mail. Known and unknown e-mails take the same steps: the job looks for the account. Beyond 3
 * requests for an e-mail or 20 from a network within 15 minutes no e-mail is sent. The answer is always the same.
 */
export const forgotPassword = async (context: Context, jobs: Jobs, email: string) => {
  await requestLink(context, jobs, 'reset', { emailKey: email.trim().toLowerCase() });
  return accepted;
};

/** Requests a link in place of an old one, to the same address; the answer is the same for every token. */
export const renewPasswordLink = async (context: Context, jobs: Jobs, token: string) => {
  const found = await findByToken(context.db, token);
  const { link, account, invitedBy } = found ?? {};
  if (link && account?.emailKey === link.emailKey) {
    const isInvited = link.kind === 'invitation' && account.passwordHash === null;
    await requestLink(context, jobs, isInvited ? 'invitation' : 'reset', {
      emailKey: link.emailKey,
      invitedBy: isInvited && invitedBy ? link.invitedBy : null,
    });
  }
  return accepted;
};

const accepted = { data: { accepted: true as const } };

type Request = { emailKey: string; userId?: string; invitedBy?: string | null };

const requestLink = (context: Context, jobs: Jobs, kind: LinkKind, request: Request) =>
  inTransaction(context, async (tx) => {
    const { emailKey } = request;
    const network = networkOf(context.address);
    for (const key of [`link:${emailKey}`, `link from:${network}`])
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    const since = new Date(context.clock.now().getTime() - window);
    const counts = await linkQueries.countRequested(tx, { kind, emailKey, network, since });
    if (counts.email >= limits.email || counts.network >= limits.network) return;
    const link = await insertLink(tx, context, kind, request);
    await jobs.enqueue(tx, context, sendPasswordLinkJob, { linkId: link.id });
  });

const insertLink = async (tx: Db, context: Context, kind: LinkKind, request: Request) => {
  const now = context.clock.now();
  const link = {
    id: newId(now),
    kind,
    network: networkOf(context.address),
    created: now,
    expiresAt: new Date(now.getTime() + lifetimes[kind]),
    ...request,
  };
  await linkQueries.insertLink(tx, link);
  return link;
};

/** Returns the account of a link that works. Throws link_not_valid, the same for every other link. */
export const readPasswordLink = async (context: Context, token: string) => {
  const { link, account, role, invitedBy } = await requireLink(context, token);
  return {
    data: {
      kind: link.kind,
      name: account.name,
      email: account.email,
      role,
      invited_by: link.kind === 'invitation' ? invitedBy : null,
      expires_on: link.expiresAt.toISOString(),
    },
  };
};

/**
 * Sets the password of a link's account, once: ends all its links and sessions, and its locks after failed sign-ins.
 * Throws link_not_valid, and invalid_value for a short, common or personal password.
 */
export const resetPassword = async (
  context: Context,
  { token, password }: { token: string; password: string },
) => {
  const { link, account } = await requireLink(context, token);
  const product = context.settings.productName;
  const problem = linkPasswordProblem(password, { ...account, product });
  if (problem) throw refusal('invalid_value', { field: 'password', message: problem });
  const passwordHash = await hashPassword(password);
  return inTransaction(context, async (tx) => {
    const now = context.clock.now();
    const held = await linkQueries.lockAccount(tx, account.id);
    if (!held || !isOpenTo(link, held) || !(await linkQueries.endLink(tx, link.id, now)))
      throw refusal('link_not_valid');
    await tx.update(users).set({ passwordHash, updated: now }).where(eq(users.id, account.id));
    await endSessions(tx, account.id);
    await linkQueries.endLinksOf(tx, account.id, now);
    await releaseLocks(tx, context, account.emailKey);
    if (link.kind === 'reset')
      await noteSecurityChange(
        tx,
        { ...context, actor: { ...context.actor, id: account.id } },
        account.id,
        'password_reset',
      );
    await recordAudit(
      tx,
      { ...context, actor: { id: account.id, name: account.name } },
      { action: `user.${actionOf[link.kind]}`, entity: 'user', entityId: account.id },
    );
    return { data: { email: account.email } };
  });
};

const actionOf = { invitation: 'password_chosen', reset: 'password_reset' } as const;

/** Throws link_not_valid unless the token's link works for an enabled account that can sign in, at the same address. */
const requireLink = async (context: Context, token: string) => {
  const { link, account, invitedBy } = (await findByToken(context.db, token)) ?? {};
  const isOver = !link || link.endedAt !== null || link.expiresAt <= context.clock.now();
  if (isOver || !account || !isOpenTo(link, account)) throw refusal('link_not_valid');
  const role = account.actsAs ?? account.type;
  if (!isStaffRole(role)) throw refusal('link_not_valid');
  return { link, account, role, invitedBy: invitedBy ?? null };
};

/** False after the account was disabled, or got another e-mail, or can no longer sign in. */
const isOpenTo = (link: { emailKey: string }, account: linkQueries.LinkAccount) =>
  account.enabled && isStaffRole(account.type) && account.emailKey === link.emailKey;

/** Returns the link of a token, whatever its state; undefined for a token that was never sent. */
const findByToken = async (db: Db, token: string) => {
  const read = readLinkToken(token);
  const found = read && (await linkQueries.findLink(db, read.linkId));
  return found && read.isAmong(found.link.tokenHashes) ? found : undefined;
};
