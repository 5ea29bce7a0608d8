import { createHash } from 'node:crypto';
import type { TagKind } from '@staffroom/contract/domains/question-bank/question-bank.rules.ts';

/** The id of a tag that stands there from the start, which its migration made of its names in this way. */
export const firstTagId = (kind: TagKind, ...names: readonly string[]): string => {
  const hash = createHash('md5')
    .update([kind, ...names].join('/'))
    .digest('hex');
  return `01900000-0000-7000-8${hash.slice(0, 3)}-${hash.slice(3, 15)}`;
};
