import { signIn } from '@staffroom/contract/domains/identity/identity.contract.ts';
import { callOperation } from '../../lib/api-client.ts';

/** The token of a new session, and whose it is. Throws what the call throws. */
export const signInWith = async (credentials: { email: string; password: string }) => {
  const { token, data } = await callOperation(signIn, { body: credentials });
  return { token, userId: data._id };
};
