import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { TokenScope } from 'staffroom-contract/domains/identity/permissions.ts';
import { bytea, instant } from '../../platform/platform.schema.ts';

/** Items received from other systems, so that a repeated item is processed once (decisions: Integrations). */
export const integrationItems = pgTable(
  'integration_items',
  {
    scope: text().$type<TokenScope>().notNull(),
    /** Name of the sending token; a new token keeps it. */
    system: text().notNull(),
    externalId: text().notNull(),
    contentHash: bytea().notNull(),
    /** The steps received for the item: an order is created, then paid. */
    steps: text().array().notNull(),
    recordId: uuid().notNull(),
    serviceTokenId: uuid().notNull(),
    received: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.system, table.externalId] })],
);
