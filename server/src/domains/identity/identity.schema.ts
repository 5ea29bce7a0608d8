import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { LinkKind } from 'staffroom-contract/domains/identity/password-links.contract.ts';
import { bytea, instant } from '../../platform/platform.schema.ts';

/** A signed-in browser; only the browser has the token itself. */
export const userSessions = pgTable('user_sessions', {
  id: uuid().primaryKey(),
  tokenHash: bytea().notNull(),
  userId: uuid().notNull(),
  started: instant().notNull(),
  lastUsed: instant().notNull(),
  address: text().notNull(),
  userAgent: text().notNull(),
});

/** The sign-in attempts that the throttle counts. */
export const signInAttempts = pgTable('sign_in_attempts', {
  id: uuid().primaryKey(),
  emailKey: text().notNull(),
  address: text().notNull(),
  succeeded: boolean().notNull(),
  at: instant().notNull(),
});

/** The networks from which an account has signed in: an IPv4 address, or the /64 of an IPv6 address. */
export const signInNetworks = pgTable(
  'sign_in_networks',
  {
    userId: uuid().notNull(),
    network: text().notNull(),
    lastSignedIn: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.network] })],
);

/** Links in e-mails that set a password, also the requests of unknown e-mails, which count for the throttle. */
export const passwordLinks = pgTable('password_links', {
  id: uuid().primaryKey(),
  kind: text().$type<LinkKind>().notNull(),
  emailKey: text().notNull(),
  userId: uuid(),
  invitedBy: uuid(),
  network: text().notNull(),
  tokenHashes: text().array().notNull().default([]),
  created: instant().notNull(),
  expiresAt: instant().notNull(),
  sentAt: instant(),
  error: text(),
  endedAt: instant(),
});
