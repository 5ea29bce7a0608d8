import { startEmbeddedPostgres } from './embedded-postgres.ts';

// The application that the launcher's tests kill: it starts a server and prints its URL.
const [dataDir = ''] = process.argv.slice(2);
const server = await startEmbeddedPostgres({
  dataDir,
  log: () => undefined,
  settings: { fsync: 'off' },
});
process.stdout.write(`${server.url}\n`);
setInterval(() => undefined, 60_000);
