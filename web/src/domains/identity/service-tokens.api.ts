import {
  listServiceTokens,
  revokeServiceToken,
} from '@staffroom/contract/domains/identity/service-tokens.contract.ts';
import { listQuery } from '../../lib/queries.ts';
import { useOperation } from '../../lib/use-operation.ts';

/** Service tokens on a page. */
export const tokenPageSize = 20;

/** A page of all service tokens, newest first. */
export const serviceTokensQuery = (page: number) =>
  listQuery(listServiceTokens, { max: tokenPageSize, offset: (page - 1) * tokenPageSize });

export const useRevokeServiceToken = () =>
  useOperation(revokeServiceToken, { refreshes: ['identity'] });
