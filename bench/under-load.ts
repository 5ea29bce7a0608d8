import autocannon from 'autocannon';
import type { Figure } from './figure.ts';
import type { ServerUnderLoad } from './server-under-load.ts';

export const clients = 16;
export const seconds = 12;

/** A list as 16 clients ask for it for some seconds after a warm-up: requests a second, and the latency as a figure. */
export const underLoad = async (
  server: ServerUnderLoad,
  { what, path }: { what: string; path: string },
): Promise<{ rate: number; latency: Figure }> => {
  const headers = { authorization: `Bearer ${server.token}` };
  const url = `${server.address}/api${path}`;
  await autocannon({ url, headers, connections: clients, duration: 3 });
  const loaded = await autocannon({ url, headers, connections: clients, duration: seconds });
  if (loaded.non2xx > 0 || loaded.errors > 0) throw new Error(`${what} answered with errors.`);
  return {
    rate: loaded.requests.average,
    latency: {
      what: `${what}: p97.5 at ${clients} connections`,
      value: loaded.latency.p97_5,
      unit: 'ms',
      bar: 60,
      atLeast: false,
    },
  };
};
