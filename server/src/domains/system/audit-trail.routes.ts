import { listAuditTrail } from 'staffroom-contract/domains/system/audit-trail.contract.ts';
import { handleList } from '../../platform/handle-record.ts';
import { auditTrail } from './audit-trail.ts';

export const auditTrailRoutes = [handleList(listAuditTrail, auditTrail)];
