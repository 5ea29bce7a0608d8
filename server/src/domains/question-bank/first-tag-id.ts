import { createHash } from 'node:crypto';
import type { TagKind } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';

/** Returns the id of a predefined tag, which its migration derives from its names in the same way. */
export const firstTagId = (kind: TagKind, ...names: readonly string[]): string => {
  const hash = createHash('md5')
    .update([kind, ...names].join('/'))
    .digest('hex');
  return `01900000-0000-7000-8${hash.slice(0, 3)}-${hash.slice(3, 15)}`;
};
