import { cpuTimeOf } from './cpu-time.ts';
import type { Dataset } from './dataset.ts';
import { percentile, type Figure } from './figure.ts';
import type { ServerUnderLoad } from './server-under-load.ts';

/** A view of a list: its name, its filter, and the rest of its query. */
export type View = [name: string, filter: Record<string, unknown>, query?: Record<string, string>];

const rounds = 20;
const warmUp = 2;

/** The 95th percentile of sequential requests per view of a list; a report gets its filter as the body. */
export const measureViews = async (
  { server, dataset }: { server: ServerUnderLoad; dataset: Dataset },
  {
    list,
    path,
    bar = 300,
    isReport = false,
  }: { list: string; path: string; bar?: number; isReport?: boolean },
  views: readonly View[],
  log: (line: string) => void,
): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [name, filter, query] of views) {
    const search = new URLSearchParams({
      // Some lists have no filters.
      ...(!isReport && Object.keys(filter).length > 0 && { filter: JSON.stringify(filter) }),
      ...query,
    }).toString();
    const ask = () =>
      server.call(`${path}?${search}`, isReport ? { method: 'POST', body: filter } : {});
    const samples: number[] = [];
    for (let round = 0; round < warmUp; round += 1) await ask();
    const before = cpuTimeOf([server.pid, dataset.postmaster]);
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      await ask();
      samples.push(performance.now() - began);
    }
    const after = cpuTimeOf([server.pid, dataset.postmaster]);
    log(`${list}, ${name}: ${Math.round(percentile(samples, 0.5))} ms`);
    figures.push({
      what: `${list}, ${name}: p95 at one connection`,
      value: percentile(samples, 0.95),
      unit: 'ms',
      bar,
      atLeast: false,
      cpu: before && after && (after - before) / rounds,
    });
  }
  return figures;
};
