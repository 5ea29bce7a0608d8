// Every npm script starts here: `node tools/launch.mjs start …`. Installs the packages when they changed, then runs the
// program of that name on the Node of the packages. Plain JavaScript: the machine's own Node runs it, 20 or newer.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, InstallError } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @type {Record<string, string[]>} */
const programs = {
  start: ['tools/start.ts'],
  dev: ['tools/dev.ts'],
  test: ['tools/test.ts'],
  'test:long': ['tools/test.ts', '--long'],
  'test:faults': ['tools/test-faults.ts'],
  check: ['tools/check.ts'],
  breaks: ['tools/breaks/run-breaks.ts'],
  bench: ['bench/run.ts'],
  backup: ['tools/backup.ts'],
  restore: ['tools/restore.ts'],
  'create-admin': ['server/src/create-admin.ts'],
  'reset-second-factor': ['server/src/reset-second-factor.ts'],
  'install:production': ['tools/install-production.ts'],
  release: ['tools/release.ts'],
  format: ['tools/format.ts'],
};

/** The programs that run without demo data, tests and build tools. */
const production = ['start', 'backup', 'restore', 'create-admin', 'reset-second-factor', 'release'];

/**
 * Passes signals on to the program, and ends with its exit code. When the npm that started us disappears, the program
 * is asked to end too.
 *
 * @param {string} node
 * @param {string[]} args
 */
const run = (node, args) => {
  // Paths that an operator gives to `./staffroom` are relative to the operator's folder.
  const cwd = process.env['STAFFROOM_RELEASE'] ? process.cwd() : root;
  const child = spawn(node, args, { cwd, stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  if (process.env['npm_lifecycle_event']) endWithParent(child);
  child.on('error', (error) => {
    console.error(`\n${node} could not be started: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) =>
    process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
  );
};

/** @param {import('node:child_process').ChildProcess} child */
const endWithParent = (child) => {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 1000).unref();
};

const [name = '', ...args] = process.argv.slice(2);
const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
if (program === undefined) {
  console.error(`\nName one of: ${Object.keys(programs).join(', ')}.\n`);
  process.exit(1);
}
try {
  const [file = '', ...flags] = program;
  run(ensureInstalled({ production: production.includes(name) }), [
    join(root, file),
    ...flags,
    ...args,
  ]);
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  console.error(`\n${error.message}\n`);
  process.exit(1);
}
