import { percentile, type Figure } from './figure.ts';
import type { ServerUnderLoad } from './server-under-load.ts';

/** A list as somebody looks at it: its name, its filter, and the rest of its query. */
export type View = [name: string, filter: Record<string, unknown>, query?: Record<string, string>];

const rounds = 12;
const warmUp = 2;

/** The 95th percentile of several requests one after the other, for each view of a list. */
export const measureViews = async (
  server: ServerUnderLoad,
  { list, path, bar = 300 }: { list: string; path: string; bar?: number },
  views: readonly View[],
  log: (line: string) => void,
): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [name, filter, query] of views) {
    const search = new URLSearchParams({ filter: JSON.stringify(filter), ...query }).toString();
    const samples: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      await server.call(`${path}?${search}`);
      if (round >= warmUp) samples.push(performance.now() - began);
    }
    log(`${list}, ${name}: ${Math.round(percentile(samples, 0.5))} ms`);
    figures.push({
      what: `${list}, ${name}: p95 at one connection`,
      value: percentile(samples, 0.95),
      unit: 'ms',
      bar,
      atLeast: false,
    });
  }
  return figures;
};
