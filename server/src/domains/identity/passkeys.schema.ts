import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from '../../platform/platform.schema.ts';

/** The passkeys of accounts: the device has the private key, the table the public one. */
export const passkeys = pgTable('passkeys', {
  id: uuid().primaryKey(),
  userId: uuid().notNull(),
  credentialId: bytea().notNull(),
  publicKey: bytea().notNull(),
  /** The authenticator's count of signatures, which must grow; 0 if it does not count. */
  counter: bigint({ mode: 'number' }).notNull(),
  name: text().notNull(),
  addedAt: instant().notNull(),
  lastUsedAt: instant(),
});

/** Challenges that wait for a signature: of an account that adds a passkey, or of a sign-in without an account yet. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challengeHash: bytea().primaryKey(),
  userId: uuid(),
  network: text().notNull(),
  expiresAt: instant().notNull(),
});
