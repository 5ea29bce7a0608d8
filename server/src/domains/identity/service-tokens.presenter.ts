import type { ServiceToken } from '@staffroom/contract/domains/identity/service-tokens.contract.ts';
import type { ShownToken } from './service-tokens.queries.ts';

/** A service token as Admins see it, without what could be used. */
export const presentServiceToken = (row: ShownToken): ServiceToken => ({
  _id: row.id,
  name: row.name,
  scopes: row.scopes,
  hint: row.hint,
  created: row.created.toISOString(),
  created_by: { _id: row.createdBy.id, name: row.createdBy.name },
  last_used: row.lastUsed?.toISOString() ?? null,
  revoked: row.revoked?.toISOString() ?? null,
});
