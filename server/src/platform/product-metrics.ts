import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from './clock.ts';
import type { Database, Db } from './database.ts';
import { countJobs, countQuarantined } from './queue-counts.ts';
import { version } from './version.ts';

export type MessageCount = {
  kind: string;
  state: 'pending' | 'sent' | 'failed' | 'unknown';
  count: number;
};

export type ProductMetricsNeeds = {
  database: Database;
  clock: Clock;
  /** Counts messages; provided by the domain that sends them. */
  countMessages: (db: Db, now: Date) => Promise<MessageCount[]>;
};

/** Milliseconds for which counts are cached, with any number of scrapers. */
const keptFor = 5000;

/** Registers metrics of queues, messages, pool and build; without a database its counts are left out. */
export const registerProductMetrics = (registry: Registry, needs: ProductMetricsNeeds): void => {
  const registers = [registry];
  const build = new Gauge({
    name: 'staffroom_build_info',
    help: 'The version of this build, as a label',
    labelNames: ['version'],
    registers,
  });
  build.set({ version }, 1);
  registerPool(registers, needs.database.pool);
  registerJobs(registers, needs.database.db);
  registerMessages(registers, needs);
};

const registerPool = (registers: Registry[], pool: pg.Pool) => {
  const states = { total: 'totalCount', idle: 'idleCount', waiting: 'waitingCount' } as const;
  // prom-client binds `this` in `collect`, so it is a function.
  new Gauge({
    name: 'staffroom_database_pool',
    help: 'Connections of the pool (total, idle), and callers waiting for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(states)) this.set({ state }, pool[count]);
    },
  });
};

const registerJobs = (registers: Registry[], db: Db) => {
  const counted = keptShortly(() => countJobs(db));
  const states = ['waiting', 'delayed', 'active', 'failed'] as const;
  new Gauge({
    name: 'staffroom_jobs',
    help: 'Jobs in the queue by name and state; failed ones have no retries left',
    labelNames: ['job', 'state'],
    registers,
    async collect() {
      this.reset();
      for (const queue of (await counted()) ?? [])
        for (const state of states) this.set({ job: queue.job, state }, queue[state]);
    },
  });
  new Gauge({
    name: 'staffroom_jobs_oldest_waiting_seconds',
    help: 'Seconds since the oldest waiting job of a name was due',
    labelNames: ['job'],
    registers,
    async collect() {
      this.reset();
      for (const { job, age } of (await counted()) ?? []) this.set({ job }, age);
    },
  });
  const quarantined = keptShortly(() => countQuarantined(db));
  new Gauge({
    name: 'staffroom_jobs_quarantined',
    help: 'Jobs that are no longer started because they crashed their worker',
    registers,
    async collect() {
      this.reset();
      this.set((await quarantined()) ?? Number.NaN);
    },
  });
};

const registerMessages = (registers: Registry[], needs: ProductMetricsNeeds) => {
  const { database, clock, countMessages } = needs;
  const counted = keptShortly(() => countMessages(database.db, clock.now()));
  const kinds = ['email', 'sms'];
  const states = ['pending', 'sent', 'failed', 'unknown'];
  new Gauge({
    name: 'staffroom_messages',
    help: 'Messages to families by kind: pending ones, and those sent, failed or of unknown outcome in the last 24 hours',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      this.reset();
      const counts = await counted();
      if (!counts) return;
      for (const kind of kinds) for (const state of states) this.set({ kind, state }, 0);
      for (const { kind, state, count } of counts) this.set({ kind, state }, count);
    },
  });
};

/** Reads at most once in `keptFor` milliseconds; undefined if the database does not answer. */
const keptShortly = <T>(read: () => Promise<T>): (() => Promise<T | undefined>) => {
  let kept: { at: number; value: Promise<T | undefined> } | undefined;
  return () => {
    const now = performance.now();
    if (!kept || now - kept.at > keptFor) kept = { at: now, value: read().catch(() => undefined) };
    return kept.value;
  };
};
