import { monitorEventLoopDelay } from 'node:perf_hooks';
import './api-process.ts';

/**
 * The API of api-process.ts, which also measures itself between two messages of its parent: `begin` and `end`. Runs
 * with `--expose-gc`.
 */

/** What the process measured. Times in milliseconds, sizes in bytes. */
export type OwnMeasures = {
  blocked: number;
  wallDelay: number;
  heapGrowth: number;
  peakHeapGrowth: number;
  peakRss: number;
};

const betweenTicks = 10;
/** Above this much heap over the start, a tick collects garbage first, so that the peak is of what is alive. */
const looksLarge = 48 * 1024 * 1024;

const collectGarbage = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const cpuTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const beginMeasuring = (): (() => OwnMeasures) => {
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
    // What the measuring itself takes does not count.
    last = cpuTime();
  };
  const timer = setInterval(tick, betweenTicks);
  return () => {
    tick();
    clearInterval(timer);
    delays.disable();
    return {
      blocked,
      wallDelay: delays.max / 1e6,
      heapGrowth: collectGarbage() - before,
      peakHeapGrowth: peakHeap - before,
      peakRss,
    };
  };
};

let end: (() => OwnMeasures) | undefined;
const kept: unknown[] = [];

/** Does what the bars forbid, for the test of the measures. */
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
