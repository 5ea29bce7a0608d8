import { cpuTimeOf } from './cpu-time.ts';
import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { startServerUnderLoad } from './server-under-load.ts';
import { wrkRate, type Rate } from './wrk.ts';

export const clients = 16;
export const seconds = 8;

/** A request of a list or screen when it is opened, by its path. */
export type DefaultView = { what: string; path: string };

export type Loaded = Rate & { cpu: number | undefined };

/** Measures 16 clients of a path on a warm server of its own, whose connections have no plans of other views. */
const underLoad = (dataset: Dataset, path: string): Promise<Loaded> =>
  withLoad(dataset, path, ({ load }) => load(seconds));

/** A function that loads a view for some seconds, and the token of its signed-in user. */
type Load = { load: (forSeconds: number) => Promise<Loaded>; token: string };

/** Measures with a separate warm server. */
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

/** Loads a server for 8 to 24 seconds, until jobs are done and code is compiled, which halves a request's time. */
const warmUp = async (load: (forSeconds: number) => Promise<Loaded>) => {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < warmUpRounds; round += 1) {
    const { cpu = 0 } = await load(4);
    if (cpu > best * 0.97) return;
    best = cpu;
  }
};

const warmUpRounds = 6;

/** Measures the 95th percentile of default views under load against their bar, one after the other. */
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
