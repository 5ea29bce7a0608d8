import {
  auditRowSchema,
  type AuditRow,
  type listAuditTrail,
} from 'staffroom-contract/domains/identity/audit-trail.contract.ts';
import { valuesOf } from 'staffroom-contract/shared/lists.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import { isNull, or } from 'drizzle-orm';
import { shownColumns } from '../../platform/csv.ts';
import { anyOf, defineListQuery, onDays } from '../../platform/list-query.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { actorOf, auditBytes, listAuditSteps, noAccount } from '../../platform/record-changes.ts';

const column = shownColumns(auditRowSchema);
const byActor = anyOf(auditLog.actorId);

/** The audit trail of all records with the changes of each action; large records make a page shorter (ADR 37). */
export const auditTrail = defineListQuery<QueryOf<typeof listAuditTrail>, AuditRow>({
  from: auditLog,
  sort: { at: auditLog.at },
  where: {
    entity: anyOf(auditLog.entity),
    entity_id: anyOf(auditLog.entityId),
    actor: (value, context) =>
      valuesOf(value)?.includes(noAccount)
        ? or(isNull(auditLog.actorId), byActor(value, context))
        : byActor(value, context),
    action: anyOf(auditLog.action),
    at: onDays(auditLog.at),
  },
  bytes: auditBytes,
  cards: async (db, ids, { actor }) =>
    (await listAuditSteps(db, ids, actor.id)).map(({ row, changes }) => ({
      _id: row.id,
      at: row.at.toISOString(),
      actor: actorOf(row),
      action: row.action,
      entity: row.entity,
      entity_id: row.entityId,
      address: row.address,
      request_id: row.requestId,
      changes,
    })),
  csv: [
    'audit.csv',
    [
      ...column('at', 'actor', 'action', 'entity', 'entity_id', 'address', 'request_id'),
      { header: 'changes', value: ({ changes }) => changes.map(changeWords).join('\n') },
    ],
  ],
});

const changeWords = ({ field, from, to }: AuditRow['changes'][number]) =>
  `${field}: ${from ?? '–'} → ${to ?? '–'}`;
