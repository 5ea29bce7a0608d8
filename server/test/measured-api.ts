import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import type { StaffRole } from 'staffroom-contract/domains/identity/permissions.ts';
import { systemClock } from '../src/platform/clock.ts';
import { productHeap } from '../src/product-heap.ts';
import type { TestApp } from './build-test-app.ts';
import type { OwnMeasures } from './measured-api-process.ts';
import { startApi } from './own-process.ts';
import { signInAs } from './sign-in-as.ts';
import type { AccountOptions, Api, Carrier } from './stage.ts';

/** The limits of every request, whatever it contains (design: no input blocks the event loop or fills the heap). */
export const bars = { blocked: 200, growth: 64 * 1024 * 1024, answer: 5_000 };

/** Times in milliseconds, sizes in bytes. */
export type Measures = OwnMeasures & {
  /** Number of answers to a small request that is repeated while the action runs, and the slowest answer. */
  answers: number;
  slowestAnswer: number;
};

export type MeasuredApi = {
  address: string;
  process: ChildProcess;
  /** Calls the measured process as a newly signed-in staff member. */
  as(role: StaffRole, account?: AccountOptions): Promise<Api>;
  /** Runs the action and measures the process. Throws if the process ends or stops answering. */
  measure<T>(action: () => Promise<T>): Promise<{ result: T; measures: Measures }>;
};

/**
 * Starts the API on the app's database in a separate process with the product's heap, and measures it during actions:
 *
 * - `blocked`: the longest CPU time of the process's main thread between two ticks of a 10 ms timer. This is the
 *   event-loop delay without the time of other processes, so that a busy machine does not fail the test. CPU time of
 *   other threads is not included.
 * - `slowness`: other processes also slow down a core while this process runs. The limit of `blocked` grows with it.
 * - `wallDelay`: the event-loop delay in wall-clock time, for information.
 * - `heapGrowth`: the heap after the action minus the heap before it, both after a garbage collection.
 * - `peakHeapGrowth`: the same for the largest heap at any tick; a large one is measured again after a collection.
 *
 * The first call of an operation compiles its code: make one small call before measuring.
 */
const startMeasuredApi = async (app: TestApp): Promise<MeasuredApi> => {
  const { process, address } = await startApi(app, {
    script: 'measured-api-process.ts',
    execArgv: [...productHeap.flags, '--expose-gc'],
    isForFile: true,
  });
  const http = carrierTo(address);
  const ended = once(process, 'exit').then(([code, signal]) => {
    throw new Error(`The measured API ended with ${signal ?? code}.`);
  });
  ended.catch(() => undefined);
  const ask = async <T>(message: string): Promise<T> => {
    const answer = once(process, 'message');
    process.send(message, () => undefined);
    const [value] = (await Promise.race([answer, ended])) as [T];
    return value;
  };
  return {
    address,
    process,
    as: (role, account = {}) => {
      const as: TestApp['as'] = (...of) => app.as(...of);
      return signInAs({ http, database: app.database, clock: systemClock, as }, role, account);
    },
    measure: async (action) => {
      await ask('begin');
      const until = new AbortController();
      const answering = keepAsking(`${address}/api/healthz`, until.signal);
      answering.catch(() => undefined);
      const stopAsking = () => {
        until.abort();
        return answering;
      };
      try {
        const result = await Promise.race([action(), ended]);
        const answers = await Promise.race([stopAsking(), ended]);
        return { result, measures: { ...(await ask<OwnMeasures>('end')), ...answers } };
      } catch (error) {
        await stopAsking().catch(() => undefined);
        // If the process has ended, that is the cause of the error.
        await ask('end');
        throw error;
      }
    },
  };
};

/** Starts one measured process for all tests of a file, because its start takes longer than most of them. */
export const useMeasuredApi = (app: TestApp): MeasuredApi => {
  let started: MeasuredApi | undefined;
  beforeAll(async () => {
    started = await startMeasuredApi(app);
  });
  afterAll(() => void started?.process.kill('SIGKILL'));
  const api = () => {
    if (!started) throw new Error('The measured API has not started.');
    return started;
  };
  return {
    get address() {
      return api().address;
    },
    get process() {
      return api().process;
    },
    as: (role, account) => api().as(role, account),
    measure: (action) => api().measure(action),
  };
};

export const expectWithinBars = (measures: Measures): void => {
  const limits: [keyof Measures, number][] = [
    ['blocked', Math.round(bars.blocked * measures.slowness)],
    ['heapGrowth', bars.growth],
    ['peakHeapGrowth', bars.growth],
    ['slowestAnswer', bars.answer],
  ];
  const over = limits.filter(([name, limit]) => measures[name] >= limit);
  if (over.length > 0)
    throw new Error(
      `Over the limit: ${over.map(([name, limit]) => `${name} (${limit})`).join(', ')}. Measured: ${JSON.stringify(measures)}`,
    );
};

/** Repeats a request until the signal, at least once; throws at the first answer that is not 200. */
const keepAsking = async (
  url: string,
  signal: AbortSignal,
): Promise<Pick<Measures, 'answers' | 'slowestAnswer'>> => {
  let [answers, slowestAnswer] = [0, 0];
  do {
    const start = performance.now();
    const answer = await fetch(url);
    await answer.text();
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
    answers += 1;
    slowestAnswer = Math.max(slowestAnswer, performance.now() - start);
    await pause(20);
  } while (!signal.aborted);
  return { answers, slowestAnswer };
};

/** Sends requests over real connections. A buffer is sent unchanged. */
const carrierTo = (address: string): Carrier => ({
  inject: async ({ method, url, query, headers, payload }) => {
    const search = new URLSearchParams(query).toString();
    const isJson = payload !== undefined && !Buffer.isBuffer(payload);
    const answer = await fetch(`${address}${url}${search && `?${search}`}`, {
      method,
      headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(payload === undefined
        ? {}
        : { body: Buffer.isBuffer(payload) ? new Uint8Array(payload) : JSON.stringify(payload) }),
    });
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    };
  },
});
