import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** First byte of a stored secret: as it is, or encrypted. */
const plain = 0;
const encrypted = 1;
const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const keyOf = (key: string) => Buffer.from(hkdfSync('sha256', key, '', 'second factor', 32));

/** Encrypts a secret for the database, bound to its account; without a key it is stored as it is (ADR 91). */
export const sealSecret = (secret: Buffer, key: string | undefined, userId: string): Buffer => {
  if (key === undefined) return Buffer.concat([Buffer.from([plain]), secret]);
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, keyOf(key), nonce).setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
  return Buffer.concat([Buffer.from([encrypted]), nonce, sealing.getAuthTag(), sealed]);
};

/** Returns a stored secret; undefined if it was encrypted with another key or for another account. */
export const openSecret = (
  stored: Buffer,
  key: string | undefined,
  userId: string,
): Buffer | undefined => {
  const rest = stored.subarray(1);
  if (stored[0] === plain) return rest;
  if (key === undefined) return undefined;
  try {
    const opening = createDecipheriv(cipher, keyOf(key), rest.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(userId))
      .setAuthTag(rest.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([opening.update(rest.subarray(nonceBytes + tagBytes)), opening.final()]);
  } catch {
    return undefined;
  }
};
