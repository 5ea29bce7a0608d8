import { inArray, isNull, or, sql } from 'drizzle-orm';
import { deviceWords } from 'staffroom-contract/domains/identity/browsers.rules.ts';
import { actionsOfKinds, type ActKind } from 'staffroom-contract/domains/system/audit.rules.ts';
import {
  auditRowSchema,
  type AuditRow,
  type listAuditTrail,
} from 'staffroom-contract/domains/system/audit-trail.contract.ts';
import { valuesOf } from 'staffroom-contract/shared/lists.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import { shownColumns } from '../../platform/csv.ts';
import type { Db } from '../../platform/database.ts';
import { anyOf, containing, defineListQuery, onDays } from '../../platform/list-query.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { actorOf, auditBytes, listAuditSteps, noAccount } from '../../platform/record-changes.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';
import { recordsNamed, idsNamed } from './named-records.ts';

const column = shownColumns(auditRowSchema);
const byActor = anyOf(auditLog.actorId);

/** The kind of an entry: by its whole action, else by the last part of it. */
const kindOfRow = sql`case
  ${sql.join(
    Object.entries(actionsOfKinds).map(
      ([kind, actions]) =>
        sql`when ${anyOfList(auditLog.action, actions, 'text')} then ${kind}::text`,
    ),
    sql` `,
  )}
  when split_part(${auditLog.action}, '.', 2) in ('created', 'updated', 'deleted')
    then split_part(${auditLog.action}, '.', 2)
  else 'other' end`;

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
    kind: (value) => anyOfList(kindOfRow, valuesOf<ActKind>(value) ?? [], 'text'),
    address: containing(auditLog.address),
    at: onDays(auditLog.at),
    search: ({ regex }) => {
      const text = regex.trim();
      if (text === '') return undefined;
      const named = idsNamed(text.toLowerCase());
      return or(
        sql`${auditLog.requestId} = ${text}`,
        sql`${auditLog.actorId} in (${named.users})`,
        sql`${auditLog.entityId} in (${named.records})`,
        containing(auditLog.actorName)({ regex }, undefined as never),
      );
    },
  },
  bytes: auditBytes,
  cards: async (db, ids, { actor }) => {
    const steps = await listAuditSteps(db, ids, actor.id);
    const rows = steps.map(({ row }) => row);
    const [types, records, requests] = [
      await typesOf(db, rows),
      await recordsNamed(db, rows),
      await countRequests(db, rows),
    ];
    return steps.map(({ row, changes }) => ({
      _id: row.id,
      at: row.at.toISOString(),
      actor: actorOf(row),
      actor_type: types.get(row.actorId ?? '') ?? null,
      action: row.action,
      entity: row.entity,
      entity_id: row.entityId,
      record: records.get(row.entityId) ?? null,
      address: row.address,
      user_agent: row.userAgent,
      session_started_on: row.sessionStarted?.toISOString() ?? null,
      request_id: row.requestId,
      same_request: Math.max(0, (requests.get(row.requestId) ?? 1) - 1),
      changes: changes.map(masked),
    }));
  },
  csv: [
    'audit.csv',
    [
      ...column('at', 'actor', 'action', 'entity', 'entity_id'),
      { header: 'record', value: ({ record }) => record?.name },
      ...column('address'),
      { header: 'device', value: ({ user_agent: agent }) => deviceWords(agent) },
      ...column('request_id'),
      { header: 'changes', value: ({ changes }) => changes.map(changeWords).join('\n') },
    ],
  ],
});

type Change = AuditRow['changes'][number];

const changeWords = ({ field, from, to }: Change) => `${field}: ${from ?? '–'} → ${to ?? '–'}`;

/** Parts of the names of fields whose values are secret, or numbers of accounts. */
const secretParts = ['password', 'secret', 'token', 'api_key', 'account_number', 'paynow', 'iban'];

/** Dots for a secret: no record stores one in the trail, and a future one must not show it. */
const masked = (change: Change): Change => {
  const name = change.field.split('.').at(-1)?.toLowerCase() ?? '';
  if (!secretParts.some((part) => name.includes(part))) return change;
  const mask = (value: string | null) => (value === null ? null : '••••');
  return { field: change.field, from: mask(change.from), to: mask(change.to) };
};

type Row = Awaited<ReturnType<typeof listAuditSteps>>[number]['row'];

const typesOf = async (db: Db, rows: readonly Row[]) => {
  const ids = [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))];
  const found = await db
    .select({ id: users.id, type: users.type })
    .from(users)
    .where(anyOfList(users.id, ids, 'uuid'));
  return new Map(found.map(({ id, type }) => [id, type]));
};

/** Entries by request id; old entries of the program itself have none. */
const countRequests = async (db: Db, rows: readonly Row[]) => {
  const ids = [...new Set(rows.flatMap(({ requestId }) => requestId || []))];
  const found = await db
    .select({ id: auditLog.requestId, count: sql<number>`count(*)::int` })
    .from(auditLog)
    .where(inArray(auditLog.requestId, ids))
    .groupBy(auditLog.requestId);
  return new Map(found.map(({ id, count }) => [id, count]));
};
