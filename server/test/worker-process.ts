import { flushCompileCache } from 'node:module';
import { createLogger, runServer } from '../src/main.ts';
import { readSettings } from '../src/platform/settings.ts';
import { followClock } from './follow-clock.ts';

/** A worker in a separate process, for tests that kill it; notifies the parent when it is up. */
const settings = readSettings({ ...process.env, DEMO: 'off', ROLE: 'worker' });
if (settings.databaseUrl === undefined) throw new Error('The test gave no DATABASE_URL.');
const server = await runServer(
  // Shorter pauses than in production, for the mail server and for jobs of other workers.
  { ...settings, databaseUrl: settings.databaseUrl, firstPauseSeconds: 1, queueLookSeconds: 1 },
  { logger: createLogger() },
);
// A killed process saves no compile cache, so this does it now.
flushCompileCache();
process.send?.({ up: true });
followClock();
process.on('message', (message) => {
  if (message === 'stop') void server.stop().then(() => process.exit(0));
});
process.on('disconnect', () => process.exit(0));
