import type {
  NewCredential,
  UsedCredential,
} from 'staffroom-contract/domains/identity/passkeys.contract.ts';
import type { PasskeyRow } from './passkeys.queries.ts';

/** Ed25519, ECDSA with P-256 and RSA: what authenticators support, the best first. */
export const algorithms = [-8, -7, -257];

/** Loaded by the first passkey: it takes 30 MB and 150 ms, which a server without passkeys need not spend. */
const library = () => import('@simplewebauthn/server');

type Expected = { challenge: string; site: { id: string; origin: string } };

/** The public key of a new passkey; undefined unless it was made for this challenge and site, by a verified user. */
export const checkNewCredential = async (
  credential: NewCredential,
  { challenge, site }: Expected,
) => {
  const { verifyRegistrationResponse } = await library();
  const checked = await unlessWrong(
    verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!checked?.verified) return undefined;
  const { credential: made, aaguid } = checked.registrationInfo;
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    aaguid,
  };
};

/**
 * The counter of a signature by a passkey; undefined unless it signed this challenge for this site, after verifying its
 * user. The caller compares the counter, to audit one that goes back.
 */
export const checkUsedCredential = async (
  credential: UsedCredential,
  passkey: Pick<PasskeyRow, 'credentialId' | 'publicKey'>,
  { challenge, site }: Expected,
): Promise<number | undefined> => {
  const { verifyAuthenticationResponse } = await library();
  const checked = await unlessWrong(
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: 0,
      },
    }),
  );
  return checked?.verified ? checked.authenticationInfo.newCounter : undefined;
};

/** The library throws for everything that is wrong with a credential, which anyone may send. */
const unlessWrong = <T>(checked: Promise<T>): Promise<T | undefined> =>
  checked.catch(() => undefined);
