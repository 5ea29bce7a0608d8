import { hash, verify } from '@node-rs/argon2';

/** argon2id with the library's defaults (19 MiB, 2 passes). */
export const hashPassword = (password: string) => hash(password);

let decoy: Promise<string> | undefined;

/** Compares in the same time whether or not there is an account (decisions: Session). */
export const verifyPassword = async (passwordHash: string | null | undefined, password: string) => {
  decoy ??= hash('nobody signs in with this');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && typeof passwordHash === 'string';
};
