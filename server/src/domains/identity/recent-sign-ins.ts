import { and, count, desc, eq, gt, inArray } from 'drizzle-orm';
import {
  recentDays,
  type listRecentSignIns as listOperation,
  type RecentSignIn,
} from 'staffroom-contract/domains/identity/recent-sign-ins.contract.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { signInNetworks } from './identity.schema.ts';
import { networkOf } from './sign-in-locks.ts';

const day = 24 * 3_600_000;
/** Days for which a failed sign-in from an unknown network is shown as a warning (picture 27d). */
const suspiciousDays = 7;

/**
 * Returns the caller's sign-ins of the last 30 days and the failed ones, the newest first, from the audit trail. A failed one
 * of the last 7 days is suspicious if the account has not signed in from its network.
 */
export const listRecentSignIns = async (
  { db, actor, clock, settings }: Context,
  { max, offset }: QueryOf<typeof listOperation>,
) => {
  const recent = and(
    eq(auditLog.entity, 'user'),
    eq(auditLog.entityId, actor.id),
    inArray(auditLog.action, ['session.started', 'session.failed']),
    gt(auditLog.at, new Date(clock.now().getTime() - recentDays * day)),
  );
  const rows = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      action: auditLog.action,
      after: auditLog.after,
      address: auditLog.address,
      userAgent: auditLog.userAgent,
    })
    .from(auditLog)
    .where(recent)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(max)
    .offset(offset);
  const [total] = await db.select({ count: count() }).from(auditLog).where(recent);
  const known = await db
    .select({ network: signInNetworks.network })
    .from(signInNetworks)
    .where(eq(signInNetworks.userId, actor.id));
  const suspiciousSince = new Date(clock.now().getTime() - suspiciousDays * day);
  const networks = new Set(known.map(({ network }) => network));
  const data = rows.map((row): RecentSignIn => {
    const hasFailed = row.action === 'session.failed';
    const { with: means, reason } = (row.after ?? {}) as { with?: string; reason?: string };
    return {
      _id: row.id,
      at: row.at.toISOString(),
      outcome: hasFailed ? (failures[reason ?? ''] ?? 'refused') : 'signed_in',
      ...meansOf(hasFailed ? (meansOfFailure[reason ?? ''] ?? means) : means, settings),
      address: row.address,
      user_agent: row.userAgent,
      is_suspicious: hasFailed && row.at > suspiciousSince && !networks.has(networkOf(row.address)),
    };
  });
  return { data, count: total?.count ?? 0 };
};

const failures: Record<string, RecentSignIn['outcome']> = {
  wrong_credentials: 'wrong_password',
  wrong_old_password: 'wrong_password',
  wrong_code: 'wrong_code',
  wrong_passkey: 'wrong_passkey',
  passkey_counter: 'wrong_passkey',
};

const meansOfFailure: Record<string, string> = {
  wrong_code: 'code',
  wrong_passkey: 'passkey',
  passkey_counter: 'passkey',
};

/** The means as the audit trail names them: none for a password, else a factor or a service. */
const meansOf = (
  name: string | undefined,
  { signInProviders }: Context['settings'],
): Pick<RecentSignIn, 'means' | 'provider'> => {
  if (name === undefined) return { means: 'password', provider: null };
  if (name === 'code' || name === 'passkey') return { means: name, provider: null };
  if (name === 'recovery code') return { means: 'recovery_code', provider: null };
  const provider = signInProviders.find((each) => each.name === name)?.label ?? name;
  return { means: 'provider', provider };
};
