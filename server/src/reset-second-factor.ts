import { parseArgs } from 'node:util';
import pino from 'pino';
import { resetFactorByEmail } from './domains/identity/reset-second-factor.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import { ensureOwnDatabase } from './platform/embedded-postgres/ensure-database.ts';
import { useEmbeddedPostgres } from './platform/embedded-postgres/use-embedded-postgres.ts';
import { startJobs } from './platform/jobs.ts';
import { migrate } from './platform/migrate.ts';
import { readSettings, type Settings } from './platform/settings.ts';
import { withSecretFiles } from './platform/secret-files.ts';

const use = 'Use: npm run reset-second-factor -- --email you@example.com';

const sentences = {
  reset: 'Two-factor is off. The person signs in with the password alone and can set it up again.',
  off: 'Two-factor is off already; nothing was changed.',
  unknown: 'No account has this e-mail.',
} as const;

/** Turns an account's second factor off in the database of DATABASE_URL, otherwise in the embedded one of DATA_DIR. */
const resetSecondFactor = async () => {
  const { values } = parseArgs({ options: { email: { type: 'string' } } });
  const { email } = values;
  if (!email) {
    console.error(use);
    process.exitCode = 1;
    return;
  }
  const { DATABASE_URL, DATA_DIR, WAL_ARCHIVE } = withSecretFiles(process.env);
  const settings = readSettings({ DATABASE_URL, DATA_DIR, WAL_ARCHIVE, DEMO: 'off' });
  if (settings.databaseUrl !== undefined) return resetIn(settings, settings.databaseUrl, email);
  const { dataDir, walArchive } = settings;
  const embedded = await useEmbeddedPostgres({ dataDir, walArchive, log: console.log });
  try {
    await resetIn(settings, await ensureOwnDatabase(embedded.url, 'staffroom'), email);
  } finally {
    await embedded.leave();
  }
  return undefined;
};

const resetIn = async (settings: Settings, url: string, email: string) => {
  await migrate(url);
  // The job's own tables are read by the queue, so the transaction needs a connection beside it.
  const database = openDatabase(url, { poolSize: 2 });
  const logger = pino({ level: 'silent' });
  const common = { database, databaseUrl: url, settings, clock: systemClock, logger };
  // Queues the e-mail to the owner; a worker sends it.
  const jobs = await startJobs({ ...common, work: [], listeners: [] });
  try {
    const outcome = await resetFactorByEmail(database.db, { email, clock: systemClock, jobs });
    console.log(sentences[outcome]);
    if (outcome === 'unknown') process.exitCode = 1;
  } finally {
    await jobs.stop();
    await database.close();
  }
};

await resetSecondFactor();
