import { createHash } from 'node:crypto';

/** A row's key as it is stored: of one length, however long the cells are. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest('hex');
