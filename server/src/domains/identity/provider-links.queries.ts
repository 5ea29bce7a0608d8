import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { providerCodes, providerLinks } from './provider-links.schema.ts';
import { users } from './users.schema.ts';

const accountOf = { id: users.id, enabled: users.enabled, type: users.type };

/** The account of ours that an account of a service is linked to. */
export const findLinkedAccount = async (
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
) =>
  (
    await db
      .select(accountOf)
      .from(providerLinks)
      .innerJoin(users, eq(users.id, providerLinks.userId))
      .where(and(eq(providerLinks.issuer, issuer), eq(providerLinks.subject, subject)))
  )[0];

export const findAccountByEmail = async (db: Db, email: string) =>
  (await db.select(accountOf).from(users).where(eq(users.emailKey, email.toLowerCase())))[0];

/** Links two accounts; false if one of them has another link of this issuer. */
export const insertProviderLink = async (tx: Db, link: typeof providerLinks.$inferInsert) => {
  const linked = await tx
    .insert(providerLinks)
    .values(link)
    .onConflictDoNothing()
    .returning({ id: providerLinks.id });
  return linked.length === 1;
};

/** The links of an account, oldest first. */
export const listProviderLinksOf = (db: Db, userId: string) =>
  db
    .select()
    .from(providerLinks)
    .where(eq(providerLinks.userId, userId))
    .orderBy(asc(providerLinks.linkedAt), asc(providerLinks.id));

/** Deletes one link of an account, and returns it. */
export const deleteProviderLink = async (tx: Db, userId: string, id: string) =>
  (
    await tx
      .delete(providerLinks)
      .where(and(eq(providerLinks.id, id), eq(providerLinks.userId, userId)))
      .returning()
  )[0];

export const insertProviderCode = (tx: Db, code: typeof providerCodes.$inferInsert) =>
  tx.insert(providerCodes).values(code);

/** The account and service of a code, which may have expired. */
export const findProviderCode = async (db: Db, codeHash: Buffer) =>
  (
    await db
      .select({
        userId: providerCodes.userId,
        provider: providerCodes.provider,
        emailKey: users.emailKey,
      })
      .from(providerCodes)
      .innerJoin(users, eq(users.id, providerCodes.userId))
      .where(eq(providerCodes.codeHash, codeHash))
  )[0];

/** Ends a code of this browser; returns whether it was still valid. It works once. */
export const takeProviderCode = async (
  tx: Db,
  { codeHash, browserHash, now }: { codeHash: Buffer; browserHash: Buffer; now: Date },
) => {
  const taken = await tx
    .delete(providerCodes)
    .where(
      and(
        eq(providerCodes.codeHash, codeHash),
        eq(providerCodes.browserHash, browserHash),
        gt(providerCodes.expiresAt, now),
      ),
    )
    .returning({ userId: providerCodes.userId });
  return taken.length === 1;
};

export const deleteProviderCodesOf = (tx: Db, userId: string) =>
  tx.delete(providerCodes).where(eq(providerCodes.userId, userId));

export const pruneProviderCodes = (db: Db, now: Date) =>
  db.delete(providerCodes).where(lte(providerCodes.expiresAt, now));
