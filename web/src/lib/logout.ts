import { signOut } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { callOperation } from './api-client.ts';
import { clearToken } from './token.ts';

/** Ends this session, on the server if it can be reached. */
export const logout = async () => {
  try {
    await callOperation(signOut, {});
  } catch {
    // If the server cannot be notified, its session expires unused; here it ends in any case.
  }
  clearToken();
};
