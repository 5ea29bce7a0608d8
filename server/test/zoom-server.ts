import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Settings } from '../src/platform/settings.ts';

const zoomAccount = {
  accountId: 'the-account',
  clientId: 'the-client',
  clientSecret: 'the secret of the client',
};

type Answer = { status: number; code?: number; message?: string; headers?: Record<string, string> };

/** Replaces a call's answer: `held` and `lost` do the call; `silent` and `held` never answer, `lost` disconnects. */
type Instead = Answer | 'silent' | 'lost' | 'held' | undefined;

type Meeting = {
  id: number;
  kind: 'meeting' | 'webinar';
  host: string;
  registrants: { id: string; email: string }[];
  /** Each time that the meeting was held, with the participants in Zoom's format. */
  held: { uuid: string; participants: object[] }[];
  fields: Record<string, unknown> & { agenda?: string; settings?: Record<string, unknown> };
};

export type ZoomCall = { method: string; path: string; token: string; body?: unknown };

type Options = {
  /** Called before each call is done. */
  instead?: (call: ZoomCall) => Instead | Promise<Instead>;
  /** Users of the account with a licence. */
  licensed?: readonly string[];
  /** Users of the account without a licence. */
  basic?: readonly string[];
  pageSize?: number;
};

/**
 * Zoom's token and meeting calls on loopback, as documented: HTTP Basic and `account_credentials` for a one-hour token,
 * a bearer token for other calls, users by e-mail, meetings and webinars with Zoom's required fields, paged lists.
 */
