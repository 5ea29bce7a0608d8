import { bigint, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from '../../platform/platform.schema.ts';

/** The authenticator app of an account. A secret is pending until its first code; the confirmed one works meanwhile. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid().primaryKey(),
  secret: bytea(),
  confirmedAt: instant(),
  /** The step of the last used code: earlier ones are refused. */
  lastStep: bigint({ mode: 'number' }),
  pendingSecret: bytea(),
});

/** Codes that replace the app's code, each once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: uuid().notNull(), codeHash: bytea().notNull(), usedAt: instant() },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Wrong codes, for the lock. */
export const secondFactorFailures = pgTable('second_factor_failures', {
  id: uuid().primaryKey(),
  userId: uuid().notNull(),
  at: instant().notNull(),
});

/** Sign-ins with the right password that wait for their code; the browser has the token. */
export const signInChallenges = pgTable('sign_in_challenges', {
  tokenHash: bytea().primaryKey(),
  userId: uuid().notNull(),
  /** The counted attempt, which only the right code makes a success. */
  attemptId: uuid().notNull(),
  network: text().notNull(),
  expiresAt: instant().notNull(),
});
