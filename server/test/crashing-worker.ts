import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { z } from 'zod';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/database.ts';
import { defineJob, startJobs } from '../src/platform/jobs.ts';
import { readSettings } from '../src/platform/settings.ts';

/**
 * A worker in a separate process with two jobs: `crash` kills the process; `note` records its text, but on its first
 * run with the text `long` it waits until the worker stops. Each step is a line in the file `STARTS`.
 */
const steps = () => String(process.env['STARTS']);
const read = () => readFileSync(steps(), 'utf8');
const payload = z.object({ note: z.string() });
const retry = { limit: 1000, delaySeconds: 0 };

export const crash = defineJob({
  name: 'crash',
  payload,
  retry,
  handler: async ({ jobId }) => {
    appendFileSync(steps(), `crash ${jobId}\n`);
    // Waits until the long job is running, so that it is killed too.
    while (!read().includes('note long')) await delay(10);
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => undefined);
  },
});

export const note = defineJob({
  name: 'note',
  payload,
  retry,
  handler: async (context, { note: text }, signal) => {
    const isFirst = !read().includes(`note ${text}`);
    appendFileSync(steps(), `note ${text}\n`);
    if (text === 'long' && isFirst)
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    signal.throwIfAborted();
    appendFileSync(steps(), `done ${text}\n`);
  },
});

if (import.meta.main) {
  const settings = readSettings({ ...process.env, DEMO: 'off' });
  const databaseUrl = String(settings.databaseUrl);
  const jobs = await startJobs({
    database: openDatabase(databaseUrl, { poolSize: 4 }),
    databaseUrl,
    settings: { ...settings, queueLookSeconds: 1 },
    clock: systemClock,
    logger: pino({ level: 'silent' }),
    work: [crash, note],
    listeners: [],
  });
  process.send?.({ up: true });
  process.on('message', () => void jobs.stop().then(() => process.exit(0)));
  process.on('disconnect', () => process.exit(0));
}
