import { and, desc, eq, gt, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { LinkKind } from 'staffroom-contract/domains/identity/password-links.contract.ts';
import type { Db } from '../../platform/database.ts';
import { passwordLinks } from './identity.schema.ts';
import { users } from './users.schema.ts';

/** The columns of an account that a link depends on. */
const accountColumns = {
  id: users.id,
  type: users.type,
  actsAs: users.actsAs,
  email: users.email,
  emailKey: users.emailKey,
  name: users.name,
  enabled: users.enabled,
  passwordHash: users.passwordHash,
};

const inviters = alias(users, 'inviters');

export type LinkAccount = NonNullable<Awaited<ReturnType<typeof findAccountByEmail>>>;

/** Returns a link with its account, whatever their states; undefined for an unknown id. */
export const findLink = async (db: Db, id: string) => {
  const [found] = await db
    .select({ link: passwordLinks, account: accountColumns, invitedBy: inviters.name })
    .from(passwordLinks)
    .leftJoin(users, eq(users.id, passwordLinks.userId))
    .leftJoin(inviters, eq(inviters.id, passwordLinks.invitedBy))
    .where(eq(passwordLinks.id, id));
  return found;
};

/** Locks the account of a link or an invitation, before its links: every act takes these locks in this order. */
export const lockAccount = async (tx: Db, id: string) =>
  (await tx.select(accountColumns).from(users).where(eq(users.id, id)).for('no key update'))[0];

export const findAccountByEmail = async (db: Db, emailKey: string) =>
  (await db.select(accountColumns).from(users).where(eq(users.emailKey, emailKey)))[0];

export const insertLink = (tx: Db, link: typeof passwordLinks.$inferInsert) =>
  tx.insert(passwordLinks).values(link);

export const setLink = (db: Db, id: string, values: Partial<typeof passwordLinks.$inferInsert>) =>
  db.update(passwordLinks).set(values).where(eq(passwordLinks.id, id));

/** Adds the hash of a token that is about to be sent: a repeated e-mail has a token of its own, and both work. */
export const addTokenHash = (db: Db, id: string, tokenHash: string) =>
  db
    .update(passwordLinks)
    .set({ tokenHashes: sql`array_append(${passwordLinks.tokenHashes}, ${tokenHash})` })
    .where(eq(passwordLinks.id, id));

/** Ends a link that still works; returns whether it did, so that only one of two concurrent uses succeeds. */
export const endLink = async (tx: Db, id: string, now: Date) => {
  const ended = await tx
    .update(passwordLinks)
    .set({ endedAt: now })
    .where(and(eq(passwordLinks.id, id), works(now)))
    .returning({ id: passwordLinks.id });
  return ended.length === 1;
};

/** Ends every link of an account, or those before one. */
export const endLinksOf = (tx: Db, userId: string, now: Date, beforeId?: string) =>
  tx
    .update(passwordLinks)
    .set({ endedAt: now })
    .where(
      and(
        eq(passwordLinks.userId, userId),
        isNull(passwordLinks.endedAt),
        beforeId === undefined ? undefined : lt(passwordLinks.id, beforeId),
      ),
    );

/** The invitation of an account that still works; the newest if there are several. */
export const findInvitation = async (db: Db, userId: string, now: Date) =>
  (
    await db
      .select()
      .from(passwordLinks)
      .where(
        and(eq(passwordLinks.userId, userId), eq(passwordLinks.kind, 'invitation'), works(now)),
      )
      .orderBy(desc(passwordLinks.created), desc(passwordLinks.id))
      .limit(1)
  )[0];

/** The number of links of a kind requested for an e-mail, and of any kind from a network, since a time. */
export const countRequested = async (
  tx: Db,
  {
    kind,
    emailKey,
    network,
    since,
  }: { kind: LinkKind; emailKey: string; network: string; since: Date },
) => {
  const counted = (of: SQL) => sql<number>`count(*) filter (where ${of})::int`;
  const [counts] = await tx
    .select({
      email: counted(
        sql`${passwordLinks.emailKey} = ${emailKey} and ${passwordLinks.kind} = ${kind}`,
      ),
      network: counted(eq(passwordLinks.network, network)),
    })
    .from(passwordLinks)
    .where(
      and(
        or(eq(passwordLinks.emailKey, emailKey), eq(passwordLinks.network, network)),
        gt(passwordLinks.created, since),
      ),
    );
  return counts ?? { email: 0, network: 0 };
};

const works = (now: Date) => and(isNull(passwordLinks.endedAt), gt(passwordLinks.expiresAt, now));
