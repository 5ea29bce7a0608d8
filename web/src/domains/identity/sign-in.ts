import { signIn } from '@staffroom/contract/domains/identity/identity.contract.ts';
import { callOperation } from '../../lib/api-client.ts';

/** The token of a new session. Throws what the call throws. */
export const signInWith = async (credentials: {
  email: string;
  password: string;
}): Promise<string> => (await callOperation(signIn, { body: credentials })).token;
