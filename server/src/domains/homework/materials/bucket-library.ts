import { Readable } from 'node:stream';
import type { LibraryFolder } from 'staffroom-contract/domains/homework/material-folders.ts';
import type { BucketSettings } from '../../../platform/bucket-settings.ts';
import { askBucket, bytesOf, decodeKey, textOf, type Asked } from '../../../platform/bucket.ts';
import { isHidden, LibraryError, type Library, type LibraryFile } from './library.ts';

/** A library in an S3-compatible bucket, with one prefix per folder of the product. */
export const bucketLibrary = (settings: BucketSettings): Library => ({
  // The first page has up to 1,000 names; a library has six folders.
  folders: async () => {
    const { prefix } = settings;
    const answer = await ask(settings, {
      query: { 'list-type': '2', 'encoding-type': 'url', prefix, delimiter: '/' },
    });
    const listing = await answer.text();
    return [...listing.matchAll(/<CommonPrefixes>(.*?)<\/CommonPrefixes>/gs)].map(
      ([, group = '']) => decodeKey(textOf(group, 'Prefix') ?? '').slice(prefix.length, -1),
    );
  },
  list: async <Folder extends LibraryFolder>(folder: Folder) => {
    const files: LibraryFile<Folder>[] = [];
    let page: string | undefined;
    do {
      const answer = await ask(settings, {
        query: {
          'list-type': '2',
          'encoding-type': 'url',
          prefix: `${settings.prefix}${folder}/`,
          ...(page !== undefined && { 'continuation-token': page }),
        },
      });
      const listing = await answer.text();
      files.push(...filesOf(settings, folder, listing));
      page = textOf(listing, 'NextContinuationToken');
    } while (page !== undefined);
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

const ask = (settings: BucketSettings, asked: Asked) =>
  askBucket(settings, asked, { what: 'The bucket of the library', Failure: LibraryError });

const filesOf = <Folder extends LibraryFolder>(
  { prefix }: BucketSettings,
  folder: Folder,
  listing: string,
): LibraryFile<Folder>[] =>
  [...listing.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, object = '']) => {
    const key = decodeKey(textOf(object, 'Key') ?? '').slice(prefix.length);
    const name = key.split('/').at(-1) ?? '';
    // Consoles keep an empty folder as a key that ends with a slash.
    if (name === '' || isHidden(name)) return [];
    const size = Number(textOf(object, 'Size') ?? 0);
    const file: LibraryFile<Folder> = { key, folder, name, size };
    if (key.includes('\u0000') || !key.isWellFormed()) return [{ ...file, problem: 'odd_name' }];
    return [size === 0 ? { ...file, problem: 'empty' } : file];
  });
