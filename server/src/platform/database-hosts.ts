import { Socket } from 'node:net';
import pg from 'pg';

/** Supported values of `target_session_attrs`: a server that accepts writes, a primary, or any that answers. */
export const sessionKinds = ['read-write', 'primary', 'any'] as const;
type SessionKind = (typeof sessionKinds)[number];

/** Longest wait for one host before the next one is tried. */
const hostTimeoutMs = 2000;

/** Splits postgres://h1:5432,h2:5433/db into a URL per host. `kind`: default read-write; undefined if unsupported. */
export const splitHosts = (
  url: string,
): {
  hosts: string;
  urls: string[];
  kind: SessionKind | undefined;
} => {
  const [, start = '', hosts = '', end = ''] =
    /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  if (hosts === '') return { hosts, urls: [url], kind: 'read-write' };
  let wanted: string | null = null;
  const urls = hosts.split(',').map((host) => {
    const single = `${start}${host}${end}`;
    if (!URL.canParse(single)) return single;
    const parsed = new URL(single);
    wanted = parsed.searchParams.get('target_session_attrs');
    parsed.searchParams.delete('target_session_attrs');
    return parsed.href;
  });
  return { hosts, urls, kind: sessionKinds.find((kind) => kind === (wanted ?? 'read-write')) };
};

/**
 * Returns the `pg` configuration for `url`; `pg` itself supports only one host. With several hosts, every new
 * connection goes to the first one that answers and fits, beginning with the last used one.
 */
export const connectionOf = (url: string): pg.ClientConfig => {
  const { urls, kind = 'read-write' } = splitHosts(url);
  const [first = url] = urls;
  if (urls.length < 2) return { connectionString: url };
  return { connectionString: first, stream: () => new HostChoosingSocket(url, urls, kind) };
};

/** The last used host of each URL. */
const lastUsed = new Map<string, string>();

/** A socket that chooses its host when it connects. The name in a TLS certificate is compared with the first host. */
class HostChoosingSocket extends Socket {
  readonly #url: string;
  readonly #urls: readonly string[];
  readonly #kind: SessionKind;

  constructor(url: string, urls: readonly string[], kind: SessionKind) {
    super();
    this.#url = url;
    this.#urls = urls;
    this.#kind = kind;
  }

  override connect(...args: unknown[]): this {
    // Node calls this again with its own arguments once the host is chosen.
    if (typeof args[0] !== 'number') return super.connect(...(args as [{ port: number }]));
    void this.#choose();
    return this;
  }

  async #choose() {
    try {
      const { hostname, port } = new URL(await chooseHost(this.#url, this.#urls, this.#kind));
      if (!this.destroyed)
        super.connect({ host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port || 5432) });
    } catch (error) {
      this.destroy(error as Error);
    }
  }
}

const chooseHost = async (url: string, urls: readonly string[], kind: SessionKind) => {
  const last = lastUsed.get(url);
  const failures: unknown[] = [];
  for (const candidate of urls.toSorted((a, b) => Number(b === last) - Number(a === last))) {
    try {
      if (await fits(candidate, kind)) {
        lastUsed.set(url, candidate);
        return candidate;
      }
    } catch (error) {
      failures.push(error);
    }
  }
  // A wrong password or name is more useful than an unreachable host, but only if no host answered.
  if (failures.length === urls.length) throw failures.find(isRefusal) ?? failures.at(-1);
  throw Object.assign(new Error('No host of DATABASE_URL accepts writes.'), {
    code: '25006',
  });
};

const isRefusal = (error: unknown) => /^(28|3D)/.test((error as { code?: string }).code ?? '');

const fits = async (url: string, kind: SessionKind): Promise<boolean> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: hostTimeoutMs,
    query_timeout: hostTimeoutMs,
    application_name: 'staffroom host',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ any: true; primary: boolean; 'read-write': boolean }>(
      `select true as any, not pg_is_in_recovery() as primary, current_setting('transaction_read_only') = 'off' as "read-write"`,
    );
    return rows[0]?.[kind] ?? false;
  } finally {
    await client.end().catch(() => undefined);
  }
};
