import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { installedByApt } from './installed-by-apt.ts';

const run = promisify(execFile);

const findWrk = () =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'wrk'))
    .find((path) => existsSync(path));

export type Load = { clients: number; seconds: number; token: string };

/** Number of requests, requests per second, and percentiles of their duration in milliseconds. */
export type Rate = { requests: number; rate: number; p95: number; p97_5: number };

/** Measures clients that repeat a request; wrk takes a hundredth of the CPU time. Throws unless responses succeed. */
export const wrkRate = async (url: string, { clients, seconds, token }: Load): Promise<Rate> => {
  const report = await wrk<Rate & { errors: number }>(url, {
    script: 'wrk-report.lua',
    clients,
    seconds,
    headers: [`authorization: Bearer ${token}`],
  });
  if (report.errors > 0) throw new Error(`${url} answered ${report.errors} times with an error.`);
  return report;
};

type Run = { script: string; clients: number; seconds: number; headers?: string[] };

/** Runs wrk with a script of this folder, and returns the last line that the script prints. */
export const wrk = async <Report>(
  url: string,
  { script, clients, seconds, headers = [] }: Run,
): Promise<Report> => {
  const { stdout } = await run(await installedByApt('wrk', findWrk), [
    '--threads=1',
    `--connections=${clients}`,
    `--duration=${seconds}s`,
    '--timeout=30s',
    `--script=${join(import.meta.dirname, script)}`,
    ...headers.map((header) => `--header=${header}`),
    url,
  ]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Report;
};
