// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { listQuery } from 'staffroom-contract/shared/lists.ts';
import { many, one, operation } from 'staffroom-contract/shared/operation.ts';
import { addressOf, callOperation } from './api-client.ts';
import {
  ApiError,
  isAway,
  isBusy,
  isOutcomeUnknown,
  sentenceOf,
  UnreachableError,
} from './api-error.ts';
import { onSessionExpired } from './session-end.ts';
import { readToken, storeToken } from './token.ts';

const getThing = operation({
  name: 'getThing',
  domain: 'users',
  summary: 'One thing',
  method: 'GET',
  path: '/admin/thing/{id}',
  access: 'signed-in',
  params: z.object({ id: z.string() }),
  response: one(z.object({ name: z.string() })),
});

const listThings = operation({
  name: 'listThings',
  domain: 'users',
  summary: 'Things',
  method: 'GET',
  path: '/admin/thing',
  access: 'signed-in',
  query: listQuery({ sortBy: ['name'], order: 'asc', max: 20, filter: { name: z.string() } }),
  response: many(z.object({ name: z.string() })),
});

const createThing = operation({
  name: 'createThing',
  domain: 'users',
  summary: 'Create',
  method: 'POST',
  path: '/admin/thing',
  access: 'signed-in',
  body: z.object({ name: z.string() }),
  response: one(z.object({ name: z.string() })),
  idempotent: true,
});

const fetchMock = vi.fn<typeof fetch>();
const answers = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  fetchMock.mockResolvedValueOnce(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
  );
const refusal = (...errors: object[]) => ({ message: { errors } });
const failureOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

beforeEach(() => {
  localStorage.clear();
  storeToken('of this session');
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => {
  fetchMock.mockReset();
  vi.unstubAllGlobals();
});

test('completes a page that the server shortened', async () => {
  storeToken('secret');
  const rows = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }));
  answers(200, { data: rows.slice(0, 2), count: 9, next_offset: 12 });
  answers(200, { data: rows.slice(2, 3), count: 9, next_offset: 13 });
  answers(200, { data: rows.slice(3), count: 9 });
  const page = await callOperation(listThings, { query: { max: 5, offset: 10 } });
  expect(page).toEqual({ data: rows, count: 9 });
  const asked = fetchMock.mock.calls.map(
    ([address]) => new URL(address as string, 'http://x').search,
  );
  expect(asked).toEqual(['?max=5&offset=10', '?max=3&offset=12', '?max=2&offset=13']);
});

test('an address has encoded params, its filter as JSON, and no empty values', () => {
  expect(addressOf(getThing, { params: { id: 'a/b' } })).toBe('/api/admin/thing/a%2Fb');
  const address = addressOf(listThings, {
    query: { max: 20, offset: undefined, filter: { name: 'A&B' } },
  });
  expect(new URL(address, 'http://x').searchParams.get('filter')).toBe('{"name":"A&B"}');
  expect(address).not.toContain('offset');
});

test('after the session only public operations are sent', async () => {
  localStorage.clear();
  const failure = await failureOf(callOperation(getThing, { params: { id: '1' } }));
  expect(failure).toMatchObject({ status: 401 });
  expect(fetchMock).not.toHaveBeenCalled();
  answers(200, { data: { name: 'Open' } });
  await callOperation({ ...getThing, access: 'public' as const }, { params: { id: '1' } });
  expect(fetchMock).toHaveBeenCalledOnce();
});

test('a call carries the token, the body and the idempotency key', async () => {
  storeToken('secret');
  answers(201, { data: { name: 'New' } });
  const response = await callOperation(
    createThing,
    { body: { name: 'New' } },
    { idempotencyKey: 'k1' },
  );
  expect(response.data.name).toBe('New');
  const [address, init] = fetchMock.mock.calls[0] ?? [];
  expect(address).toBe('/api/admin/thing');
  const headers = new Headers(init?.headers);
  expect(headers.get('authorization')).toBe('Bearer secret');
  expect(headers.get('idempotency-key')).toBe('k1');
  expect(init?.body).toBe('{"name":"New"}');
});

test('a form contains texts and files as they are, and other values as JSON', async () => {
  const upload = { ...createThing, multipart: { field: 'cover', maxBytes: 9, tooLarge: '' } };
  const cover = new File(['x'], 'cover.png', { type: 'image/png' });
  const body = { name: '5', minutes: 20, meta: { level: 'primary-6' }, cover, desc: undefined };
  answers(201, { data: { name: '5' } });
  await callOperation(upload, { body });
  const [, init] = fetchMock.mock.calls[0] ?? [];
  expect(new Headers(init?.headers).get('content-type')).toBeNull();
  const form = init?.body as FormData;
  expect([...form.keys()]).toEqual(['name', 'minutes', 'meta', 'cover']);
  expect(form.get('name')).toBe('5');
  expect(form.get('minutes')).toBe('20');
  expect(form.get('meta')).toBe('{"level":"primary-6"}');
  expect(form.get('cover')).toMatchObject({ name: 'cover.png', type: 'image/png' });
});

