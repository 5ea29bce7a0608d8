import { createHash } from 'node:crypto';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import type { Context } from '../../platform/context.ts';

/** argon2id with the library's defaults (19 MiB, 2 passes). */
export const hashPassword = (password: string) => hash(password);

let decoy: Promise<string> | undefined;

/** Takes the same time with and without an account (decisions: Session). */
export const verifyPassword = async (passwordHash: string | null | undefined, password: string) => {
  decoy ??= hash('no account has this password');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && typeof passwordHash === 'string';
};

/**
 * Idempotency stores a fast hash of the body, from which a password in the body could be guessed. This replaces it with
 * a hash as slow as the password's own, which is the same for the same key and body.
 */
export const withSlowBodyHash = async (
  context: Context,
  password: string | undefined,
): Promise<Context> => {
  const request = context.idempotency;
  if (!request || password === undefined) return context;
  const salt = createHash('sha256').update(request.key).digest();
  return {
    ...context,
    idempotency: { ...request, bodyHash: await hashRaw(request.bodyHash, { salt }) },
  };
};
