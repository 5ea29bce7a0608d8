import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileFetcher } from './fetch-file.ts';
import { isPublicAddress } from './public-addresses.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A website on loopback, and the requests that it got. */
const requests: IncomingMessage[] = [];
let answer: Answer = (_request, response) => response.end('picture');
const server = createServer((request, response) => {
  requests.push(request);
  answer(request, response);
});
let port = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = String((server.address() as AddressInfo).port);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const loopback = async () => [{ address: '127.0.0.1', family: 4 }];
const isLoopback = (address: string) => address === '127.0.0.1';

/** Reads as in production, except that loopback is the only public address. */
const fetcher = (guard: Parameters<typeof createFileFetcher>[0] = {}) =>
  createFileFetcher({ resolve: loopback, isAllowed: isLoopback, ports: [port], ...guard });

const read = async (path: string, answers: Answer, guard = {}, maxBytes = 1000) => {
  requests.length = 0;
  answer = answers;
  return String(await fetcher(guard)(`http://pictures.example:${port}${path}`, maxBytes));
};

const redirect =
  (to: (hop: number) => string, last = Infinity): Answer =>
  ({ url = '' }, response) => {
    const hop = Number(url.slice(1)) || 0;
    if (hop >= last) response.end('picture');
    else response.writeHead(302, { location: to(hop) }).end();
  };

describe('a file of another website', () => {
  test('is read with its query, under the name of its host, and without cookies', async () => {
    expect(await read('/a.png?size=2', (_, response) => response.end('picture'))).toBe('picture');
    const [request] = requests;
    expect(request?.url).toBe('/a.png?size=2');
    expect(request?.headers.host).toBe(`pictures.example:${port}`);
    expect(request?.headers.cookie).toBeUndefined();
    expect(request?.headers.authorization).toBeUndefined();
  });

  test('is read after three redirects, and not after four', async () => {
    const next = (hop: number) => `/${hop + 1}`;
    expect(await read('/0', redirect(next, 3))).toBe('picture');
    await expect(read('/0', redirect(next, 4))).rejects.toMatchObject({ reason: 'not_there' });
    expect(requests).toHaveLength(4);
  });

  test('has its host name resolved once for each request', async () => {
    let asked = 0;
    const resolve = () => {
      asked += 1;
      return loopback();
    };
    await read('/', (_, response) => response.end('picture'), { resolve });
    expect(asked).toBe(1);
  });

  test('is not read if it is too large, also without a Content-Length', async () => {
    const large = Buffer.alloc(1001);
    const announced: Answer = (_, response) =>
      response.writeHead(200, { 'content-length': 1001 }).end(large);
    await expect(read('/', announced)).rejects.toMatchObject({ reason: 'too_large' });
    const parts: Answer = (_, response) => {
      response.write(large.subarray(500));
      response.end(large.subarray(500));
    };
    await expect(read('/', parts)).rejects.toMatchObject({ reason: 'too_large' });
  });

  test('is not read if the website answers with another status than 200', async () => {
    const missing: Answer = (_, response) => response.writeHead(404).end('picture');
    await expect(read('/', missing)).rejects.toMatchObject({ reason: 'not_there' });
  });

  test.each([429, 500, 503])('may be there later if the website answers %i', async (status) => {
    const away: Answer = (_, response) => response.writeHead(status).end();
    await expect(read('/', away)).rejects.toMatchObject({ reason: 'unreachable' });
  });

  test.each([
    ['the website never answers', () => {}],
    ['the file never ends', (_: IncomingMessage, response: ServerResponse) => response.write('a')],
  ] satisfies [string, Answer][])('is not read where %s', async (_name, silent) => {
    await expect(read('/', silent, { timeoutMs: 200 })).rejects.toMatchObject({
      reason: 'too_slow',
    });
  });

  test('is not read if its name is never resolved', async () => {
    const resolve = () => new Promise<never>(() => {});
    await expect(read('/', () => {}, { timeoutMs: 100, resolve })).rejects.toMatchObject({
      reason: 'too_slow',
    });
  });
});

describe('an address is refused without a connection', () => {
  const unreachable = { reason: 'unreachable' };
  /** The result of reading it, and the number of requests to the website. */
  const ending = async (address: string, guard = {}) => {
    requests.length = 0;
    answer = (_, response) => response.end('picture');
    const problem: unknown = await fetcher(guard)(address, 1000).catch((error: unknown) => error);
    return { problem, requests: requests.length };
  };
  const refused = { problem: unreachable, requests: 0 };

  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'http://10.0.0.1/',
    'http://0/',
  ])('that is not public: %s', async (address) => {
    await expect(createFileFetcher()(address, 1000)).rejects.toMatchObject(unreachable);
  });

  test('if the guard is the default one and the website is on loopback', async () => {
    const guard = { isAllowed: isPublicAddress };
    expect(await ending(`http://pictures.example:${port}/`, guard)).toMatchObject(refused);
  });

  test('if one of several addresses of the host is not public', async () => {
    const resolve = async () => [...(await loopback()), { address: '10.0.0.1', family: 4 }];
    expect(await ending(`http://pictures.example:${port}/`, { resolve })).toMatchObject(refused);
  });

  test('if the name is unknown', async () => {
    const resolve = () => Promise.reject(new Error('?'));
    expect(await ending(`http://pictures.example:${port}/`, { resolve })).toMatchObject(refused);
  });

  test('with another port', async () => {
    const guard = { ports: ['', '80', '443'] };
    expect(await ending(`http://pictures.example:${port}/`, guard)).toMatchObject(refused);
  });

  test('with a name and password', async () => {
    expect(await ending(`http://me:secret@pictures.example:${port}/`)).toMatchObject(refused);
  });

  test.each([
    'ftp://pictures.example/a.png',
    'file:///etc/passwd',
    'data:image/png,a',
    'a.png',
    '',
  ])('of another kind: %s', async (address) => {
    expect(await ending(address)).toMatchObject(refused);
  });
});

test.each([
  ['another address', 'http://10.0.0.1/'],
  ['another port', 'http://pictures.example:81/'],
  ['another scheme', 'file:///etc/passwd'],
  ['what is no address', 'http://'],
])('a redirect to %s is refused', async (_name, location) => {
  await expect(
    read(
      '/0',
      redirect(() => location),
    ),
  ).rejects.toMatchObject({
    reason: 'unreachable',
  });
  expect(requests).toHaveLength(1);
});
