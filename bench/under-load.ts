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
 * What 16 clients are given that ask for a path for some seconds, once the server is warm. It has a server of its own,
 * whose connections keep no plans that another view has left.
 */
export const underLoad = (dataset: Dataset, path: string): Promise<Loaded> =>
  withLoad(dataset, path, ({ load }) => load(seconds));

/** What loads a view for some seconds, and who is signed in on the server that it loads. */
type Load = { load: (forSeconds: number) => Promise<Loaded>; token: string };

/** Measures with a warm server of a view's own. */
export const withLoad = async <Answer>(
  dataset: Dataset,
  path: string,
  measure: (warm: Load) => Promise<Answer>,
): Promise<Answer> => {
  const server = await startServerUnderLoad(dataset);
  const url = `${server.address}/api${path}`;
  const load = async (forSeconds: number): Promise<Loaded> => {
    const before = cpuTimeOf([server.pid, dataset.postmaster]);
    const rate = await wrkRate(url, { clients, seconds: forSeconds, token: server.token });
    const after = cpuTimeOf([server.pid, dataset.postmaster]);
    return { ...rate, cpu: before && after && (after - before) / rate.requests };
  };
  try {
    await warmUp(load);
    return await measure({ load, token: server.token });
  } finally {
    await server.stop();
  }
};

/**
 * Loads a server until it is as it is for the rest of the day: a request takes half as much once what the worker finds to
 * do at a start is done and the code is compiled, which under load is after 10 to 30 seconds.
 */
const warmUp = async (load: (forSeconds: number) => Promise<Loaded>) => {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < warmUpRounds; round += 1) {
    const { cpu = 0 } = await load(4);
    if (cpu > best * 0.97) return;
    best = cpu;
  }
};

const warmUpRounds = 10;

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
