import { setTimeout as pause } from 'node:timers/promises';
import type { BucketSettings } from './bucket-settings.ts';
import { signS3Request } from './sign-s3-request.ts';

/** Tries of a request to a bucket. */
const attempts = 4;
const firstPauseMs = 200;
/** Longest wait for an answer of the bucket. */
const answerTimeoutMs = 20_000;
/** For sending a file or a part of one, and the response. */
const savingTimeoutMs = 120_000;

export type Asked = {
  /** By default GET. */
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  mayBeAbsent?: boolean;
  /** The bytes of a PUT or POST. */
  content?: Buffer;
};

/** The bucket in error messages ("The bucket of the library"), and the class of its errors. */
type Naming = { what: string; Failure: new (message: string, options?: ErrorOptions) => Error };

/** Sends a signed request; retries when the server is busy or unreachable. Throws `Failure`. */
export const askBucket = async (
  settings: BucketSettings,
  asked: Asked,
  { what, Failure }: Naming,
): Promise<Response> => {
  const refused = (status: number, text: string) =>
    new Failure(`${what} refused with ${textOf(text, 'Code') ?? String(status)}.`);
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(settings, asked).catch((error: unknown) => error as Error);
    if (answer instanceof Response) {
      if (answer.ok || (asked.mayBeAbsent && answer.status === 404)) return answer;
      const text = await answer.text();
      if (answer.status < 500 && answer.status !== 429) throw refused(answer.status, text);
      if (attempt === attempts) throw refused(answer.status, text);
    } else if (attempt === attempts)
      throw new Failure(`${what} does not answer.`, { cause: answer });
    await pause(firstPauseMs * 2 ** (attempt - 1));
  }
};

const send = async (settings: BucketSettings, asked: Asked) => {
  const { method = 'GET', key, query, content } = asked;
  const signed = signS3Request(settings, { method, key, query, content, at: new Date() });
  // Limits the time until the response starts; the body of a large file may take longer.
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), content ? savingTimeoutMs : answerTimeoutMs);
  try {
    return await fetch(signed.url, {
      method,
      headers: signed.headers,
      signal: waiting.signal,
      redirect: 'error',
      ...(content && { body: new Uint8Array(content) }),
    });
  } finally {
    clearTimeout(timer);
  }
};

/** The bytes of a response; a consumer that stops half-way ends it. */
export const bytesOf = async function* (body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel();
  }
};

type Listed = { prefix: string; delimiter?: '/' };

/**
 * Lists the objects below a prefix, or with a delimiter the prefixes up to it, page by page: a page may be short, or even
 * empty, without being the last one. Throws `Failure`.
 */
export const listBucket = async function* (
  settings: BucketSettings,
  listed: Listed,
  naming: Naming,
): AsyncGenerator<{ key: string; size: number }> {
  let page: string | undefined;
  do {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      ...listed,
      ...(page !== undefined && { 'continuation-token': page }),
    };
    const answer = await askBucket(settings, { query }, naming);
    const listing = await answer.text();
    // XML cannot contain every character. A server that does not encode keys says so by leaving this out.
    const isEncoded = textOf(listing, 'EncodingType') === 'url';
    for (const [, entry = ''] of listing.matchAll(listed.delimiter ? prefixes : objects)) {
      const key = textOf(entry, listed.delimiter ? 'Prefix' : 'Key') ?? '';
      yield { key: isEncoded ? decodeKey(key) : key, size: Number(textOf(entry, 'Size') ?? 0) };
    }
    page = textOf(listing, 'NextContinuationToken');
  } while (page !== undefined);
};

const objects = /<Contents>(.*?)<\/Contents>/gs;
const prefixes = /<CommonPrefixes>(.*?)<\/CommonPrefixes>/gs;

const decodeKey = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

/** The text of the first element of this name; undefined without one. */
export const textOf = (xml: string, element: string) => {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return text?.replaceAll(
    /&(?:#x([0-9a-fA-F]{1,5})|#(\d{1,6})|(lt|gt|quot|apos|amp));/g,
    (_all, hex?: string, decimal?: string, name = '') =>
      signs[String(name)] ?? String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal)),
  );
};

const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
