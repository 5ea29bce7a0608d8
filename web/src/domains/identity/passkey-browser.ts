import type {
  addPasskey,
  CreationOptions,
  RequestOptions,
  signInWithPasskey,
} from 'staffroom-contract/domains/identity/passkeys.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { sentenceOf } from '../../lib/api-error.ts';

/** Lets the browser make a passkey. Throws a DOMException if the user or the device refuses. */
export const makePasskey = async (
  options: CreationOptions,
  signal: AbortSignal,
): Promise<BodyInput<typeof addPasskey>['credential']> => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = (await navigator.credentials.create({
    publicKey,
    signal,
  })) as PublicKeyCredential;
  const answer = made.response as AuthenticatorAttestationResponse;
  return {
    ...shapeOf(made),
    response: {
      clientDataJSON: base64url(answer.clientDataJSON),
      attestationObject: base64url(answer.attestationObject),
    },
  };
};

/** Lets the user choose a passkey and unlock it. Throws a DOMException if the user or the device refuses. */
export const unlockPasskey = async (
  options: RequestOptions,
): Promise<BodyInput<typeof signInWithPasskey>['credential']> => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const answer = used.response as AuthenticatorAssertionResponse;
  return {
    ...shapeOf(used),
    response: {
      clientDataJSON: base64url(answer.clientDataJSON),
      authenticatorData: base64url(answer.authenticatorData),
      signature: base64url(answer.signature),
      userHandle: base64url(answer.userHandle ?? new ArrayBuffer(0)),
    },
  };
};

/** The sentence for a passkey that was not made. */
export const notMadeSentence = (error: unknown): string => {
  if (!(error instanceof DOMException)) return sentenceOf(error);
  return error.name === 'InvalidStateError'
    ? 'This device has a passkey of your account already.'
    : 'No passkey was made. It was cancelled, or took too long.';
};

const shapeOf = ({ rawId }: PublicKeyCredential) => {
  const id = base64url(rawId);
  return { id, rawId: id, type: 'public-key' as const };
};

/** By hand: some password managers return credentials without `toJSON()`. */
const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
