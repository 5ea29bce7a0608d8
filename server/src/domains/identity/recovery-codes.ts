import { randomInt } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';

/** Without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKMNPQRTVWXYZ';
const count = 10;
const half = 4;

const newCode = () => {
  const part = () =>
    Array.from({ length: half }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return `${part()}-${part()}`;
};

/** Returns ten new recovery codes: "7H2K-QM4D". */
export const newRecoveryCodes = () => Array.from({ length: count }, newCode);

/** A typed recovery code as it was shown, without regard to case, spaces and hyphens; undefined for any other text. */
export const readRecoveryCode = (text: string): string | undefined => {
  const signs = text.toUpperCase().replaceAll(/[\s-]/g, '');
  const isCode = signs.length === 2 * half && [...signs].every((sign) => alphabet.includes(sign));
  return isCode ? `${signs.slice(0, half)}-${signs.slice(half)}` : undefined;
};

/** The stored form of a recovery code: as slow as a password's, and salted by its account. */
export const hashRecoveryCode = (code: string, userId: string): Promise<Buffer> =>
  hashRaw(code, { salt: Buffer.from(userId.replaceAll('-', ''), 'hex') });
