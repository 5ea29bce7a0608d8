import { createLogger, runServer } from 'staffroom-server/src/main.ts';
import { readSettings } from 'staffroom-server/src/platform/settings.ts';

const settings = readSettings(process.env);
if (settings.databaseUrl === undefined) throw new Error('DATABASE_URL is missing.');
const server = await runServer(
  { ...settings, role: 'all', host: '127.0.0.1', port: 0, databaseUrl: settings.databaseUrl },
  { logger: createLogger() },
);
process.send?.({ address: server.address });
process.once('message', () => void server.stop().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
