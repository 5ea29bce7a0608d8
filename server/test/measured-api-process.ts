import { monitorEventLoopDelay } from 'node:perf_hooks';
import './api-process.ts';
import { cpuTime, slownessNow } from './machine-speed.ts';

/** The API of api-process.ts, measured between its parent's `begin` and `end`. Runs with `--expose-gc`. */

/** The measurements of the process. Times in milliseconds, sizes in bytes. */
export type OwnMeasures = {
  blocked: number;
  /** Factor from 1 to 4 by which sample work is slower than on an idle machine. */
  slowness: number;
  wallDelay: number;
  heapGrowth: number;
  peakHeapGrowth: number;
  peakRss: number;
};

const kept: unknown[] = [];
const betweenTicks = 10;
/** If the heap has grown by more than this, a tick collects garbage, so that the peak contains only live objects. */
const looksLarge = 48 * 1024 * 1024;

const collectGarbage = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const beginMeasuring = (): (() => OwnMeasures) => {
  const slownessBefore = slownessNow();
  const before = collectGarbage();
  const delays = monitorEventLoopDelay({ resolution: betweenTicks });
  delays.enable();
  let [blocked, peakHeap, peakRss] = [0, before, 0];
  let last = cpuTime();
  const tick = () => {
    blocked = Math.max(blocked, cpuTime() - last);
    const { heapUsed, rss } = process.memoryUsage();
    peakRss = Math.max(peakRss, rss);
    if (heapUsed > peakHeap)
      peakHeap = Math.max(peakHeap, heapUsed - before > looksLarge ? collectGarbage() : heapUsed);
    // Excludes the time of the measurement itself.
    last = cpuTime();
  };
  const timer = setInterval(tick, betweenTicks);
  return () => {
    tick();
    clearInterval(timer);
    delays.disable();
    const heapGrowth = collectGarbage() - before;
    return {
      blocked,
      slowness: Math.max(slownessBefore, slownessNow()),
      wallDelay: delays.max / 1e6,
      heapGrowth,
      peakHeapGrowth: peakHeap - before,
      peakRss,
    };
  };
};

let end: (() => OwnMeasures) | undefined;

/** Exceeds the limits on purpose, for the test of the measurements. */
const misbehave = ({ block, keep }: { block: number; keep: number }) => {
  for (const until = cpuTime() + block; cpuTime() < until;);
  kept.push(Array.from({ length: keep }, (_, index) => index));
};

process.on('message', (message: 'begin' | 'end' | { block: number; keep: number }) => {
  if (message === 'end') return process.send?.(end?.());
  if (message === 'begin') end = beginMeasuring();
  else misbehave(message);
  return process.send?.('done');
});
