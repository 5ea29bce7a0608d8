import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { quickLoading } from '../src/quick-loading.ts';
import type { TestApp } from './build-test-app.ts';

/** Starts a script on the test app's database in a process that the test can kill; resolves with its first message. */
const start = async <Message>(
  script: string,
  app: TestApp,
  env: Record<string, string>,
  execArgv: string[] = [],
  isForFile = false,
): Promise<{ process: ChildProcess; message: Message }> => {
  const child = fork(join(import.meta.dirname, script), {
    execArgv: [...process.execArgv, ...quickLoading, ...execArgv],
    env: { ...process.env, DATABASE_URL: app.databaseUrl, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  if (!isForFile) onTestFinished(() => void child.kill('SIGKILL'));
  const [message] = (await once(child, 'message')) as [Message];
  return { process: child, message };
};

export const startWorker = async (
  app: TestApp,
  env: Record<string, string> = {},
): Promise<ChildProcess> => (await start('worker-process.ts', app, env)).process;

/** Starts the API as an operator does; returns its address. Killed after the test, with `isForFile` by the caller. */
export const startApi = async (
  app: TestApp,
  { script = 'api-process.ts', env = {}, execArgv = [] as string[], isForFile = false } = {},
): Promise<{ process: ChildProcess; address: string }> => {
  const allEnv = { PORT: '0', ...env };
  const started = await start<{ address: string }>(script, app, allEnv, execArgv, isForFile);
  return { process: started.process, address: started.message.address };
};

/** Lets the queue's next check see lost jobs, instead of after 10 s without a heartbeat, and retries them at once. */
export const forgetHeartbeats = (app: TestApp): Promise<unknown> =>
  app.database.pool.query(
    `update pgboss.job set heartbeat_on = now() - interval '1 minute', retry_delay = 0 where state = 'active'`,
  );
