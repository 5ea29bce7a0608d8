import type { Readable } from 'node:stream';
import type {
  MaterialFolder,
  MaterialReason,
} from '@staffroom/contract/domains/homework/material-names.rules.ts';

/** A file of the library; with a `problem` it cannot be attached. */
export type LibraryFile = {
  /** Where it stands: its folder, `/`, and its path there. */
  key: string;
  folder: MaterialFolder;
  name: string;
  size: number;
  problem?: MaterialReason;
};

/** The files that staff upload lessons' material from: folders of a disk, or of a bucket. */
export type Library = {
  /** Every file of a folder, by key; none where there is no such folder. Throws LibraryError. */
  list(folder: MaterialFolder): Promise<LibraryFile[]>;
  /** A file's bytes as they come; undefined where it is no longer there. Throws LibraryError. */
  open(key: string): Promise<{ size: number | undefined; content: Readable } | undefined>;
};

/** The library cannot be read; the message says why, for staff. */
export class LibraryError extends Error {}

/** Names that no person gave: of the system, of an editor that has the file open. */
export const isHidden = (name: string) =>
  name.startsWith('.') || name.startsWith('~$') || /^(thumbs\.db|desktop\.ini)$/i.test(name);
