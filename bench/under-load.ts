import { cpuTimeOf } from './cpu-time.ts';
import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { startServerUnderLoad } from './server-under-load.ts';
import { wrkRate, type Rate } from './wrk.ts';

export const clients = 16;
export const seconds = 12;

/** A list or screen's call by its path, as it is opened. */
export type DefaultView = { what: string; path: string };

export type Loaded = Rate & { cpu: number | undefined };

/**
 * What 16 clients are given that ask for a path for some seconds after a warm-up. It has a server of its own, whose
 * connections keep no plans that another view has left.
 */
export const underLoad = async (dataset: Dataset, path: string): Promise<Loaded> => {
  const server = await startServerUnderLoad(dataset);
  try {
    const url = `${server.address}/api${path}`;
    await wrkRate(url, { clients, seconds: 3, token: server.token });
    const before = cpuTimeOf([server.pid, dataset.postmaster]);
    const rate = await wrkRate(url, { clients, seconds, token: server.token });
    const after = cpuTimeOf([server.pid, dataset.postmaster]);
    const cpu = before && after && (after - before) / rate.requests;
    return { ...rate, cpu };
  } finally {
    await server.stop();
  }
};

/** The 95th percentile of default views under load beside their bar, one after the other. */
export const measureDefaultViews = async (
  dataset: Dataset,
  views: readonly DefaultView[],
  log: (line: string) => void,
): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const { what, path } of views) {
    const loaded = await underLoad(dataset, path);
    log(`${what}: ${Math.round(loaded.rate)} requests/s`);
    figures.push({
      what: `${what}: p95 at ${clients} connections`,
      value: loaded.p95,
      unit: 'ms',
      bar: 60,
      atLeast: false,
      cpu: loaded.cpu,
    });
  }
  return figures;
};
