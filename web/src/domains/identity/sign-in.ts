import { signIn, signInWithCode } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { signInWithProvider } from 'staffroom-contract/domains/identity/provider-sign-in.contract.ts';
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

/** Exchanges the code with which a service led back for a session. Throws the call's error. */
export const signInByProvider = async (code: string) => {
  const { token, data } = await callOperation(signInWithProvider, { body: { code } });
  return { token, userId: data._id };
};
