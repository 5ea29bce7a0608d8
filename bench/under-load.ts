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

/** A function that loads the view for some seconds. */
type Load = (forSeconds: number) => Promise<Loaded>;

/** A separate server: its token, and a function that warms it for a view and returns the view's load. */
type Measured = { token: string; warm: (path: string) => Promise<Load> };

/** Measures with a separate server. */
export const withLoad = async <Answer>(
  dataset: Dataset,
  measure: (server: Measured) => Promise<Answer>,
): Promise<Answer> => {
  const server = await startServerUnderLoad(dataset);
  const { token } = server;
  const warm = async (path: string): Promise<Load> => {
    const load: Load = async (forSeconds) => {
      const before = cpuTimeOf([server.pid, dataset.postmaster]);
      const rate = await wrkRate(`${server.address}/api${path}`, {
        clients,
        seconds: forSeconds,
        token,
      });
      const after = cpuTimeOf([server.pid, dataset.postmaster]);
      return { ...rate, cpu: before && after && (after - before) / rate.requests };
    };
    await warmUp(load);
    return load;
  };
  try {
    return await measure({ token, warm });
  } finally {
    await server.stop();
  }
};

/** Loads a server for 4 to 16 seconds, until its code is compiled, which halves a request's time. */
const warmUp = async (load: Load) => {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < warmUpRounds; round += 1) {
    const { cpu = 0 } = await load(2);
    if (cpu > best * 0.97) return;
    best = cpu;
  }
};

const warmUpRounds = 8;
/** Seconds in which a default view answers some thousand requests. */
const viewSeconds = 5;

/** Measures the 95th percentile of default views under load against their bar, one after the other on one server. */
export const measureDefaultViews = (
  dataset: Dataset,
  views: readonly DefaultView[],
  log: (line: string) => void,
): Promise<Figure[]> =>
  withLoad(dataset, async ({ warm }) => {
    const figures: Figure[] = [];
    for (const { what, path } of views) {
      const load = await warm(path);
      const loaded = await load(viewSeconds);
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
  });
