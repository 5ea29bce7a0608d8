import {
  serviceTokenSchema,
  type ServiceToken,
} from '@staffroom/contract/domains/identity/service-tokens.contract.ts';
import { presentColumns } from '../../platform/wire.ts';
import type { ShownToken } from './service-tokens.queries.ts';

/** A service token as Admins see it, without what could be used. */
export const presentServiceToken = (row: ShownToken): ServiceToken =>
  presentColumns(serviceTokenSchema, row, {
    created_by: { _id: row.createdBy.id, name: row.createdBy.name },
  });
