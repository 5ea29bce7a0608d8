import type { Readable } from 'node:stream';
import type { LibraryFolder } from 'staffroom-contract/domains/homework/material-folders.ts';
import type { MaterialReason } from 'staffroom-contract/domains/homework/material-names.rules.ts';

/** A file of the library; with a `problem` it cannot be attached. */
export type LibraryFile<Folder extends LibraryFolder = LibraryFolder> = {
  /** Its folder, `/`, and its path in the folder. */
  key: string;
  folder: Folder;
  name: string;
  size: number;
  problem?: MaterialReason;
};

/** The files from which staff upload the material of lessons: folders on a disk or in a bucket. */
export type Library = {
  /** Returns the names of all folders, also unknown ones. Throws LibraryError. */
  folders(): Promise<string[]>;
  /** Returns all files of a folder, by key; [] if the folder does not exist. Throws LibraryError. */
  list<Folder extends LibraryFolder>(folder: Folder): Promise<LibraryFile<Folder>[]>;
  /** Streams a file; undefined if it no longer exists. Throws LibraryError. */
  open(key: string): Promise<{ size: number | undefined; content: Readable } | undefined>;
  /** Writes a file atomically; replaces a file with this key. Throws LibraryError. */
  save(key: string, content: Buffer): Promise<void>;
};

/** The library cannot be read or written; the message gives staff the reason. */
export class LibraryError extends Error {}

/** Returns whether a name is of the system or of an editor that has the file open. */
export const isHidden = (name: string) =>
  name.startsWith('.') || name.startsWith('~$') || /^(thumbs\.db|desktop\.ini)$/i.test(name);
