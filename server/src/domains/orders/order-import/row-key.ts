import { createHash } from 'node:crypto';

/** Returns the stored form of a row's key, which has a fixed length. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest('hex');
