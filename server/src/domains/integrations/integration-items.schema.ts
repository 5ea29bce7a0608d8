import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { TokenScope } from '@staffroom/contract/domains/identity/permissions.ts';
import { bytea, instant } from '../../platform/platform.schema.ts';

/** What other systems sent, so that what comes twice is done once (decisions: Integrations). */
export const integrationItems = pgTable(
  'integration_items',
  {
    scope: text().$type<TokenScope>().notNull(),
    externalId: text().notNull(),
    contentHash: bytea().notNull(),
    /** What was sent of the item: an order is begun, then paid. */
    steps: text().array().notNull(),
    recordId: uuid().notNull(),
    serviceTokenId: uuid().notNull(),
    received: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.externalId] })],
);
