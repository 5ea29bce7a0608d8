import type { Context } from './context.ts';
import type { Db } from './database.ts';
import { newId } from './ids.ts';
import { auditLog } from './platform.schema.ts';

/** What happened to which record; `before` is absent for a new one, `after` for a removed one. */
export type AuditEntry = {
  action: string;
  entity: string;
  entityId: string;
  before?: unknown;
  after?: unknown;
};

/** Writes who changed what from where, in the act's own transaction (quality.md: Nothing lost). */
export const recordAudit = async (
  tx: Db,
  context: Pick<Context, 'clock' | 'address' | 'requestId'> & {
    /** Without an id where nobody in particular acts. */
    actor: { id: string | null; name: string };
  },
  ...entries: AuditEntry[]
) => {
  const at = context.clock.now();
  await tx.insert(auditLog).values(
    entries.map((entry) => ({
      id: newId(at),
      at,
      actorId: context.actor.id,
      actorName: context.actor.name,
      address: context.address,
      requestId: context.requestId,
      action: entry.action,
      entity: entry.entity,
      entityId: entry.entityId,
      before: entry.before ?? null,
      after: entry.after ?? null,
    })),
  );
};
