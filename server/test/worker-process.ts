import { flushCompileCache } from 'node:module';
import { createLogger, runServer } from '../src/main.ts';
import { readSettings } from '../src/platform/settings.ts';

/** A worker in a process of its own for tests that kill it; tells the parent when it is up. */
const settings = readSettings({ ...process.env, DEMO: 'off', ROLE: 'worker' });
if (settings.databaseUrl === undefined) throw new Error('The test gave no DATABASE_URL.');
const server = await runServer(
  // A test does not wait as long as a worker does for a mail server, or for the job of another.
  { ...settings, databaseUrl: settings.databaseUrl, firstPauseSeconds: 1, queueLookSeconds: 1 },
  { logger: createLogger() },
);
// Who is killed keeps nothing for the next.
flushCompileCache();
process.send?.({ up: true });
process.on('message', () => void server.stop().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
