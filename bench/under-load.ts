import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { startServerUnderLoad } from './server-under-load.ts';
import { wrkRate } from './wrk.ts';

export const clients = 16;
export const seconds = 12;

/**
 * A list as 16 clients ask for it for some seconds after a warm-up: requests a second, and the latency as a figure.
 * It has a server of its own, whose connections keep no plans that another view has left.
 */
export const underLoad = async (
  dataset: Dataset,
  { what, path }: { what: string; path: string },
): Promise<{ rate: number; latency: Figure }> => {
  const server = await startServerUnderLoad(dataset);
  try {
    const url = `${server.address}/api${path}`;
    await wrkRate(url, { clients, seconds: 3, token: server.token });
    const { rate, latency } = await wrkRate(url, { clients, seconds, token: server.token });
    return {
      rate,
      latency: {
        what: `${what}: p97.5 at ${clients} connections`,
        value: latency,
        unit: 'ms',
        bar: 60,
        atLeast: false,
      },
    };
  } finally {
    await server.stop();
  }
};
