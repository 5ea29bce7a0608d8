import { reportsId } from 'staffroom-contract/shared/live.ts';
import type { Context } from './context.ts';
import { isTransaction, type Db } from './database.ts';
import { newId } from './ids.ts';
import { announceChange } from './live-updates.ts';
import { auditLog } from './platform.schema.ts';
import { insertRows } from './prepared.ts';

/** A change of a record; `before` is absent for a new record, `after` for a removed one. */
export type AuditEntry = {
  action: string;
  entity: string;
  entityId: string;
  before?: unknown;
  after?: unknown;
  /** No report counts the record; also true for the entities below. */
  isUncounted?: boolean;
};

/** Entities that no report counts, also in rows that no `defineRecord` writes; nor does a report count sign-ins. */
const uncounted = new Set(['session', 'list', 'image', 'question', 'announcement']);

const announced = new WeakSet<Db>();

/** Open reports hear once of a transaction or savepoint. The pool itself announces each change. */
const announceOnce = async (tx: Db) => {
  if (announced.has(tx)) return;
  await announceChange(tx, 'report', reportsId);
  if (isTransaction(tx)) announced.add(tx);
};

/** Longest stored user agent; browsers send some 150 characters. */
const mostOfAgent = 300;

/** Records who changed what from where, in the act's own transaction (quality.md), and notifies open reports. */
export const recordAudit = async (
  tx: Db,
  context: Pick<Context, 'clock' | 'address' | 'requestId'> & {
    /** `id` is null for changes that no account made. */
    actor: { id: string | null; name: string; sessionStarted?: Date | undefined };
    userAgent?: string;
  },
  ...entries: AuditEntry[]
) => {
  const at = context.clock.now();
  await insertRows(
    tx,
    auditLog,
    entries.map((entry) => ({
      id: newId(at),
      at,
      actorId: context.actor.id,
      actorName: context.actor.name,
      address: context.address,
      requestId: context.requestId,
      sessionStarted: context.actor.sessionStarted ?? null,
      userAgent: (context.userAgent ?? '').slice(0, mostOfAgent),
      action: entry.action,
      entity: entry.entity,
      entityId: entry.entityId,
      before: entry.before ?? null,
      after: entry.after ?? null,
    })),
    { silent: true },
  );
  const isCounted = ({ entity, action, isUncounted }: AuditEntry) =>
    !isUncounted && !uncounted.has(entity) && !action.startsWith('session.');
  if (entries.some(isCounted)) await announceOnce(tx);
};
