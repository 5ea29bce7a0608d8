import { signIn, signInWithCode } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { callOperation } from '../../lib/api-client.ts';

/** Signs in and returns the session's token and user id. Throws the call's error. */
export const signInWith = async (credentials: { email: string; password: string }) => {
  const { token, data } = await callOperation(signIn, { body: credentials });
  return { token, userId: data._id };
};

/** Completes a sign-in by the code of the second factor. Throws the call's error. */
export const signInByCode = async (body: { challenge: string; code: string }) => {
  const { token, data } = await callOperation(signInWithCode, { body });
  return { token, userId: data._id };
};
