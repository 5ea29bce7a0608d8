import { once } from 'node:events';
import { watch } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { firstAdminHint } from 'staffroom-server/src/first-admin-hint.ts';
import { keepBackingUp } from 'staffroom-server/src/platform/backup/scheduled-backups.ts';
import { startEmbeddedPostgres } from 'staffroom-server/src/platform/embedded-postgres/embedded-postgres.ts';
import { ensureOwnDatabase } from 'staffroom-server/src/platform/embedded-postgres/ensure-database.ts';
import { migrate } from 'staffroom-server/src/platform/migrate.ts';
import { SettingsError } from 'staffroom-server/src/platform/environment.ts';
import { readSettings, type Settings } from 'staffroom-server/src/platform/settings.ts';
import { whenDatabaseAnswers } from 'staffroom-server/src/platform/wait-for-database.ts';
import { buildWeb } from './build-web.ts';
import { loadDemoData } from './demo-data.ts';
import { runProduct } from './run-product.ts';
import { endPrograms, root } from './run-program.ts';
import { aborted, stopRequested, Teardown } from './until-stopped.ts';

const log = (line: string) => console.log(line);

/** `npm start`: PostgreSQL, migrations, demo data, and supervision of API and worker (decisions: Operation). */
const start = async (): Promise<void> => {
  const stop = stopRequested();
  const teardown = new Teardown();
  stop.addEventListener('abort', () => endPrograms());
  try {
    await bringUp(readSettings(process.env), teardown, stop);
    await aborted(stop);
    log('Stopping.');
  } catch (error) {
    if (!stop.aborted) {
      console.error(`\n${explain(error)}\n`);
      process.exitCode = 1;
    }
  }
  await teardown.run(log);
  process.exit();
};

const bringUp = async (
  settings: Settings,
  teardown: Teardown,
  stop: AbortSignal,
): Promise<void> => {
  const servesWeb = settings.role !== 'worker' && !process.argv.includes('--without-web-app');
  const demo = settings.demo ? await loadDemoData() : undefined;
  if (settings.role !== 'worker') await refuseTakenPort(settings);
  if (servesWeb) await buildWeb(log);
  stop.throwIfAborted();
  const databaseUrl = settings.databaseUrl ?? (await startDatabase(settings, teardown));
  stop.throwIfAborted();
  const logger = { warn: (_about: object, message: string) => log(message) };
  await whenDatabaseAnswers(databaseUrl, () => migrate(databaseUrl, { stop, logger }), {
    logger,
    stop,
  });
  if (demo) {
    const { materials } = settings;
    const library = 'folder' in materials ? materials.folder : undefined;
    await demo.fillDemoData(databaseUrl, { now: new Date(), log, library });
  }
  stop.throwIfAborted();
  if (settings.backup) {
    const backups = keepBackingUp({ settings, databaseUrl, log, stop });
    teardown.add(() => backups);
  }
  const product = runProduct(
    { ...settings, databaseUrl },
    { log, quiet: settings.databaseUrl === undefined },
  );
  teardown.add(() => product.stop());
  stop.addEventListener('abort', () => void product.stop());
  const { address } = await product.up;
  stop.throwIfAborted();
  if (process.argv.includes('--watch')) restartOnChange(() => product.restart());
  if (address === undefined) return;
  log(welcome(address, settings));
  const hint = await firstAdminHint(databaseUrl, settings);
  if (hint !== undefined) log(`${hint}\n`);
};

const startDatabase = async (settings: Settings, teardown: Teardown): Promise<string> => {
  const database = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    walArchive: settings.walArchive,
    log,
  });
  teardown.add(() => database.stop());
  return ensureOwnDatabase(database.url, 'staffroom');
};

/** `npm run dev`: restarts the processes with new sources; the database keeps running. */
const restartOnChange = (restart: () => void): void => {
  let soon: NodeJS.Timeout | undefined;
  for (const folder of ['contract/src', 'server/src', 'server/migrations'])
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(soon);
      soon = setTimeout(restart, 200);
    }).unref();
};

/** Reports a port in use at once instead of after everything else has started. */
const refuseTakenPort = async ({ host, port }: Settings): Promise<void> => {
  const probe = createServer();
  probe.listen(port, host);
  await once(probe, 'listening');
  probe.close();
};

const demoRoles = 'admin dataadmin salesadmin partner agent custservice typist tutor'.split(' ');
const refusedRoles = 'student ta'.split(' ');

const welcome = (address: string, settings: Settings): string => {
  const lines = ['', `${settings.productName} is at ${address}`, ''];
  if (settings.demo) {
    lines.push('Demo sign-ins, with the password Staffroom2026:');
    lines.push(...demoRoles.map((role) => `  ${role}@staffroom.example`));
    lines.push(...refusedRoles.map((role) => `  ${role}@staffroom.example (to be refused)`));
    lines.push('');
  }
  return [...lines, 'Ctrl-C stops it.', ''].join('\n');
};

/** A message for known errors, the whole error otherwise. */
const explain = (error: unknown): string => {
  if (error instanceof SettingsError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  if (code === 'EADDRINUSE') {
    return `PORT must be a port that no other program uses, and ${port} is taken. Try PORT=${(port ?? 4000) + 1}.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST must be an address of this machine, and ${address ?? process.env['HOST']} is not one, for example HOST=127.0.0.1.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `PORT must be a port that this account may use, and ${port} is not one, for example PORT=4000.`;
  }
  const cause = error.cause instanceof Error ? `\n${error.cause.message}` : '';
  return error.message + cause;
};

await start();
