import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { MaterialFolder } from '@staffroom/contract/domains/homework/material-names.rules.ts';
import type { BucketSettings } from '../../../platform/settings.ts';
import { isHidden, LibraryError, type Library, type LibraryFile } from './library.ts';
import { signS3Request } from './sign-s3-request.ts';

const attempts = 4;
const firstPauseMs = 200;
const answerTimeoutMs = 20_000;

/** A library in a bucket of S3, or of what speaks like it: one prefix for each folder of the product. */
export const bucketLibrary = (settings: BucketSettings): Library => ({
  list: async (folder) => {
    const files: LibraryFile[] = [];
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
});

const bytesOf = async function* (body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    // Who stops half-way wants nothing more of it.
    await reader.cancel();
  }
};

type Asked = { key?: string; query?: Record<string, string>; mayBeAbsent?: boolean };

/** One signed request; a server that is busy or away is asked again. Throws LibraryError. */
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

const send = async (settings: BucketSettings, { key, query }: Asked) => {
  const { url, headers } = signS3Request(settings, { key, query, at: new Date() });
  // The time is for the answer to begin; a large file may take as long as it takes.
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), answerTimeoutMs);
  try {
    return await fetch(url, { headers, signal: waiting.signal, redirect: 'error' });
  } finally {
    clearTimeout(timer);
  }
};

const refused = (status: number, text: string) =>
  new LibraryError(
    `The bucket of the library refused with ${textOf(text, 'Code') ?? String(status)}.`,
  );

const filesOf = (
  { prefix }: BucketSettings,
  folder: MaterialFolder,
  listing: string,
): LibraryFile[] =>
  [...listing.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, object = '']) => {
    const key = decodeKey(textOf(object, 'Key') ?? '').slice(prefix.length);
    const name = key.split('/').at(-1) ?? '';
    // What ends with a slash is how consoles keep an empty folder.
    if (name === '' || isHidden(name)) return [];
    const size = Number(textOf(object, 'Size') ?? 0);
    const file = { key, folder, name, size };
    if (key.includes('\u0000') || !key.isWellFormed()) return [{ ...file, problem: 'odd_name' }];
    return [size === 0 ? { ...file, problem: 'empty' } : file];
  });

/** Keys come URL-encoded (`encoding-type=url`), so that a listing holds no sign that XML could not. */
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
