import { randomUUID } from 'node:crypto';

/** Returns a name that no other test uses. */
export const unique = (prefix: string) => `${prefix}-${randomUUID().slice(0, 8)}`;
