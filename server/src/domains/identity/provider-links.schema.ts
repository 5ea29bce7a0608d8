import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from '../../platform/platform.schema.ts';

/** Accounts of OpenID Connect services that sign in to accounts of ours: linked by e-mail once, then by subject. */
export const providerLinks = pgTable('provider_links', {
  id: uuid().primaryKey(),
  userId: uuid().notNull(),
  provider: text().notNull(),
  issuer: text().notNull(),
  subject: text().notNull(),
  email: text().notNull(),
  linkedAt: instant().notNull(),
});

/** Sign-ins that the service has confirmed and that wait for the sign-in screen; the browser has the code. */
export const providerCodes = pgTable('provider_codes', {
  codeHash: bytea().primaryKey(),
  userId: uuid().notNull(),
  provider: text().notNull(),
  browserHash: bytea().notNull(),
  expiresAt: instant().notNull(),
});
