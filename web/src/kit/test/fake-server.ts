import { getClientSettings, getMe } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { flags, screenRoutes } from 'staffroom-contract/domains/identity/permissions.ts';
import { errorCatalogue, type ErrorCode } from 'staffroom-contract/shared/errors.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';

/** A call as it arrives: what the tests compare. */
type Sent = {
  method: string;
  path: string;
  query: Record<string, string>;
  /** The idempotency key. */
  key: string | null;
  accept: string | null;
  body: unknown;
};

/** An answer. `text` is sent as it is; otherwise `json`. */
type Reply = { status?: number; json?: unknown; text?: string };
export type Handler = (sent: Sent, params: Record<string, string>) => Reply;

/** A failure of the next call of an operation. */
type Fault = {
  /** The call waits for it. */
  held?: Promise<void>;
  reply?: Reply;
  /** The connection fails, before the call reaches the server or after the server has acted. */
  lost?: 'request' | 'answer';
};

type Served = { operation: AnyOperation; pattern: RegExp; names: string[]; handler: Handler };

/** Refuses with the code's own message and status; `about` adds the field or replaces the message. */
export const refusal = (
  code: ErrorCode,
  about: { status?: number; field?: string; message?: string } = {},
  conflict: object = {},
): Reply => {
  const [status, message] = errorCatalogue[code];
  const { status: own = status, ...rest } = about;
  return {
    status: own,
    json: { message: { errors: [{ code, message, ...rest }] }, ...conflict },
  };
};

export const admin = {
  _id: '0190f3b4-0000-7000-8000-00000000000a',
  _type: 'Admin',
  email: 'mei@example.com',
  name: 'Mei Tan',
  extra_routes: [],
  sees_order_id: true,
  routes: screenRoutes,
  flags,
} as const;

/** An API in memory, below `fetch`: it answers by operation, keeps idempotency keys and can fail. */
export class FakeServer {
  /** Every call in order, without those of the session. */
  readonly sent: Sent[] = [];
  readonly #served: Served[] = [];
  readonly #faults = new Map<string, Fault[]>();
  readonly #answers = new Map<string, Reply>();

  constructor() {
    this.on(getMe, () => ({ json: { data: admin } }));
    this.on(getClientSettings, () => ({
      json: {
        data: {
          product_name: 'Staffroom',
          business_time_zone: 'Asia/Singapore',
          business_day: '2026-03-23',
          partner_brand: 'LLP',
          signup_url: null,
          default_currency: 'SGD',
        },
      },
    }));
  }

  /** Serves an operation. */
  on(operation: AnyOperation, handler: Handler): void {
    const names: string[] = [];
    const pattern = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      names.push(name);
      return '([^/]+)';
    });
    this.#served.unshift({ operation, pattern: new RegExp(`^${pattern}$`), names, handler });
  }

  /** Fails the next call of an operation; several failures are used one after another. */
  next(operation: AnyOperation, fault: Fault): void {
    const faults = this.#faults.get(operation.name) ?? [];
    this.#faults.set(operation.name, [...faults, fault]);
  }

  /** Keeps the next call of an operation waiting until the returned function is called. */
  hold(operation: AnyOperation, fault: Omit<Fault, 'held'> = {}): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.next(operation, { ...fault, held: promise });
    return resolve;
  }

  get writes(): Sent[] {
    return this.sent.filter(({ method }) => method !== 'GET');
  }

  callsOf(operation: AnyOperation): Sent[] {
    return this.sent.filter((sent) => this.#find(sent)?.operation === operation);
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(input as string, location.href);
    const headers = new Headers(init.headers);
    const sent: Sent = {
      method: init.method ?? 'GET',
      path: pathname.replace(/^\/api/, ''),
      query: Object.fromEntries(searchParams),
      key: headers.get('idempotency-key'),
      accept: headers.get('accept'),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
    };
    const served = this.#find(sent);
    if (!served) throw new Error(`No operation of the test answers ${sent.method} ${pathname}.`);
    if (!isOfSession(served.operation)) this.sent.push(sent);
    const fault = this.#faults.get(served.operation.name)?.shift() ?? {};
    await fault.held;
    init.signal?.throwIfAborted();
    if (fault.lost === 'request') throw new TypeError('Failed to fetch');
    const reply = fault.reply ?? this.#answer(served, sent);
    if (fault.lost === 'answer') throw new TypeError('Failed to fetch');
    return responseOf(reply);
  };

  /** A repeated key gets the answer of the first call, like the product's. */
  #answer({ handler, pattern, names, operation }: Served, sent: Sent): Reply {
    const known = sent.key === null ? undefined : this.#answers.get(sent.key);
    if (known) return known;
    const values = pattern.exec(sent.path)?.slice(1) ?? [];
    const reply = handler(
      sent,
      Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])),
    );
    if (sent.key !== null && operation.idempotent) this.#answers.set(sent.key, reply);
    return reply;
  }

  #find({ method, path }: Sent): Served | undefined {
    return this.#served.find(
      ({ operation, pattern }) => operation.method === method && pattern.test(path),
    );
  }
}

const isOfSession = (operation: AnyOperation) =>
  operation === getMe || operation === getClientSettings;

const responseOf = ({ status = 200, json, text }: Reply): Response =>
  text === undefined ? Response.json(json, { status }) : new Response(text, { status });
