import { z } from 'zod';
import { recordChangeSchema } from '../../shared/changes.ts';
import { dateOrInstantSchema } from '../../shared/dates.ts';
import { anyOf, between, contains, listQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { needs, userTypes } from '../identity/permissions.ts';
import { ticketTypes } from '../tickets/tickets.rules.ts';
import { actKinds, recordPages } from './audit.rules.ts';

/** The record of an entry or of a job: its name, and its page if it has one. */
export const namedRecordSchema = z.object({
  name: z.string(),
  page: z.enum(recordPages).nullable(),
  page_id: idSchema.describe('The record of that page: of a credit entry the student'),
  class: idSchema.nullable().describe('The class of a lesson'),
  ticket_type: z.enum(ticketTypes).nullable(),
});
export type NamedRecord = z.infer<typeof namedRecordSchema>;

/** An entry of the audit trail: who did what to which record, when and from where. */
export const auditRowSchema = recordChangeSchema.omit({ by: true }).extend({
  actor: named.describe('An id of zeros if no account acted'),
  actor_type: z.enum(userTypes).nullable().describe('The account’s type today'),
  entity: z.string().describe('For example payment_run'),
  entity_id: idSchema,
  record: namedRecordSchema.nullable().describe('Null if it has no name or was deleted'),
  address: z.string().describe('The network address that the request came from'),
  user_agent: z.string().describe('As the browser or program named itself; empty in old entries'),
  session_started_on: moment
    .nullable()
    .describe('Of the session in which a user acted; null for others and in old entries'),
  request_id: z.string(),
  same_request: z.int().describe('Other entries of the same request'),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

const word = textSchema(100);

/** The audit trail of all records, latest entry first (api.md: Audit trail). */
export const listAuditTrail = operation({
  name: 'listAuditTrail',
  domain: 'system',
  summary: 'The audit trail, latest entry first',
  method: 'GET',
  path: '/admin/audit',
  access: ['/admin/audit'],
  permission: needs('audit.canRead'),
  query: listQuery({
    sortBy: ['at'],
    order: 'desc',
    max: 50,
    filter: {
      entity: anyOf(word),
      entity_id: anyOf(idSchema),
      actor: anyOf(idSchema),
      action: anyOf(word),
      kind: anyOf(z.enum(actKinds)),
      address: contains,
      at: between(dateOrInstantSchema),
      search: contains.describe('Part of the name of a person or record, or a whole request id'),
    },
  }),
  response: many(auditRowSchema),
  csv: true,
});

/** How long entries are kept: AUDIT_RETENTION_DAYS, of the process that answers. */
export const getAuditRetention = operation({
  name: 'getAuditRetention',
  domain: 'system',
  summary: 'How long entries of the audit trail are kept',
  method: 'GET',
  path: '/admin/audit-retention',
  access: ['/admin/audit'],
  permission: needs('audit.canRead'),
  response: one(z.object({ days: z.int().nullable().describe('Null: for good') })),
});
