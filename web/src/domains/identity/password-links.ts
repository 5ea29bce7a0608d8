import {
  forgotPassword,
  readPasswordLink,
  renewPasswordLink,
  resetPassword,
} from 'staffroom-contract/domains/identity/password-links.contract.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { callOperation } from '../../lib/api-client.ts';

/** The account whose password a link sets, and how long the link works. */
export type PasswordLink = ResponseOf<typeof readPasswordLink>['data'];

/** Asks for a link by e-mail; the answer does not say whether there is an account. */
export const askForLink = (email: string) => callOperation(forgotPassword, { body: { email } });

/** Returns whose password a link sets. Throws the call's error. */
export const readLink = async (token: string): Promise<PasswordLink> =>
  (await callOperation(readPasswordLink, { body: { token } })).data;

/** Asks for a new link to the address of an old one. */
export const renewLink = (token: string) => callOperation(renewPasswordLink, { body: { token } });

/** Sets the password of a link's account; returns the account's e-mail. Throws the call's error. */
export const setPassword = async (body: { token: string; password: string }): Promise<string> =>
  (await callOperation(resetPassword, { body })).data.email;
