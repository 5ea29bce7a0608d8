import {
  createServiceToken,
  getServiceToken,
  listServiceTokens,
  revokeServiceToken,
  updateServiceToken,
} from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import { handle } from '../../platform/handle.ts';
import * as serviceTokens from './service-tokens.service.ts';

export const serviceTokenRoutes = [
  handle(listServiceTokens, (context, { query }) =>
    serviceTokens.listServiceTokens(context, query),
  ),
  handle(getServiceToken, (context, { params }) =>
    serviceTokens.getServiceToken(context, params.id),
  ),
  handle(createServiceToken, (context, { body }) =>
    serviceTokens.createServiceToken(context, body),
  ),
  handle(updateServiceToken, (context, { params, body }) =>
    serviceTokens.updateServiceToken(context, params.id, body),
  ),
  handle(revokeServiceToken, (context, { params }) =>
    serviceTokens.revokeServiceToken(context, params.id),
  ),
];
