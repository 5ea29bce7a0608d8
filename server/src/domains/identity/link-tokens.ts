import { createHash, randomBytes } from 'node:crypto';

const idBytes = 16;
const secretBytes = 32;

/** Returns a new token of a link: its id, and 256 random bits of which only the hash is stored. */
export const newLinkToken = (linkId: string) => {
  const secret = randomBytes(secretBytes);
  const id = Buffer.from(linkId.replaceAll('-', ''), 'hex');
  return { token: Buffer.concat([id, secret]).toString('base64url'), tokenHash: hashOf(secret) };
};

/** Reads a token: the link's id, and whether one of these hashes is the token's. Undefined for any other text. */
export const readLinkToken = (token: string) => {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + secretBytes) return undefined;
  const tokenHash = hashOf(bytes.subarray(idBytes));
  return {
    linkId: bytes.toString('hex', 0, idBytes),
    isAmong: (hashes: readonly string[]) => hashes.includes(tokenHash),
  };
};

const hashOf = (secret: Buffer) => createHash('sha256').update(secret).digest('hex');
