import { z } from 'zod';
import { answerText } from './carriers/message.ts';
import type { Clock } from './clock.ts';
import { isNeverSent, retryAfter } from './http-client.ts';
import type { Settings } from './settings.ts';

type ZoomSettings = NonNullable<Settings['zoom']>;

/** A failed call to Zoom: refused, missing, to be retried, or unknown (a lost answer). The message is for staff. */
export class ZoomRefusal extends Error {
  readonly is: 'refused' | 'missing' | 'postponed' | 'unknown';
  /** Earliest time of a retry, from Zoom or its limits. */
  readonly until: Date | undefined;

  constructor(is: ZoomRefusal['is'], message: string, until?: Date) {
    super(message);
    this.is = is;
    this.until = until;
  }
}

type Request = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below `/v2`. */
  path: string;
  query?: Record<string, string>;
  body?: object;
};

/** Calls of Zoom's API with a shared token. All throw ZoomRefusal. */
export type Zoom = {
  settings: ZoomSettings;
  call<T extends z.ZodType>(request: Request, answer: T): Promise<z.output<T>>;
  /** All rows of a paged list. */
  list<T extends z.ZodType>(
    request: Omit<Request, 'method'>,
    of: string,
    row: T,
  ): Promise<z.output<T>[]>;
};

/** A token is replaced a minute before it expires. */
const spareMs = 60_000;
const mostPages = 100;

/** Messages for Zoom's error codes, shown to staff. */
const words: Record<number, string> = {
  124: 'Zoom refuses our access: check the ZOOM settings',
  1001: 'the host is not a user of our Zoom account',
  3001: 'the meeting does not exist at Zoom',
  4700: 'our app at Zoom lacks a permission (scope)',
  4711: 'our app at Zoom lacks a permission (scope)',
};
const mendable = new Set([124, 4700, 4711]);

/** Opens Zoom's API for a server-to-server app (ADR 23); a token is kept, and a refused one replaced once per call. */
export const openZoom = (settings: ZoomSettings, clock: Clock): Zoom => {
  const { accountId, clientId, clientSecret, tokenUrl, apiUrl, timeoutSeconds } = settings;

  const reach = async (address: URL, request: RequestInit): Promise<[Response, string]> => {
    try {
      const response = await fetch(address, {
        ...request,
        signal: AbortSignal.timeout(timeoutSeconds * 1000),
        redirect: 'error',
      });
      return [response, await response.text()];
    } catch (error) {
      if (isNeverSent(error)) throw new ZoomRefusal('postponed', 'Zoom cannot be reached');
      const isSlow = error instanceof Error && error.name === 'TimeoutError';
      throw new ZoomRefusal(
        'unknown',
        isSlow ? `Zoom did not answer within ${timeoutSeconds} seconds` : 'Zoom’s answer was lost',
      );
    }
  };

  let asked: Promise<Token> | undefined;
  const askForToken = async (): Promise<Token> => {
    const [response, text] = await reach(new URL('/oauth/token', tokenUrl), {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'account_credentials', account_id: accountId }),
    }).catch((error: unknown) => {
      // Without a token, the actual request has not been sent yet.
      throw error instanceof ZoomRefusal ? new ZoomRefusal('postponed', error.message) : error;
    });
    if (response.status === 429 || response.status >= 500)
      throw new ZoomRefusal(
        'postponed',
        `Zoom gives no access at the moment (${response.status})`,
        retryAfter(response.headers.get('retry-after'), clock.now()),
      );
    const given = tokenSchema.safeParse(parsed(text));
    if (!response.ok || !given.success)
      throw new ZoomRefusal('postponed', 'Zoom does not know our account: check the ZOOM settings');
    const { access_token, expires_in } = given.data;
    return { text: access_token, until: clock.now().getTime() + expires_in * 1000 - spareMs };
  };
  const tokenNow = async (): Promise<Token> => {
    const known = asked;
    const token = await known?.catch(() => undefined);
    if (token && token.until > clock.now().getTime()) return token;
    // Concurrent calls share one request for a token.
    if (asked === known) asked = askForToken();
    return asked ?? askForToken();
  };

  const send = async (request: Request, isSecond = false): Promise<unknown> => {
    const { method, path, query = {}, body } = request;
    const token = await tokenNow();
    const address = new URL(`/v2${path}`, apiUrl);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const [response, text] = await reach(address, {
      method,
      headers: {
        authorization: `Bearer ${token.text}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.status === 401 && !isSecond) {
      if ((await asked?.catch(() => undefined)) === token) asked = undefined;
      return send(request, true);
    }
    if (!response.ok) throw refusalOf(response, text, clock.now());
    return parsed(text);
  };

  const call: Zoom['call'] = async (request, answer) => {
    const read = answer.safeParse(await send(request));
    if (!read.success) throw notUnderstood();
    return read.data;
  };
  return {
    settings,
    call,
    list: async (request, of, row) => {
      const page = z.looseObject({ next_page_token: z.string().default('') });
      const rowsOf = z.array(row).default([]);
      const rows: z.output<typeof rowsOf> = [];
      let next = '';
      for (let pages = 0; pages < mostPages; pages += 1) {
        const query = {
          ...request.query,
          page_size: '300',
          ...(next && { next_page_token: next }),
        };
        const answer = await call({ ...request, method: 'GET', query }, page);
        const read = rowsOf.safeParse(answer[of]);
        if (!read.success) throw notUnderstood();
        rows.push(...read.data);
        next = answer.next_page_token;
        if (next === '') break;
      }
      return rows;
    },
  };
};

const notUnderstood = () => new ZoomRefusal('unknown', 'Zoom sent an unexpected answer');

type Token = { text: string; until: number };

const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
});

const refusalSchema = z.object({
  code: z.number().optional(),
  message: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

const refusalOf = (response: Response, text: string, now: Date): ZoomRefusal => {
  const read = refusalSchema.safeParse(parsed(text));
  const { code = response.status, message = 'without a reason', errors } = read.data ?? {};
  const first = errors?.[0];
  const said = first ? `${first.field}: ${first.message}` : message;
  const reason = words[code] ?? answerText(`Zoom says ${code}: ${said.replace(/\.$/, '')}`);
  if (response.status === 429)
    return new ZoomRefusal(
      'postponed',
      'Zoom accepts no more calls at the moment',
      retryAfter(response.headers.get('retry-after'), now),
    );
  if (code === 3001) return new ZoomRefusal('missing', reason);
  if (response.status === 401) return new ZoomRefusal('postponed', words[124] ?? reason);
  if (mendable.has(code) || response.status === 503) return new ZoomRefusal('postponed', reason);
  // A gateway's error does not say if Zoom has executed the request.
  return new ZoomRefusal(response.status >= 500 ? 'unknown' : 'refused', reason);
};

const parsed = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};
