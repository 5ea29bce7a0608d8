import {
  addPasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from 'staffroom-contract/domains/identity/passkeys.contract.ts';
import { callOperation } from '../../lib/api-client.ts';
import { makePasskey, unlockPasskey } from './passkey-browser.ts';

/** Signs in with a passkey that the user chooses. Throws the call's error, or a DOMException if the user cancels. */
export const signInByPasskey = async () => {
  const options = await callOperation(startPasskeySignIn, {});
  const credential = await unlockPasskey(options.data);
  const { token, data } = await callOperation(signInWithPasskey, { body: { credential } });
  return { token, userId: data._id };
};

/** Adds a passkey to the account that has just signed in. Throws the call's error, or a DOMException. */
export const addFirstPasskey = async (password: string) => {
  const options = await callOperation(startPasskey, { body: { password } });
  const credential = await makePasskey(options.data, new AbortController().signal);
  await callOperation(addPasskey, { body: { credential } });
};
