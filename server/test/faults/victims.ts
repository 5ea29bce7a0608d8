import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import pg from 'pg';
import { ensureDatabase } from '../../src/platform/embedded-postgres/ensure-database.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.ts';
import { readPostmasterFile } from '../../src/platform/embedded-postgres/postmaster-file.ts';
import { installJobTables } from '../../src/platform/jobs.ts';
import { migrate } from '../../src/platform/migrate.ts';
import type { TestApp } from '../build-test-app.ts';
import { startApi, startWorker } from '../own-process.ts';

/** A PostgreSQL of the test's own, with a migrated database. It is restarted by the product if it dies. */
export const startDatabase = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'staffroom-faults-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    // A killed process loses nothing that the system has in memory, but what is committed must be there.
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'on' },
  });
  const url = await ensureDatabase(postgres.url, 'faults');
  await migrate(url);
  await installJobTables(url);
  await makeDiskFillable(url);
  const clusterDir = join(dataDir, 'postgres');
  const during = async (milliseconds: number, begin: string, ...end: string[]) => {
    await askUntilDone(url, begin);
    await pause(milliseconds);
    for (const statement of end) await askUntilDone(url, statement);
  };
  return {
    url,
    kill: async () => signalAll(await processesOf(url, clusterDir), 'SIGKILL'),
    /** Stops the server for a while without a closed connection, as a machine does that swaps or moves. */
    freeze: async (milliseconds: number) => {
      const pids = await processesOf(url, clusterDir);
      signalAll(pids, 'SIGSTOP');
      await pause(milliseconds);
      signalAll(pids, 'SIGCONT');
    },
    /** Refuses writes for a while with the code of a standby (25006), as during a switch to another server. */
    makeReadOnly: async (milliseconds: number) => {
      await askUntilDone(url, 'alter system set default_transaction_read_only = on');
      await during(
        milliseconds,
        'select pg_reload_conf()',
        'alter system reset default_transaction_read_only',
        'select pg_reload_conf()',
      );
    },
    /** Refuses every write for a while with the code of a full disk (53100). */
    fillDisk: (milliseconds: number) =>
      during(
        milliseconds,
        'update fault_disk set is_full = true',
        'update fault_disk set is_full = false',
      ),
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Sends a statement, which changes nothing the second time, until the server executes it. */
const askUntilDone = async (url: string, statement: string): Promise<void> => {
  for (const end = Date.now() + 60_000; ; await pause(50)) {
    const client = new pg.Client({
      connectionString: url,
      options: '-c default_transaction_read_only=off',
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(statement);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
};

/** Triggers that refuse the writes of all tables while `fault_disk` says that the disk is full. */
const makeDiskFillable = (url: string): Promise<void> =>
  askUntilDone(
    url,
    `create table fault_disk as select false as is_full;
     create function refuse_when_disk_is_full() returns trigger language plpgsql as $$
     begin
       if (select is_full from public.fault_disk) then
         raise exception 'could not extend file: No space left on device' using errcode = '53100';
       end if;
       return null;
     end $$;
     do $$ declare one regclass; begin
       for one in
         select oid from pg_class where relkind in ('r', 'p') and not relispartition and relname <> 'fault_disk'
           and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
       loop
         execute format('create trigger full_disk before insert or update on %s for each statement
           execute function public.refuse_when_disk_is_full()', one);
       end loop;
     end $$`,
  );

/** Ids of the server and all its processes, each of which has a session of its own; none while it is restarted. */
const processesOf = async (url: string, clusterDir: string): Promise<number[]> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
    const server = readPostmasterFile(clusterDir)?.pid;
    return [...(server === undefined ? [] : [server]), ...rows.map(({ pid }) => pid)];
  } catch {
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
};

const signalAll = (pids: readonly number[], signal: NodeJS.Signals) => {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
};

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

type ProcessName = 'api' | 'worker';

/**
 * An API and a worker on this database. `kill` ends one and starts it again in the background; it does nothing while that one
 * is still starting. `up` waits for both; `ended` names those that ended by themselves.
 */
export const startProcesses = async (app: TestApp, env: Record<string, string>) => {
  const port = String(await freePort());
  const start: Record<ProcessName, () => Promise<ChildProcess>> = {
    api: async () => (await startApi(app, { env: { ...env, PORT: port } })).process,
    worker: () => startWorker(app, env),
  };
  const ended: string[] = [];
  const running: { [name in ProcessName]?: ChildProcess | undefined } = {};
  const run = async (name: ProcessName) => {
    const child = await start[name]();
    child.once('exit', (code, signal) => {
      if (signal !== 'SIGKILL') ended.push(`the ${name} ended by itself: ${code ?? signal}`);
    });
    running[name] = child;
  };
  const starting: Record<ProcessName, Promise<void>> = { api: run('api'), worker: run('worker') };
  const up = async () => void (await Promise.all(Object.values(starting)));
  await up();
  return {
    address: `http://127.0.0.1:${port}`,
    ended,
    up,
    /** Moves the clock of a running process for good, as a machine does that corrects its time. */
    moveClock: (name: ProcessName, milliseconds: number) =>
      void running[name]?.send({ clockMoves: milliseconds }, () => undefined),
    kill: async (name: ProcessName) => {
      const child = running[name];
      if (!child) return;
      running[name] = undefined;
      child.kill('SIGKILL');
      await once(child, 'exit');
      starting[name] = run(name);
    },
  };
};
