import { createReadStream, type Dirent, type Stats } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import type {
  MaterialFolder,
  MaterialReason,
} from '@staffroom/contract/domains/homework/material-names.rules.ts';
import { isHidden, LibraryError, type Library, type LibraryFile } from './library.ts';

/** Folders within folders that are read. */
const deepest = 8;

/** A library on a disk: one folder below `root` for each of the product's. */
export const folderLibrary = (root: string): Library => ({
  list: async (folder) => {
    const files = await readFolder({ root, folder }, [folder]);
    return files.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  },
  open: async (key) => {
    const path = join(root, ...key.split('/'));
    try {
      if (!(await isInside(root, path))) return undefined;
      const file = await open(path, 'r');
      const facts = await file.stat();
      if (facts.isFile())
        return { size: facts.size, content: createReadStream('', { fd: file, start: 0 }) };
      await file.close();
      return undefined;
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw unreadable(error);
    }
  },
});

type Reading = { root: string; folder: MaterialFolder };

const readFolder = async (reading: Reading, path: string[]): Promise<LibraryFile[]> => {
  const entries = await entriesOf(join(reading.root, ...path), path);
  const found: LibraryFile[] = [];
  // One after another: a library is read beside everything else that the process does.
  for (const entry of entries) {
    if (isHidden(entry.name)) continue;
    const inner = [...path, entry.name];
    if (!entry.isDirectory()) found.push(await readFile(reading, entry, inner));
    else if (path.length < deepest) found.push(...(await readFolder(reading, inner)));
  }
  return found;
};

const entriesOf = async (folder: string, path: string[]): Promise<Dirent[]> => {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error) && path.length === 1) return [];
    throw unreadable(error, path.join('/'));
  }
};

const readFile = async (
  { root, folder }: Reading,
  entry: Dirent,
  path: string[],
): Promise<LibraryFile> => {
  const file = { key: path.join('/'), folder, name: entry.name, size: 0 };
  // What is no UTF-8 is read as replacement signs, under which no file is found again.
  if (entry.name.includes('\uFFFD')) return { ...file, problem: 'odd_name' };
  const place = join(root, ...path);
  try {
    if (entry.isSymbolicLink() && !(await isInside(root, place)))
      return { ...file, problem: 'link' };
    const facts = await stat(place);
    const problem = problemOf(facts);
    return { ...file, size: facts.size, ...(problem && { problem }) };
  } catch {
    return { ...file, problem: entry.isSymbolicLink() ? 'link' : 'unreadable' };
  }
};

const problemOf = (facts: Stats): MaterialReason | undefined => {
  if (facts.isDirectory()) return 'link';
  if (!facts.isFile()) return 'unreadable';
  return facts.size === 0 ? 'empty' : undefined;
};

/** Does the path, with all links followed, stay within the library? */
const isInside = async (root: string, path: string) => {
  const way = relative(await realpath(root), await realpath(path));
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

const isAbsent = (error: unknown) => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';

const unreadable = (error: unknown, path?: string) => {
  const what = path ? `The folder “${path}” of the library` : 'The library';
  const why = codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM' ? ': it is not allowed' : '';
  return new LibraryError(`${what} could not be read${why}.`, { cause: error });
};
