import { signInWithProvider } from 'staffroom-contract/domains/identity/provider-sign-in.contract.ts';
import { callOperation } from '../../lib/api-client.ts';

/** Exchanges the code with which a service led back for a session. Throws the call's error. */
export const signInByProvider = async (code: string) => {
  const { token, data } = await callOperation(signInWithProvider, { body: { code } });
  return { token, userId: data._id };
};
