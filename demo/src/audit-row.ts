import { iso } from './demo-time.ts';
import type { Row } from './insert-rows.ts';

type Step = {
  id: string;
  at: number;
  /** The web shop if null. */
  by: { id: string; name: string } | null;
  entity: string;
  entityId: unknown;
  action: string;
  before: unknown;
  after: unknown;
};

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36';

/** A row of the audit trail, as a request to this server would leave it. */
export const auditRow = ({ id, at, by, entity, entityId, action, before, after }: Step): Row => ({
  id,
  at: iso(at),
  actor_id: by?.id ?? null,
  actor_name: by?.name ?? 'Web shop',
  address: '127.0.0.1',
  request_id: `demo-${id}`,
  action: `${entity}.${action}`,
  entity,
  entity_id: entityId,
  before,
  after,
  user_agent: by ? browser : 'web-shop/2.4',
});
