import {
  addPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from 'staffroom-contract/domains/identity/passkeys.contract.ts';
import { handle } from '../../platform/handle.ts';
import * as signIns from './passkey-sign-in.service.ts';
import * as passkeys from './passkeys.service.ts';

export const passkeyRoutes = [
  handle(listPasskeys, (context) => passkeys.listPasskeys(context)),
  handle(startPasskey, (context, { body }) => passkeys.startPasskey(context, body.password)),
  handle(addPasskey, (context, { body }) => passkeys.addPasskey(context, body.credential)),
  handle(removePasskey, (context, { params, body }) =>
    passkeys.removePasskey(context, params.id, body.password),
  ),
  handle(startPasskeySignIn, (context) => signIns.startPasskeySignIn(context)),
  handle(signInWithPasskey, (context, { body }) =>
    signIns.signInWithPasskey(context, body.credential),
  ),
];
