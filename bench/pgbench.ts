import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installedByApt } from './installed-by-apt.ts';

const run = promisify(execFile);

/** A statement of the server, with the values of one request. */
export type Statement = { sql: string; values: readonly unknown[] };

const findPgbench = () => {
  const base = '/usr/lib/postgresql';
  if (!existsSync(base)) return undefined;
  const versions = readdirSync(base).toSorted((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(base, version, 'bin/pgbench'))
    .find((path) => existsSync(path));
};

/** Transactions per second of pgbench with the same statements, prepared, one after the other. */
export const pgbenchRate = async (
  url: string,
  statements: readonly Statement[],
  load: { clients: number; seconds: number },
): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'staffroom-bench-'));
  try {
    const script = join(folder, 'request.sql');
    await writeFile(script, statements.map(scripted).join('\n'));
    const definitions = statements.flatMap(({ values }, index) =>
      values.flatMap((value, place) => ['-D', `${variable(index, place)}=${asText(value)}`]),
    );
    const { stdout } = await run(await installedByApt('postgresql', findPgbench), [
      `--client=${load.clients}`,
      `--time=${load.seconds}`,
      `--file=${script}`,
      '--jobs=2',
      '--protocol=prepared',
      '--no-vacuum',
      ...definitions,
      url,
    ]);
    const rate = /tps = ([\d.]+) \(without/.exec(stdout)?.[1] ?? /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (rate === undefined) throw new Error(`pgbench printed no rate: ${stdout}`);
    return Number(rate);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const variable = (statement: number, place: number) => `v${statement}_${place + 1}`;

const scripted = ({ sql }: Statement, index: number) =>
  `${sql.replaceAll(/\s+/g, ' ').replaceAll(/\$(\d+)/g, (_match, place: string) => `:${variable(index, Number(place) - 1)}`)};`;

/** A value in the driver's wire format. */
const asText = (value: unknown): string => {
  if (Array.isArray(value)) return `{${value.map((item) => `"${String(item)}"`).join(',')}}`;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  return String(value);
};
