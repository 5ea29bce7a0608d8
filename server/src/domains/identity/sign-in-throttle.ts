import { and, desc, eq, gt, sql, type SQL } from 'drizzle-orm';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { signInAttempts, signInNetworks } from './identity.schema.ts';
import { enterLane, knownFor } from './sign-in-lanes.ts';
import { knownLocks, networkOf, tooMany, type Lock, type LockKind } from './sign-in-locks.ts';
import { users } from './users.schema.ts';

const minute = 60_000;
/** Milliseconds within which failed sign-ins are counted. */
const window = 15 * minute;

/** The number of failures after which sign-in returns 429 (decisions: Session). */
const limits = { email: 5, own: 5, address: 20 } as const satisfies Record<LockKind, number>;

/** A sign-in that may be tried; `locks` are the locks that its failure would cause. */
export type SignInAttempt = {
  id: string;
  emailKey: string;
  network: string;
  locks: readonly { kind: LockKind; until: Date }[];
};

type Caller = Pick<Context, 'db' | 'clock' | 'address' | 'requestId'>;

/**
 * Runs one sign-in in its lane, counted as failed beforehand so that concurrent attempts cannot exceed the limit. On a
 * network where the account signed in within 30 days, 5 failures from there lock it; elsewhere 5 for the e-mail or 20
 * from the address, within 15 minutes (decisions: Session). Throws busy, too_many_attempts with Retry-After.
 */
export const inSignInLane = async <T>(
  context: Caller,
  emailKey: string,
  signIn: (attempt: SignInAttempt) => Promise<T>,
): Promise<T> => {
  const who = { emailKey, network: networkOf(context.address) };
  const known = knownLocks(context.db);
  const looks = known.refuse(who, context.clock.now());
  const leaveLane = await enterLane(context.db, who, context.clock.now());
  try {
    // The lock may have been cached while this caller waited for its turn.
    if (!looks) known.refuse(who, context.clock.now());
    const counted = await inTransaction(context, (tx) => count(tx, context.clock.now(), who));
    if (!('lock' in counted)) return await signIn(counted);
    known.remember(counted.lock, who, context.clock.now());
    throw tooMany(counted.lock.until, context.clock.now());
  } finally {
    leaveLane();
  }
};

type Who = { emailKey: string; network: string };

const count = async (tx: Db, now: Date, who: Who): Promise<SignInAttempt | { lock: Lock }> => {
  const { emailKey, network } = who;
  for (const key of [`email:${emailKey}`, `address:${network}`])
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const networks = new Set(await knownNetworks(tx, emailKey, now));
  const byEmail = sinceSuccess(await recent(tx, eq(signInAttempts.emailKey, emailKey), now));
  const failures: { kind: LockKind; counted: Attempt[] }[] = networks.has(network)
    ? [{ kind: 'own', counted: byEmail.filter(({ address }) => address === network) }]
    : [
        { kind: 'email', counted: byEmail.filter(({ address }) => !networks.has(address)) },
        {
          kind: 'address',
          counted: (await recent(tx, eq(signInAttempts.address, network), now)).filter(
            ({ succeeded }) => !succeeded,
          ),
        },
      ];
  for (const { kind, counted } of failures) {
    // Newest first: another attempt is allowed when the limit-th failure leaves the window.
    const oldestThatCounts = counted[limits[kind] - 1];
    if (!oldestThatCounts) continue;
    const until = new Date(oldestThatCounts.at.getTime() + window);
    const excused = kind === 'address' ? await knownEmails(tx, network, now) : networks;
    return { lock: { kind, until, excused: new Set(excused) } };
  }
  const id = newId(now);
  await tx
    .insert(signInAttempts)
    .values({ id, emailKey, address: network, succeeded: false, at: now });
  const locks = failures.flatMap(({ kind, counted }) =>
    counted.length === limits[kind] - 1
      ? [{ kind, until: new Date((counted.at(-1)?.at ?? now).getTime() + window) }]
      : [],
  );
  return { id, ...who, locks };
};

/** Counts the attempt as a success and remembers the account's network. */
export const markSucceeded = async (
  tx: Db,
  context: Caller,
  { id, emailKey, network }: SignInAttempt,
  userId: string,
) => {
  const now = context.clock.now();
  knownLocks(context.db).forget(emailKey);
  await tx.update(signInAttempts).set({ succeeded: true }).where(eq(signInAttempts.id, id));
  await tx
    .insert(signInNetworks)
    .values({ userId, network, lastSignedIn: now })
    .onConflictDoUpdate({
      target: [signInNetworks.userId, signInNetworks.network],
      set: { lastSignedIn: now },
    });
};

