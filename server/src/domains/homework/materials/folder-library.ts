import { createReadStream, type Dirent, type Stats } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { LibraryFolder } from 'staffroom-contract/domains/homework/material-folders.ts';
import type { MaterialReason } from 'staffroom-contract/domains/homework/material-names.rules.ts';
import { isHidden, LibraryError, type Library, type LibraryFile } from './library.ts';

/** Maximum depth of nested folders. */
const deepest = 8;

/** A library on a disk: one folder below `root` for each folder of the product. */
export const folderLibrary = (root: string): Library => ({
  folders: async () => {
    try {
      const entries = await readdir(root, { withFileTypes: true });
      return entries.filter((one) => one.isDirectory()).map(({ name }) => name);
    } catch (error) {
      if (isAbsent(error)) return [];
      throw unreadable(error);
    }
  },
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
  save: async (key, content) => {
    const path = join(root, ...key.split('/'));
    const folder = dirname(path);
    const part = join(folder, `.${randomUUID()}`);
    try {
      await mkdir(folder, { recursive: true });
      if (!(await isInside(root, folder)))
        throw new LibraryError('The folder is outside the library.');
      // Written to a temporary name, so that readers never see a partial file.
      await writeFile(part, content, { flush: true });
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw error instanceof LibraryError ? error : unwritable(error);
    }
  },
});

type Reading<Folder extends LibraryFolder> = { root: string; folder: Folder };

const readFolder = async <Folder extends LibraryFolder>(
  reading: Reading<Folder>,
  path: string[],
): Promise<LibraryFile<Folder>[]> => {
  const entries = await entriesOf(join(reading.root, ...path), path);
  const found: LibraryFile<Folder>[] = [];
  // Sequentially, to leave capacity to the other work of the process.
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

const readFile = async <Folder extends LibraryFolder>(
  { root, folder }: Reading<Folder>,
  entry: Dirent,
  path: string[],
): Promise<LibraryFile<Folder>> => {
  const file = { key: path.join('/'), folder, name: entry.name, size: 0 };
  // Node replaces bytes that are not UTF-8, so such a file cannot be opened by its name.
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

/** Returns whether the path, with all links resolved, is inside the library. */
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

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it is not allowed',
  EPERM: 'it is not allowed',
  EROFS: 'it is read-only',
  ENOSPC: 'there is no space left',
};

const unwritable = (error: unknown) => {
  const why = reasons[codeOf(error) ?? ''];
  return new LibraryError(`The file could not be saved in the library${why ? `: ${why}` : ''}.`, {
    cause: error,
  });
};
