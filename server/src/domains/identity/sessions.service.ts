import { createHash, randomBytes } from 'node:crypto';
import { isStaffRole, type StaffRole } from 'staffroom-contract/domains/identity/permissions.ts';
import type { UserType } from 'staffroom-contract/domains/identity/permissions.ts';
import type { listMySessions as listOperation } from 'staffroom-contract/domains/identity/sessions.contract.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction, type Actor, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  deleteSessionByToken,
  deleteSessionOf,
  deleteSessionsOf,
  findSessionByToken,
  insertSession,
  listSessionsOf,
} from './sessions.queries.ts';

const minute = 60_000;
/** Milliseconds without a request after which a session ends. */
const unusedLimit = 12 * 60 * minute;
/** Milliseconds after sign-in when a session ends, used or not. */
const ageLimit = 7 * 24 * 60 * minute;

/** The stored form of a token: its SHA-256. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest();

/** Returns the bearer token of a request, or undefined. */
export const tokenOf = (authorization: string | undefined) =>
  /^Bearer ([\w-]{20,200})$/.exec(authorization ?? '')?.[1];

type Account = {
  id: string;
  type: UserType;
  email: string;
  name: string;
  actsAs: StaffRole | null;
  extraRoutes: string[];
  seesOrderId: boolean;
  orderAgents: string[];
  leadSourceScope: string | null;
  hasSecondFactor: boolean;
};

/** Returns the actor of an account: `acts_as` is the role used in every check (decisions: Roles). */
export const actorOf = (account: Account): Actor | undefined => {
  if (!isStaffRole(account.type)) return undefined;
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    role: account.actsAs ?? account.type,
    extra_routes: account.extraRoutes,
    seesOrderId: account.seesOrderId,
    orderAgents: account.orderAgents,
    leadSourceScope: account.leadSourceScope,
    hasSecondFactor: account.hasSecondFactor,
  };
};

/**
 * Returns the live session of a token. It ends 12 hours after its last use, 7 days after its start, or at once if the
 * account is disabled. Throws session_expired.
 */
export const requireSession = async (db: Db, clock: Clock, token: string | undefined) => {
  const session = token === undefined ? undefined : await findSessionByToken(db, hashToken(token));
  const now = clock.now().getTime();
  const isLive =
    session !== undefined &&
    session.enabled &&
    now - session.lastUsed.getTime() < unusedLimit &&
    now - session.started.getTime() < ageLimit;
  const actor = isLive ? actorOf(session) : undefined;
  if (!isLive || !actor) throw refusal('session_expired');
  return { session, actor: { ...actor, sessionStarted: session.started } };
};

/** Opens a session and returns its token, which is not stored; `id` and `started` are those of a replaced session. */
export const openSession = async (
  tx: Db,
  context: Pick<Context, 'clock' | 'address'>,
  session: { userId: string; userAgent: string; started?: Date; id?: string },
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  const now = context.clock.now();
  await insertSession(tx, {
    id: session.id ?? newId(now),
    tokenHash: hashToken(token),
    userId: session.userId,
    started: session.started ?? now,
    lastUsed: now,
    address: context.address,
    userAgent: session.userAgent.slice(0, 300),
  });
  return token;
};

/** Ends the session of a token. */
export const closeSession = (tx: Db, token: string) => deleteSessionByToken(tx, hashToken(token));

/** Ends an account's sessions at once: all, or all but the current one if the actor in `keep` owns the account. */
export const endSessions = (tx: Db, userId: string, keep?: Pick<Context, 'actor' | 'token'>) =>
  deleteSessionsOf(
    tx,
    userId,
    keep?.actor.id === userId && keep.token !== undefined ? hashToken(keep.token) : undefined,
  );

/** Returns the caller's live sessions, the one of this request first, with the exact count. */
export const listMySessions = async (context: Context, page: QueryOf<typeof listOperation>) => {
  const now = context.clock.now().getTime();
  const { rows, count } = await listSessionsOf(context.db, {
    userId: context.actor.id,
    usedAfter: new Date(now - unusedLimit),
    startedAfter: new Date(now - ageLimit),
    current: hashToken(context.token ?? ''),
    ...page,
  });
  const data = rows.map((row) => ({
    _id: row.id,
    started_on: row.started.toISOString(),
    last_used_on: row.lastUsed.toISOString(),
    address: row.address,
    user_agent: row.userAgent,
    is_current: row.isCurrent,
  }));
  return { data, count };
};

/** Ends one of the caller's sessions; false if it has ended already, or is of another account. */
export const endMySession = (context: Context, id: string) =>
  inTransaction(context, async (tx) => {
    const { actor } = context;
    const ended = await deleteSessionOf(tx, actor.id, id);
    if (ended)
      await recordAudit(tx, context, {
        action: 'session.ended',
        entity: 'user',
        entityId: actor.id,
      });
    return { data: { ended } };
  });

/** Ends every session of the caller but the one of this request; returns their number. */
export const endOtherSessions = (context: Context) =>
  inTransaction(context, async (tx) => {
    const { actor } = context;
    const ended = await endSessions(tx, actor.id, context);
    if (ended > 0)
      await recordAudit(tx, context, {
        action: 'session.ended',
        entity: 'user',
        entityId: actor.id,
        after: { others: ended },
      });
    return { data: { ended } };
  });
