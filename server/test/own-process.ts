import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TestApp } from './build-test-app.ts';

/** What runs on the database of a test's app in a process of its own, which the test can kill; up when it answers. */
const start = async <Message>(
  script: string,
  app: TestApp,
  env: Record<string, string>,
  execArgv: string[] = [],
): Promise<{ process: ChildProcess; message: Message }> => {
  const child = fork(join(import.meta.dirname, script), {
    execArgv: [...process.execArgv, ...execArgv],
    env: { ...process.env, DATABASE_URL: app.databaseUrl, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [message] = (await once(child, 'message')) as [Message];
  return { process: child, message };
};

/** A worker, beside an app that only queues. */
export const startWorker = async (
  app: TestApp,
  env: Record<string, string> = {},
): Promise<ChildProcess> => (await start('worker-process.ts', app, env)).process;

/** The API as an operator runs it, and its address. */
export const startApi = async (
  app: TestApp,
  { script = 'api-process.ts', env = {}, execArgv = [] as string[] } = {},
): Promise<{ process: ChildProcess; address: string }> => {
  const allEnv = { PORT: '0', ...env };
  const started = await start<{ address: string }>(script, app, allEnv, execArgv);
  return { process: started.process, address: started.message.address };
};

/** What the queue notices after 10 s without a sign of life, it notices at its next look. */
export const forgetHeartbeats = (app: TestApp): Promise<unknown> =>
  app.database.pool.query(
    `update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`,
  );
