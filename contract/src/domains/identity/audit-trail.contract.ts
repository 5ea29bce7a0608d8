import { z } from 'zod';
import { recordChangeSchema } from '../../shared/changes.ts';
import { dateOrInstantSchema } from '../../shared/dates.ts';
import { anyOf, between, listQuery } from '../../shared/lists.ts';
import { many, operation } from '../../shared/operation.ts';
import { named } from '../../shared/shown.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { needs } from './permissions.ts';

/** An entry of the audit trail: who did what to which record, when and from where. */
export const auditRowSchema = recordChangeSchema.omit({ by: true }).extend({
  actor: named.describe('An id of zeros if no account acted'),
  entity: z.string().describe('For example payment_run'),
  entity_id: idSchema,
  address: z.string().describe('The network address that the request came from'),
  request_id: z.string(),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

const word = textSchema(100);

/** The audit trail of all records, latest entry first (api.md: Audit trail). */
export const listAuditTrail = operation({
  name: 'listAuditTrail',
  domain: 'identity',
  summary: 'The audit trail, latest entry first',
  method: 'GET',
  path: '/admin/audit',
  access: 'signed-in',
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
      at: between(dateOrInstantSchema),
    },
  }),
  response: many(auditRowSchema),
  csv: true,
});
