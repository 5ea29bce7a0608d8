import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { TokenScope } from 'staffroom-contract/domains/identity/permissions.ts';
import { bytea, instant, recordColumns } from '../../platform/platform.schema.ts';

/** The keys of other systems; only the hash is stored (decisions: Integrations). */
export const serviceTokens = pgTable('service_tokens', {
  ...recordColumns(),
  /** The default is for processes of the version before, while one after the other is upgraded. */
  updated: instant().notNull().defaultNow(),
  name: text().notNull(),
  scopes: text().array().$type<TokenScope[]>().notNull(),
  tokenHash: bytea().notNull(),
  hint: text().notNull(),
  createdBy: uuid().notNull(),
  /** Null: it never expires. */
  expiresAt: instant(),
  /** Addresses and ranges in canonical text; empty: any. */
  addresses: text().array().notNull().default([]),
  lastUsed: instant(),
  lastAddress: text(),
  revoked: instant(),
});
