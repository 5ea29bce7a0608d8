import { signIn } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { callOperation } from '../../lib/api-client.ts';

/** Signs in and returns the session's token and user id. Throws the call's error. */
export const signInWith = async (credentials: { email: string; password: string }) => {
  const { token, data } = await callOperation(signIn, { body: credentials });
  return { token, userId: data._id };
};
