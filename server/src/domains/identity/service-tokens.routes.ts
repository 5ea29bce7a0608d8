import {
  createServiceToken,
  listServiceTokens,
  revokeServiceToken,
} from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import { handle } from '../../platform/handle.ts';
import * as serviceTokens from './service-tokens.service.ts';

export const serviceTokenRoutes = [
  handle(listServiceTokens, (context, { query }) =>
    serviceTokens.listServiceTokens(context, query),
  ),
  handle(createServiceToken, (context, { body }) =>
    serviceTokens.createServiceToken(context, body),
  ),
  handle(revokeServiceToken, (context, { params }) =>
    serviceTokens.revokeServiceToken(context, params.id),
  ),
];
