import { lookup as lookupName } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-addresses.ts';

/** Reads a file of another website; throws FetchProblem. */
export type FetchFile = (address: string, maxBytes: number) => Promise<Buffer>;

/** Why a file could not be read. Refused addresses are `unreachable` too, to reveal nothing about our network. */
export class FetchProblem extends Error {
  readonly reason: 'unreachable' | 'too_slow' | 'too_large' | 'not_there';
  constructor(reason: FetchProblem['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** The host of a web address, for messages. */
export const hostOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).host : address;

type Resolved = { address: string; family: number };

type Guard = {
  /** All IP addresses of a host name. */
  resolve?: (host: string) => Promise<Resolved[]>;
  isAllowed?: (address: string) => boolean;
  /** As in the address; '' is the default port of its scheme. */
  ports?: readonly string[];
  timeoutMs?: number;
};

/** Most redirects that are followed. */
const mostRedirects = 3;
const redirects = [301, 302, 303, 307, 308];
/** A website that is overloaded or out of order: the file may be there later. */
const isForNow = (status: number) => status === 429 || status >= 500;

/**
 * Reads files at addresses that users enter, from public hosts only (ADR 83): a host is resolved once, all its
 * addresses must be public, and the connection goes to one of these; so for redirects. Only tests pass their own guard.
 */
export const createFileFetcher = ({
  resolve = (host) => lookupName(host, { all: true }),
  isAllowed = isPublicAddress,
  ports = ['', '80', '443'],
  timeoutMs = 10_000,
}: Guard = {}): FetchFile => {
  const addressesOf = async (url: URL): Promise<Resolved[]> => {
    const host = url.hostname.replaceAll(/^\[|\]$/g, '');
    const family = isIP(host);
    const found = family === 0 ? await resolve(host) : [{ address: host, family }];
    const isRefused = found.length === 0 || !found.every(({ address }) => isAllowed(address));
    if (isRefused) throw new FetchProblem('unreachable');
    return found;
  };

  const answerOf = async (url: URL, signal: AbortSignal): Promise<IncomingMessage> => {
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
    if (!isWeb || !ports.includes(url.port) || url.username !== '' || url.password !== '')
      throw new FetchProblem('unreachable');
    const found = await addressesOf(url);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((done, fail) => {
      const request = send(url, {
        agent: false,
        signal,
        lookup: pinnedTo(found),
        headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Staffroom' },
      });
      request.once('response', done);
      request.once('error', fail);
      request.end();
    });
  };

  const read = async (address: string, maxBytes: number, signal: AbortSignal) => {
    let url = new URL(address);
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const answer = await answerOf(url, signal);
      const { statusCode = 0, headers } = answer;
      if (statusCode === 200) return bytesOf(answer, maxBytes);
      answer.destroy();
      if (isForNow(statusCode)) throw new FetchProblem('unreachable');
      const isRedirect = redirects.includes(statusCode) && headers.location !== undefined;
      if (!isRedirect) throw new FetchProblem('not_there');
      url = new URL(headers.location ?? '', url);
    }
    throw new FetchProblem('not_there');
  };

  return async (address, maxBytes) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await Promise.race([read(address, maxBytes, signal), aborted(signal)]);
    } catch (error) {
      if (error instanceof FetchProblem) throw error;
      throw new FetchProblem(signal.aborted ? 'too_slow' : 'unreachable');
    }
  };
};

/** A lookup that returns the checked addresses without a DNS query. */
const pinnedTo =
  (found: readonly Resolved[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = found;
    if (all || !first) done(null, [...found]);
    else done(null, first.address, first.family);
  };

/** A DNS lookup cannot be aborted, so its result is ignored. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(new FetchProblem('too_slow')), { once: true });
  });

const bytesOf = async (answer: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let length = Number(answer.headers['content-length'] ?? 0);
  if (length > maxBytes) {
    answer.destroy();
    throw new FetchProblem('too_large');
  }
  length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    // Leaving the loop closes the connection.
    if (length > maxBytes) throw new FetchProblem('too_large');
    parts.push(part);
  }
  return Buffer.concat(parts);
};
