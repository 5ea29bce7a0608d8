import {
  getAuditRetention,
  listAuditTrail,
} from 'staffroom-contract/domains/system/audit-trail.contract.ts';
import { handleList } from '../../platform/handle-record.ts';
import { handle } from '../../platform/handle.ts';
import { auditTrail } from './audit-trail.ts';

export const auditTrailRoutes = [
  handleList(listAuditTrail, auditTrail),
  handle(getAuditRetention, async ({ settings }) => ({
    data: { days: settings.retention.auditDays || null },
  })),
];
