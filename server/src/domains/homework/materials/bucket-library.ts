import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { LibraryFolder } from 'staffroom-contract/domains/homework/material-folders.ts';
import type { BucketSettings } from '../../../platform/settings.ts';
import { isHidden, LibraryError, type Library, type LibraryFile } from './library.ts';
import { signS3Request } from './sign-s3-request.ts';

/** Tries of a request to the bucket. */
const attempts = 4;
const firstPauseMs = 200;
/** Longest wait for an answer of the bucket. */
const answerTimeoutMs = 20_000;
/** For the upload of a file into the bucket, and the response. */
const savingTimeoutMs = 120_000;

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
    const answer = await ask(settings, { key: `${settings.prefix}${key}`, content });
    await answer.body?.cancel();
  },
});

const bytesOf = async function* (body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    // A consumer that stops half-way needs no more data.
    await reader.cancel();
  }
};

type Asked = {
  key?: string;
  query?: Record<string, string>;
  mayBeAbsent?: boolean;
  /** The bytes of a PUT. */
  content?: Buffer;
};

/** Sends a signed request; retries when the server is busy or unreachable. Throws LibraryError. */
const ask = async (settings: BucketSettings, asked: Asked): Promise<Response> => {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(settings, asked).catch((error: unknown) => error as Error);
    if (answer instanceof Response) {
      if (answer.ok || (asked.mayBeAbsent && answer.status === 404)) return answer;
      const text = await answer.text();
      if (answer.status < 500 && answer.status !== 429) throw refused(answer.status, text);
      if (attempt === attempts) throw refused(answer.status, text);
    } else if (attempt === attempts)
      throw new LibraryError('The bucket of the library does not answer.', { cause: answer });
    await pause(firstPauseMs * 2 ** (attempt - 1));
  }
};

const send = async (settings: BucketSettings, { key, query, content }: Asked) => {
  const { url, method, headers } = signS3Request(settings, { key, query, content, at: new Date() });
  // Limits the time until the response starts; the body of a large file may take longer.
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), content ? savingTimeoutMs : answerTimeoutMs);
  try {
    return await fetch(url, {
      method,
      headers,
      signal: waiting.signal,
      redirect: 'error',
      ...(content && { body: new Uint8Array(content) }),
    });
  } finally {
    clearTimeout(timer);
  }
};

const refused = (status: number, text: string) =>
  new LibraryError(
    `The bucket of the library refused with ${textOf(text, 'Code') ?? String(status)}.`,
  );

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

/** Keys are URL-encoded (`encoding-type=url`), because XML cannot contain every character. */
const decodeKey = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

const textOf = (xml: string, element: string) => {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return text
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
};