/** Writes the audit rows of a failed sign-in and of the locks that it causes. */
export const noteFailure = (
  context: Caller,
  { id, emailKey, network, locks }: SignInAttempt,
  failure: {
    accountId: string | undefined;
    reason: string;
    /** False if the attempt named no e-mail: an unknown passkey. */
    isByEmail?: boolean;
  },
) =>
  inTransaction(context, (tx) => {
    const { accountId, isByEmail = true } = failure;
    const email = isByEmail ? { email: emailKey } : {};
    const about = { entity: accountId ? 'user' : 'session', entityId: accountId ?? id };
    const withoutActor = { ...context, actor: { id: null, name: 'Not signed in' } };
    return recordAudit(
      tx,
      withoutActor,
      { ...about, action: 'session.failed', after: { ...email, reason: failure.reason } },
      ...locks.map(({ kind, until }) => ({
        ...about,
        action: 'session.locked',
        after: {
          ...(kind === 'address' ? {} : email),
          ...(kind === 'email' ? {} : { address: network }),
          until: until.toISOString(),
        },
      })),
    );
  });

/**
 * Releases an account's locks, here at once and in other processes within seconds: earlier failures no longer count.
 * Returns whether there were any.
 */
export const releaseLocks = async (tx: Db, context: Caller, emailKey: string) => {
  const now = context.clock.now();
  const failures = sinceSuccess(await recent(tx, eq(signInAttempts.emailKey, emailKey), now));
  if (failures.length === 0) return false;
  await tx
    .insert(signInAttempts)
    .values({ id: newId(now), emailKey, address: 'released', succeeded: true, at: now });
  knownLocks(context.db).forget(emailKey);
  return true;
};

/** Returns the end of an account's lock, from any network; null if it is not locked. */
export const findLockEnd = async (db: Db, emailKey: string, now: Date) => {
  const networks = new Set(await knownNetworks(db, emailKey, now));
  const failures = sinceSuccess(await recent(db, eq(signInAttempts.emailKey, emailKey), now));
  const elsewhere = failures.filter(({ address }) => !networks.has(address));
  const locking = [
    elsewhere[limits.email - 1],
    ...[...networks].map(
      (network) => failures.filter(({ address }) => address === network)[limits.own - 1],
    ),
  ].flatMap((attempt) => attempt?.at.getTime() ?? []);
  return locking.length === 0 ? null : new Date(Math.max(...locking) + window);
};

type Attempt = { succeeded: boolean; at: Date; address: string };

const recent = (tx: Db, whose: SQL, now: Date): Promise<Attempt[]> =>
  tx
    .select({
      succeeded: signInAttempts.succeeded,
      at: signInAttempts.at,
      address: signInAttempts.address,
    })
    .from(signInAttempts)
    .where(and(whose, gt(signInAttempts.at, new Date(now.getTime() - window))))
    .orderBy(desc(signInAttempts.at), desc(signInAttempts.id))
    .limit(200);

const sinceSuccess = (attempts: Attempt[]) => {
  const success = attempts.findIndex((attempt) => attempt.succeeded);
  return success < 0 ? attempts : attempts.slice(0, success);
};

const lately = (now: Date) => gt(signInNetworks.lastSignedIn, new Date(now.getTime() - knownFor));

/** Returns the networks where the account of an e-mail has signed in within 30 days. */
const knownNetworks = async (tx: Db, emailKey: string, now: Date) => {
  const rows = await tx
    .select({ network: signInNetworks.network })
    .from(signInNetworks)
    .innerJoin(users, eq(users.id, signInNetworks.userId))
    .where(and(eq(users.emailKey, emailKey), lately(now)));
  return rows.map((row) => row.network);
};

/** Returns the e-mails of accounts that have signed in from a network within 30 days. */
const knownEmails = async (tx: Db, network: string, now: Date) => {
  const rows = await tx
    .select({ emailKey: users.emailKey })
    .from(signInNetworks)
    .innerJoin(users, eq(users.id, signInNetworks.userId))
    .where(and(eq(signInNetworks.network, network), lately(now)));
  return rows.map((row) => row.emailKey);
};
