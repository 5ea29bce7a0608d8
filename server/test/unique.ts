import { randomUUID } from 'node:crypto';

/** A name or address that no other test has. */
export const unique = (prefix: string) => `${prefix}-${randomUUID().slice(0, 8)}`;
