import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Seconds for which an app shows a code. */
const stepSeconds = 30;
const digits = 6;
/** Steps before and after the current one whose codes are accepted, because clocks differ. */
const tolerance = 1;
const secretBytes = 20;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns a new secret of 160 bits. */
export const newSecret = () => randomBytes(secretBytes);

/** A secret as apps read it: base 32, without padding. */
export const base32 = (bytes: Buffer): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: Math.ceil(bits.length / 5) }, (_, index) =>
    alphabet.charAt(Number.parseInt(bits.slice(index * 5, index * 5 + 5).padEnd(5, '0'), 2)),
  ).join('');
};

/** The address that an authenticator app reads from the QR code. */
export const uriOf = (secret: Buffer, { issuer, email }: { issuer: string; email: string }) =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}` +
  `?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;

/** The code of one step (RFC 6238, SHA-1, 6 digits). */
export const codeAt = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
};

export const stepOf = (now: Date) => Math.floor(now.getTime() / 1000 / stepSeconds);

/**
 * Returns the step of a code that is valid now and later than `lastStep`, so that each code works once; undefined for
 * any other text.
 */
export const matchingStep = (
  secret: Buffer,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number | null },
): number | undefined => {
  const typed = Buffer.from(code);
  if (typed.length !== digits) return undefined;
  const current = stepOf(now);
  const steps = Array.from(
    { length: 2 * tolerance + 1 },
    (_, index) => current - tolerance + index,
  );
  return steps.find(
    (step) => step > (lastStep ?? -1) && timingSafeEqual(Buffer.from(codeAt(secret, step)), typed),
  );
};
