import {
  serviceTokenSchema,
  type ServiceToken,
} from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import { presentColumns } from '../../platform/wire.ts';
import type { ShownToken } from './service-tokens.queries.ts';

/** Presents a service token for Admins, without the secret. */
export const presentServiceToken = (row: ShownToken): ServiceToken =>
  presentColumns(serviceTokenSchema, row, {
    created_by: { _id: row.createdBy.id, name: row.createdBy.name },
  });
