import pino, { type DestinationStream, type Logger } from 'pino';
import { buildApp } from './app.ts';
import { allJobs } from './jobs.ts';
import { allListeners } from './listeners.ts';
import { holdsDemoData } from './demo-data.ts';
import { countMessages } from './domains/announcements/message-counts.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import { createFileFetcher, type FetchFile } from './platform/fetch-file.ts';
import { buildHealthApp } from './platform/health-app.ts';
import { requireOutbox } from './platform/folders.ts';
import { startJobs } from './platform/jobs.ts';
import { logSerializers } from './platform/log-serializers.ts';
import { migrate } from './platform/migrate.ts';
import { refuseToWriteFromDemo } from './platform/carrier-settings.ts';
import { SettingsError } from './platform/environment.ts';
import type { Settings } from './platform/settings.ts';
import { openReplica } from './platform/replica.ts';
import { startReporting } from './platform/processes.ts';
import { createRequestMeter } from './platform/request-meter.ts';
import { watchSlowQueries } from './platform/slow-queries.ts';
import { whenDatabaseAnswers } from './platform/wait-for-database.ts';
import { startPruning } from './pruning.ts';
import { startPullingReports } from './domains/attendance/zoom/pull-reports.ts';
import { startExpiringShopOrders } from './domains/orders/expire-shop-orders.ts';
import { startWatchingParts } from './domains/system/part-history.ts';
import { startFollowingTickets } from './domains/tickets/follow-tickets.ts';

export type RunningServer = {
  /** `http://host:port`; for a worker its health port, or empty without one. */
  address: string;
  stop(): Promise<void>;
};

/** Logs one JSON line per event to standard output, without personal data; `LOG_LEVEL` sets the level. */
export const createLogger = (level = 'info', destination?: DestinationStream): Logger =>
  pino(
    { base: null, level: process.env['LOG_LEVEL'] || level, serializers: logSerializers },
    destination ?? pino.destination(1),
  );

/**
 * Waits for the database, migrates and runs the parts of ROLE: the API, the worker, or both in one process. `stop`
 * finishes requests in progress, hands jobs back and closes the database, in this order.
 */
export const runServer = async (
  settings: Settings & { databaseUrl: string },
  {
    logger = createLogger(),
    stop,
    fetchFile = createFileFetcher(),
  }: { logger?: Logger; stop?: AbortSignal; fetchFile?: FetchFile } = {},
): Promise<RunningServer> => {
  requireOutbox(settings);
  const { database, jobs } = await whenDatabaseAnswers(
    settings.databaseUrl,
    () => openAll(settings, { logger, stop, fetchFile }),
    { logger, stop },
  );
  const stopPruning =
    settings.role === 'api'
      ? () => undefined
      : startPruning({ db: database.db, clock: systemClock, logger, settings });
  const stopPulling =
    settings.role === 'api'
      ? async () => undefined
      : startPullingReports({ db: database.db, clock: systemClock, logger, settings });
  const stopFollowing =
    settings.role === 'api'
      ? async () => undefined
      : startFollowingTickets({ db: database.db, clock: systemClock, logger, settings });
  const stopExpiring =
    settings.role === 'api'
      ? async () => undefined
      : startExpiringShopOrders({ db: database.db, clock: systemClock, logger, settings });
  const meter = createRequestMeter();
  const stopReporting = startReporting({
    db: database.db,
    clock: systemClock,
    role: settings.role,
    logger,
    meter,
  });
  const stopWatching = startWatchingParts({
    db: database.db,
    clock: systemClock,
    settings,
    logger,
  });
  const stopWork = async () => {
    await stopWatching();
    await stopReporting();
    stopPruning();
    await Promise.all([stopPulling(), stopFollowing(), stopExpiring()]);
    await jobs.stop();
    await database.close();
  };
  const isWorker = settings.role === 'worker';
  const port = isWorker ? settings.healthPort : settings.port;
  if (port === undefined) return { address: '', stop: stopWork };
  const common = { settings, database, clock: systemClock, logger };
  const replica = replicaOf(settings, logger);
  const app = isWorker
    ? await buildHealthApp({ ...common, countMessages })
    : await buildApp({
        ...common,
        databaseUrl: settings.databaseUrl,
        jobs,
        listeners: allListeners,
        fetchFile,
        replica,
        meter,
      });
  const address = await app.listen({ host: settings.host, port }).catch(async (error: unknown) => {
    await stopWork();
    throw isWorker && port !== 0 ? refusedHealthPort(error, port) : error;
  });
  return {
    address,
    stop: async () => {
      await app.close();
      await replica?.close();
      await stopWork();
    },
  };
};

/** The replica that an API may read. */
const replicaOf = ({ role, databaseReplicaUrl, ...settings }: Settings, logger: Logger) =>
  role === 'worker' || databaseReplicaUrl === undefined
    ? undefined
    : openReplica(databaseReplicaUrl, {
        poolSize: settings.databasePoolSize,
        watch: watchSlowQueries(logger, settings.slowQueryMs),
        logger,
      });

const refusedHealthPort = (error: unknown, port: number): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error;
  const why = code === 'EACCES' ? 'is not open to this account' : 'is taken';
  return new SettingsError(
    `HEALTH_PORT must be a port that no other program uses, and ${port} ${why}, for example HEALTH_PORT=4100.`,
  );
};

/** Migrates and connects; closes everything on failure. */
const openAll = async (
  settings: Settings & { databaseUrl: string },
  {
    logger,
    stop,
    fetchFile,
  }: { logger: Logger; stop: AbortSignal | undefined; fetchFile: FetchFile },
) => {
  await migrate(settings.databaseUrl, { stop, logger });
  const database = openDatabase(settings.databaseUrl, {
    poolSize: settings.databasePoolSize,
    watch: watchSlowQueries(logger, settings.slowQueryMs),
  });
  try {
    if (await holdsDemoData(database.db)) refuseToWriteFromDemo(settings);
    const jobs = await startJobs({
      database,
      settings,
      clock: systemClock,
      logger,
      databaseUrl: settings.databaseUrl,
      work: settings.role === 'api' ? [] : allJobs,
      listeners: allListeners,
      fetchFile,
    });
    return { database, jobs };
  } catch (error) {
    await database.close();
    throw error;
  }
};
