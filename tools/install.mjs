// Installs the packages when package-lock.json has changed since the last installation, and says
// nothing otherwise. Plain JavaScript without dependencies: it runs on the machine's own Node, before
// there is anything else.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
/** The Node that runs the TypeScript; it comes with the packages. */
const RUNTIME_NODE = 26;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, 'node_modules', '.installed-from');
const ownMajor = Number(process.versions.node.split('.')[0]);

/**
 * @param {string} message
 * @returns {never}
 */
const fail = (message) => {
  console.error(`\n${message}\n`);
  process.exit(1);
};

const wantedStamp = () => {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  return `${hash} ${process.platform}-${process.arch}`;
};

/** @param {string} stamp */
const isInstalled = (stamp) =>
  existsSync(stampFile) && readFileSync(stampFile, 'utf8').trim() === stamp && hasRuntime();

const hasRuntime = () =>
  ownMajor >= RUNTIME_NODE || existsSync(join(root, 'node_modules', '.bin', 'node'));

/**
 * npm as it was started, on the Node it was started with: ours is among what npm replaces.
 *
 * @param {string[]} args
 */
const runNpm = (args) => {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] };
  return npm && npm.endsWith('.js') && existsSync(npm)
    ? spawnSync(node || process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, options);
};

/** @param {string} stamp */
const install = (stamp) => {
  console.log('Installing the packages. This takes about a minute, and only when they change.');
  rmSync(stampFile, { force: true });
  const { status, error } = runNpm([
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (error || status !== 0) {
    fail(
      `The packages could not be installed (${error ? error.message : `npm ended with ${status}`}). ` +
        'What npm said stands above. Is the network there? Then try again.',
    );
  }
  if (!hasRuntime()) {
    fail(
      `The packages have no Node ${RUNTIME_NODE} for ${process.platform}-${process.arch}. ` +
        `Install Node ${RUNTIME_NODE} or newer on this machine and try again.`,
    );
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, `${stamp}\n`);
};

if (ownMajor < OLDEST_NODE) {
  fail(
    `Staffroom needs Node ${OLDEST_NODE} or newer to start, and this is Node ${process.versions.node}. ` +
      'Get one from https://nodejs.org and try again.',
  );
}
const stamp = wantedStamp();
if (!isInstalled(stamp)) install(stamp);
