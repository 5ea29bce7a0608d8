import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** The parts of an answer that a test may change, as an attacker's own authenticator could. */
type Changes = {
  challenge?: string;
  origin?: string;
  rpId?: string;
  userHandle?: string;
  counter?: number;
  isVerified?: boolean;
  type?: string;
};

const flags = { present: 0x01, verified: 0x04, hasKey: 0x40 };
const ec2 = { type: 2, algorithm: -7, curve: 1 };

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

/** An authenticator with one key pair, for the origin of the test apps. It counts signatures if `counts` says so. */
export const newAuthenticator = ({ counts = false, aaguid = Buffer.alloc(16) } = {}) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const coseKey = Buffer.from(
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, ec2.type],
        [3, ec2.algorithm],
        [-1, ec2.curve],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    ),
  );
  let signatures = 0;

  const clientData = (usual: string, challenge: string, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? usual,
        challenge: changes.challenge ?? challenge,
        origin: changes.origin ?? 'http://localhost',
        crossOrigin: false,
      }),
    );
  const authenticatorData = (changes: Changes, key: Buffer = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5);
    head[0] =
      flags.present |
      (changes.isVerified === false ? 0 : flags.verified) |
      (key.length > 0 ? flags.hasKey : 0);
    head.writeUInt32BE(changes.counter ?? signatures, 1);
    return Buffer.concat([sha256(changes.rpId ?? 'localhost'), head, key]);
  };
  const id = credentialId.toString('base64url');
  const shape = { id, rawId: id, type: 'public-key' as const };

  return {
    credentialId,
    coseKey,
    /** The answer to a request for a new passkey, as the browser's `toJSON()`. */
    create: (challenge: string, changes: Changes = {}) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const key = Buffer.concat([aaguid, length, credentialId, coseKey]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authenticatorData(changes, key))],
        ]),
      );
      return {
        ...shape,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, changes).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
        },
      };
    },
    /** The answer to a sign-in of this account, as the browser's `toJSON()`. */
    signIn: (challenge: string, userId: string, changes: Changes = {}) => {
      if (counts) signatures += 1;
      const client = clientData('webauthn.get', challenge, changes);
      const data = authenticatorData(changes);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const handle = Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
      return {
        ...shape,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: changes.userHandle ?? handle,
        },
      };
    },
  };
};

export type Authenticator = ReturnType<typeof newAuthenticator>;