test('a refusal has its status, codes, fields and the current record', async () => {
  const errors = [
    { code: 'stale', message: 'It was changed.' },
    { code: 'invalid_value', message: 'Too long.', field: 'name' },
  ];
  answers(409, { ...refusal(...errors), current: { name: 'Theirs' }, request_id: 'r1' });
  const error = await failureOf(callOperation(createThing, { body: { name: 'x' } }));
  expect(error).toBeInstanceOf(ApiError);
  const refused = error as ApiError;
  expect(refused.status).toBe(409);
  expect(refused.code).toBe('stale');
  expect(refused.has('invalid_value')).toBe(true);
  expect(refused.fieldErrors).toEqual({ name: 'Too long.' });
  expect(refused.current).toEqual({ name: 'Theirs' });
  expect(sentenceOf(refused)).toBe('It was changed. Too long.');
});

test('a 429 reports how long to wait', async () => {
  answers(429, refusal({ code: 'too_many_attempts', message: 'Too many.' }), {
    'retry-after': '840',
  });
  const error = await failureOf(callOperation(getThing, { params: { id: '1' } }));
  expect((error as ApiError).retryAfter).toBe(840);
});

test('an expired session clears the token and notifies the app', async () => {
  storeToken('old');
  const ended = vi.fn<() => void>();
  const stop = onSessionExpired(ended);
  answers(401, refusal({ code: 'session_expired', message: 'Over.', isExpired: true }));
  const error = await failureOf(callOperation(getThing, { params: { id: '1' } }));
  stop();
  expect((error as ApiError).isExpired).toBe(true);
  expect(readToken()).toBeNull();
  expect(ended).toHaveBeenCalledTimes(1);
});

test('a wrong password is a refusal, not the end of a session', async () => {
  storeToken('still-good');
  answers(401, refusal({ code: 'wrong_credentials', message: 'Wrong.' }));
  await failureOf(callOperation(getThing, { params: { id: '1' } }));
  expect(readToken()).toBe('still-good');
});

test('an answer for an older token leaves a newer session alone', async () => {
  storeToken('old');
  fetchMock.mockImplementationOnce(() => {
    storeToken('new');
    const body = refusal({ code: 'session_expired', message: 'Over.', isExpired: true });
    return Promise.resolve(new Response(JSON.stringify(body), { status: 401 }));
  });
  await failureOf(callOperation(getThing, { params: { id: '1' } }));
  expect(readToken()).toBe('new');
});

test('no answer, a gateway error and a 503 mean that the server is down', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('failed to fetch'));
  const cut = await failureOf(callOperation(createThing, { body: { name: 'x' } }));
  expect(cut).toBeInstanceOf(UnreachableError);
  answers(502, '<html>Bad gateway</html>');
  const gateway = await failureOf(callOperation(createThing, { body: { name: 'x' } }));
  answers(503, refusal({ code: 'unavailable', message: 'Away.' }), { 'retry-after': '2' });
  const away = await failureOf(callOperation(createThing, { body: { name: 'x' } }));
  expect([cut, gateway, away].every(isAway)).toBe(true);
  expect([cut, gateway, away].every(isOutcomeUnknown)).toBe(true);
});

test.each(['busy', 'downloads_busy', 'library_unavailable'] as const)(
  '%s means that the server is up and has done nothing',
  async (code) => {
    answers(503, refusal({ code, message: 'Too much of this.' }), { 'retry-after': '5' });
    const error = await failureOf(callOperation(createThing, { body: { name: 'x' } }));
    expect(sentenceOf(error)).toBe('Too much of this.');
    expect([isAway(error), isOutcomeUnknown(error), isBusy(error)]).toEqual([false, false, true]);
  },
);

test('an error response of a proxy has its status', async () => {
  answers(413, '<html>too large</html>');
  const error = await failureOf(callOperation(createThing, { body: { name: 'x' } }));
  expect((error as ApiError).status).toBe(413);
  expect((error as ApiError).code).toBeUndefined();
  expect(isAway(error)).toBe(false);
  expect(sentenceOf(error)).toBe('The server answered 413.');
});
