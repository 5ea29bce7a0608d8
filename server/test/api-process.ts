import { flushCompileCache } from 'node:module';
import { createLogger, runServer } from '../src/main.ts';
import { readSettings } from '../src/platform/settings.ts';
import { followClock } from './follow-clock.ts';

/** The API in a separate process, for tests that kill it; sends its address to the parent. */
const settings = readSettings({ ...process.env, DEMO: 'off', ROLE: 'api' });
if (settings.databaseUrl === undefined) throw new Error('The test gave no DATABASE_URL.');
const server = await runServer(
  { ...settings, port: Number(process.env['PORT']), databaseUrl: settings.databaseUrl },
  { logger: createLogger() },
);
// A killed process saves no compile cache, so this does it now.
flushCompileCache();
process.send?.({ address: server.address });
followClock();
process.on('disconnect', () => process.exit(0));
