import { Readable } from 'node:stream';
import type { LibraryFolder } from 'staffroom-contract/domains/homework/material-folders.ts';
import type { BucketSettings } from '../../../platform/bucket-settings.ts';
import { askBucket, bytesOf, listBucket, type Asked } from '../../../platform/bucket.ts';
import { isHidden, LibraryError, type Library, type LibraryFile } from './library.ts';

/** A library in an S3-compatible bucket, with one prefix per folder of the product. */
export const bucketLibrary = (settings: BucketSettings): Library => ({
  folders: async () => {
    const names = new Set<string>();
    const { prefix } = settings;
    for await (const { key } of listBucket(settings, { prefix, delimiter: '/' }, naming))
      names.add(key.slice(prefix.length, -1));
    return [...names];
  },
  list: async <Folder extends LibraryFolder>(folder: Folder) => {
    const files: LibraryFile<Folder>[] = [];
    const prefix = `${settings.prefix}${folder}/`;
    for await (const { key, size } of listBucket(settings, { prefix }, naming))
      files.push(...fileOf(folder, key.slice(settings.prefix.length), size));
    return files;
  },
  open: async (key) => {
    const answer = await ask(settings, { key: `${settings.prefix}${key}`, mayBeAbsent: true });
    if (answer.status === 404 || !answer.body) {
      await answer.body?.cancel();
      return undefined;
    }
    const size = answer.headers.get('content-length');
    return {
      size: size === null ? undefined : Number(size),
      content: Readable.from(bytesOf(answer.body)),
    };
  },
  save: async (key, content) => {
    const answer = await ask(settings, { method: 'PUT', key: `${settings.prefix}${key}`, content });
    await answer.body?.cancel();
  },
});

const naming = { what: 'The bucket of the library', Failure: LibraryError };

const ask = (settings: BucketSettings, asked: Asked) => askBucket(settings, asked, naming);

/** The file with this key; nothing for an object that is no file. */
const fileOf = <Folder extends LibraryFolder>(
  folder: Folder,
  key: string,
  size: number,
): LibraryFile<Folder>[] => {
  const name = key.split('/').at(-1) ?? '';
  // Consoles keep an empty folder as a key that ends with a slash.
  if (name === '' || isHidden(name)) return [];
  const file: LibraryFile<Folder> = { key, folder, name, size };
  if (key.includes('\u0000') || !key.isWellFormed()) return [{ ...file, problem: 'odd_name' }];
  return [size === 0 ? { ...file, problem: 'empty' } : file];
};
