import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { productHeap } from 'staffroom-server/src/product-heap.ts';
import { quickLoading } from 'staffroom-server/src/quick-loading.ts';
import type { Dataset } from './dataset.ts';

export type ServerUnderLoad = {
  address: string;
  token: string;
  pid: number;
  /** Calls the API as the signed-in user; throws with the response if it is refused. */
  call<T>(path: string, options?: { method?: string; body?: unknown; key?: string }): Promise<T>;
  stop(): Promise<void>;
};

/** Starts the API and the worker in a process with the product's heap, on a free port, and signs in as the demo admin. */
export const startServerUnderLoad = async (
  dataset: Dataset,
  settings: Record<string, string> = {},
): Promise<ServerUnderLoad> => {
  const child = fork(join(import.meta.dirname, 'server-process.ts'), {
    env: {
      ...process.env,
      ...productHeap.env,
      DATABASE_URL: dataset.url,
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    execArgv: [...productHeap.flags, ...quickLoading],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  await mustBeOurs(dataset, address);
  return {
    ...(await signInAs(address, 'admin@staffroom.example')),
    address,
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = once(child, 'exit');
      child.send('stop');
      await ended;
    },
  };
};

/** The token of a demo account, and calls with it. */
export const signInAs = async (
  address: string,
  email: string,
): Promise<Pick<ServerUnderLoad, 'token' | 'call'>> => {
  const signedIn = await fetch(`${address}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Staffroom2026' }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  return {
    token,
    call: async (path, { method = 'GET', body, key } = {}) => {
      const answer = await fetch(`${address}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      return JSON.parse(text) as never;
    },
  };
};

/** The load must never reach a server that is not the bench's own. */
const mustBeOurs = async (dataset: Dataset, address: string) => {
  if (!address.startsWith('http://127.0.0.1:')) throw new Error(`${address} is not loopback.`);
  const [server] = await dataset.rows<{ connections: number }>(
    "select count(*)::int as connections from pg_stat_activity where application_name like 'staffroom%' and datname = current_database()",
  );
  if (!server?.connections) throw new Error('The server does not use the database of the bench.');
};