export const openZoomServer = async ({
  instead,
  licensed = [],
  basic = [],
  pageSize = 300,
}: Options = {}) => {
  const calls: ZoomCall[] = [];
  const meetings = new Map<string, Meeting>();
  const tokens = { given: 0, valid: new Set<string>() };
  let lastId = 84_322_107_764;

  const answerOf = (call: ZoomCall, query: URLSearchParams): { status: number; body?: object } => {
    const [, first = '', second = '', third = ''] = call.path.split('/');
    const refuse = (status: number, code: number, message: string) => ({
      status,
      body: { code, message },
    });
    const page = (name: string, all: readonly object[]) => {
      const from = Number(query.get('next_page_token') ?? 0);
      const next = from + pageSize < all.length ? String(from + pageSize) : '';
      const rows = all.slice(from, from + pageSize);
      return { status: 200, body: { page_size: pageSize, next_page_token: next, [name]: rows } };
    };
    if (first === 'users' && second !== '' && third === '') {
      const email = decodeURIComponent(second);
      const type = licensed.includes(email) ? 2 : 1;
      return licensed.includes(email) || basic.includes(email)
        ? { status: 200, body: { id: `id-of-${email}`, email, type, status: 'active' } }
        : refuse(404, 1001, `User does not exist: ${email}.`);
    }
    const kind = `${first}${third}`.includes('webinar') ? 'webinar' : 'meeting';
    if (first === 'users' && call.method === 'POST') {
      const problem = problemOf(kind, call.body, licensed);
      if (problem) return refuse(400, 300, problem);
      const id = (lastId += 1);
      const fields = call.body as Meeting['fields'];
      const made: Meeting = {
        id,
        kind,
        host: decodeURIComponent(second),
        registrants: [],
        held: [],
        fields,
      };
      meetings.set(String(id), made);
      return { status: 201, body: shown(made) };
    }
    if (first === 'users') {
      const all = [...meetings.values()].filter(
        (one) => one.kind === kind && one.host === decodeURIComponent(second),
      );
      return page(
        `${kind}s`,
        all.map((one) => ({
          id: one.id,
          topic: one.fields['topic'],
          agenda: one.fields.agenda?.slice(0, 250),
        })),
      );
    }
    if (first.startsWith('past_')) {
      const past = meetings.get(second);
      return past
        ? { status: 200, body: { [`${past.kind}s`]: past.held.map(({ uuid }) => ({ uuid })) } }
        : refuse(404, 3001, `Meeting does not exist: ${second}.`);
    }
    if (first === 'report') {
      // A UUID with these slashes is only accepted double-encoded.
      const once = decodeURIComponent(third);
      const names = /^\/|\/\//.test(once) ? [] : [once, decodeURIComponent(once)];
      const time = [...meetings.values()]
        .flatMap(({ held }) => held)
        .find(({ uuid }) => names.includes(uuid));
      if (!time) return refuse(404, 3001, 'This meeting is not available.');
      const withRegistrants = query.get('include_fields') === 'registrant_id';
      return page(
        'participants',
        time.participants.map((one) => ({
          ...one,
          ...(!withRegistrants && { registrant_id: undefined }),
        })),
      );
    }
    if (third === 'registrants' && call.method === 'POST') {
      const room = meetings.get(second);
      if (room?.kind !== kind) return refuse(404, 3001, `Meeting does not exist: ${second}.`);
      const { email = '', first_name: name = '' } = call.body as Record<string, string>;
      if (!email.includes('@') || name === '') return refuse(400, 300, 'Validation Failed.');
      const known = room.registrants.find((one) => one.email === email);
      const id = known?.id ?? `registrant-${room.registrants.length + 1}`;
      if (!known) room.registrants.push({ id, email });
      const join_url = `https://zoom.example.com/w/${second}?tk=${id}`;
      return { status: 201, body: { id: room.id, registrant_id: id, join_url } };
    }
    if (third === 'registrants')
      return page('registrants', meetings.get(second)?.registrants ?? []);
    const found = meetings.get(second);
    if (found?.kind !== kind) return refuse(404, 3001, `Meeting does not exist: ${second}.`);
    if (call.method === 'DELETE') {
      meetings.delete(second);
      return { status: 204 };
    }
    if (call.method === 'PATCH') {
      const problem = problemOf(kind, call.body, licensed);
      if (problem) return refuse(400, 300, problem);
      found.fields = call.body as Meeting['fields'];
      return { status: 204 };
    }
    return { status: 200, body: shown(found) };
  };

  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const text = await bodyOf(request);
    const address = new URL(request.url ?? '/', 'http://zoom.test');
    const say = ({
      status,
      body,
      headers,
    }: {
      status: number;
      body?: object;
      headers?: object;
    }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body && JSON.stringify(body));
    };
    if (address.pathname === '/oauth/token') {
      const form = new URLSearchParams(text);
      const { accountId, clientId, clientSecret } = zoomAccount;
      const known = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
      if (
        request.method !== 'POST' ||
        request.headers.authorization !== known ||
        form.get('grant_type') !== 'account_credentials' ||
        form.get('account_id') !== accountId
      )
        return say({ status: 400, body: { reason: 'Invalid client', error: 'invalid_client' } });
      tokens.given += 1;
      const access_token = `token-${tokens.given}`;
      tokens.valid.add(access_token);
      return say({ status: 200, body: { access_token, token_type: 'bearer', expires_in: 3600 } });
    }
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    const call: ZoomCall = {
      method: request.method ?? '',
      path: address.pathname.replace(/^\/v2/, ''),
      token,
      ...(text !== '' && { body: JSON.parse(text) as unknown }),
    };
    if (!address.pathname.startsWith('/v2/') || !tokens.valid.has(token))
      return say({ status: 401, body: { code: 124, message: 'Invalid access token.' } });
    calls.push(call);
    const other = await instead?.(call);
    if (other === 'silent') return;
    if (other === 'lost' || other === 'held') {
      answerOf(call, address.searchParams);
      if (other === 'lost') request.socket.destroy();
      return;
    }
    if (other) {
      const { status, code = status, message = 'not now', headers = {} } = other;
      return say({ status, body: { code, message }, headers });
    }
    say(answerOf(call, address.searchParams));
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const settings: NonNullable<Settings['zoom']> = {
    ...zoomAccount,
    hosts: ['room1@staffroom.example'],
    tokenUrl: address,
    apiUrl: address,
    timeoutSeconds: 10,
  };
  return {
    settings,
    calls,
    meetings,
    tokens,
    close: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};

const bodyOf = async (request: IncomingMessage) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

const problemOf = (kind: Meeting['kind'], body: unknown, licensed: readonly string[]) => {
  const { topic, type, start_time, duration, settings } = (body ?? {}) as Record<string, unknown>;
  if (typeof topic !== 'string' || topic === '' || topic.length > 200) return 'Invalid topic.';
  if (type !== (kind === 'meeting' ? 2 : 5)) return 'Invalid type.';
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(start_time))) return 'Invalid start_time.';
  if (!Number.isInteger(duration) || Number(duration) < 1) return 'Invalid duration.';
  const { alternative_hosts = '' } = (settings ?? {}) as { alternative_hosts?: string };
  const unknown = alternative_hosts.split(';').find((one) => one !== '' && !licensed.includes(one));
  return unknown && `Alternative host is not a licensed user: ${unknown}.`;
};

const shown = ({ id, host, fields }: Meeting) => ({
  ...fields,
  id,
  uuid: `uuid-${id}==`,
  host_email: host,
  password: 'frac48',
  join_url: `https://zoom.example.com/j/${id}`,
  start_url: `https://zoom.example.com/s/${id}?zak=secret-of-the-host`,
  registration_url:
    fields.settings?.['approval_type'] === 0
      ? `https://zoom.example.com/meeting/register/${id}`
      : undefined,
});
