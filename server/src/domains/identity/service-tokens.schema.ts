import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { TokenScope } from 'staffroom-contract/domains/identity/permissions.ts';
import { bytea, instant } from '../../platform/platform.schema.ts';

/** The keys of other systems; only the hash is stored (decisions: Integrations). */
export const serviceTokens = pgTable('service_tokens', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  scopes: text().array().$type<TokenScope[]>().notNull(),
  tokenHash: bytea().notNull(),
  hint: text().notNull(),
  created: instant().notNull(),
  createdBy: uuid().notNull(),
  lastUsed: instant(),
  revoked: instant(),
});
