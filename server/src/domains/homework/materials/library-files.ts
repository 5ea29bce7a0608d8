import type { listLibraryFiles as listOperation } from 'staffroom-contract/domains/homework/lesson-files.contract.ts';
import {
  folderLabel,
  foldersOf,
  uploadedFolder,
  type LibraryFolder,
} from 'staffroom-contract/domains/homework/material-folders.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../../platform/csv.ts';
import { refusal } from '../../../platform/errors.ts';
import { LibraryError, type LibraryFile } from './library.ts';
import { listLibrary, openLibrary } from './open-library.ts';

type Query = QueryOf<typeof listOperation>;

/** Returns a page of the library's files that can be attached, by name. Throws library_unavailable. */
export const listFilesOfLibrary = async (context: Context, query: Query) => {
  const found = await findFiles(context, query);
  const data = found
    .slice(query.offset, query.offset + query.max)
    .map(({ key, name, folder, size }) => ({ _id: key, name, folder, size }));
  return { data, count: found.length };
};

/** Returns the same as CSV. Throws library_unavailable. */
export const exportLibraryFiles = async (context: Context, query: Query) =>
  csvAnswer('library.csv', columns, await findFiles(context, query));

const columns: CsvColumn<LibraryFile>[] = [
  { header: 'name', value: ({ name }) => name },
  { header: 'folder', value: ({ folder }) => folderLabel(folder) },
  { header: 'size', value: ({ size }) => size },
];

const findFiles = async ({ settings }: Context, { filter, order }: Query) => {
  const wanted = filter.name?.regex.trim().toLowerCase() ?? '';
  const files: LibraryFile[] = await fromLibrary(async () => [
    ...(await listLibrary(settings, 'all')),
    ...(await (await openLibrary(settings)).list(uploadedFolder)),
  ]);
  const sorted = files
    .filter((file) => !file.problem && file.name.toLowerCase().includes(wanted))
    .toSorted((one, other) => compare(one.name, other.name) || compare(one.key, other.key));
  return order === 'asc' ? sorted : sorted.toReversed();
};

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** Returns the file of the library at `key`. Throws invalid_value if it does not exist or cannot be attached. */
export const requireLibraryFile = async (
  { settings }: Context,
  key: string,
): Promise<LibraryFile> => {
  const folders: LibraryFolder[] = [...foldersOf('all'), uploadedFolder];
  const folder = folders.find((each) => key.startsWith(`${each}/`));
  const files = folder
    ? await fromLibrary(async () => (await openLibrary(settings)).list(folder))
    : [];
  const file = files.find((each) => each.key === key);
  if (!file || file.problem)
    throw refusal('invalid_value', {
      field: 'file',
      message: 'This file is not in the library, or it cannot be attached.',
    });
  return file;
};

/** Runs `read` and maps LibraryError to library_unavailable. */
export const fromLibrary = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error;
    throw refusal('library_unavailable', { message: error.message });
  }
};
