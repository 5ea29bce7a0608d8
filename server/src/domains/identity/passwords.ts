import { createHash } from 'node:crypto';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import type { Context } from '../../platform/context.ts';

/** argon2id with the library's defaults (19 MiB, 2 passes). */
export const hashPassword = (password: string) => hash(password);

let decoy: Promise<string> | undefined;

/** Compares in the same time whether or not there is an account (decisions: Session). */
export const verifyPassword = async (passwordHash: string | null | undefined, password: string) => {
  decoy ??= hash('nobody signs in with this');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && typeof passwordHash === 'string';
};

/**
 * Idempotency keeps a hash of the body, and it is a fast one: a password in the body could be guessed from it. Here it
 * is made as slow as the password's own hash, and still the same for the same key and body.
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
