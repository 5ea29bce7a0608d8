import { revokeServiceToken } from '@staffroom/contract/domains/identity/service-tokens.contract.ts';
import { useOperation } from '../../lib/use-operation.ts';

export const useRevokeServiceToken = () =>
  useOperation(revokeServiceToken, { refreshes: ['identity'] });
