// Installs the packages when package-lock.json has changed since the last installation, and finds the Node that
// runs the product. Plain JavaScript without dependencies: it runs on the machine's own Node, before any package exists.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
/** The Node that runs the TypeScript; it comes with the packages. */
const RUNTIME_NODE = 26;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, 'node_modules', '.installed-from');
const ownMajor = Number(process.versions.node.split('.')[0]);

/** An error whose message is for the operator; shown without a stack. */
export class InstallError extends Error {}

/**
 * Installs the packages of package-lock.json unless that was done before, and returns the path of Node 26. A program of
 * `production` also runs on the packages of `installForProduction`. Throws InstallError.
 */
export const ensureInstalled = ({ production = false } = {}) => {
  if (ownMajor < OLDEST_NODE) {
    throw new InstallError(
      `Staffroom needs Node ${OLDEST_NODE} or newer to start, and this is Node ${process.versions.node}. ` +
        'Install a newer one from https://nodejs.org and try again.',
    );
  }
  const isEnough = isInstalled() || (production && isInstalled(forProduction));
  if (!isEnough || findRuntime() === undefined) install(everything);
  return /** @type {string} */ (findRuntime());
};

/** Replaces the packages by those that run the product: no demo data, tests or build tools. Throws InstallError. */
export const installForProduction = () => install(forProduction);

/**
 * @typedef {{ stamp: string, npm: string[], dev: boolean }} Kind
 */

/** @type {Kind} */
const everything = { stamp: '', npm: ['--include=dev'], dev: true };
/** @type {Kind} */
const forProduction = {
  stamp: ' production',
  npm: ['--omit=dev', '--workspace=staffroom-server', '--include-workspace-root'],
  dev: false,
};

/** Returns true if the packages of package-lock.json were installed by this program, for the tools and tests too. */
export const isInstalled = (kind = everything) =>
  existsSync(stampFile) && readFileSync(stampFile, 'utf8').trim() === wantedStamp(kind);

const readLock = () => readFileSync(join(root, 'package-lock.json'));

/** @param {Kind} kind */
const wantedStamp = ({ stamp }) => {
  const hash = createHash('sha256').update(readLock()).digest('hex');
  return `${hash} ${process.platform}-${process.arch}${stamp}`;
};

/**
 * The Node of the packages by its path, never by `.bin/node`: three packages have that name, and npm 9 and 10 link no
 * such file. A machine whose own Node is new enough needs no other.
 */
const findRuntime = () => {
  const packaged = [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
  ]
    .map((name) => join(root, 'node_modules', name, 'bin', 'node'))
    .find((path) => existsSync(path));
  return packaged ?? (ownMajor >= RUNTIME_NODE ? process.execPath : undefined);
};

/** @param {Kind} kind */
const install = (kind) => {
  const stamp = wantedStamp(kind);
  const lock = /** @type {Lock} */ (JSON.parse(readLock().toString()));
  console.log('Installing the packages. This takes about a minute, and only when they change.');
  rmSync(stampFile, { force: true });
  const { status, error } = runNpm([
    'ci',
    ...kind.npm,
    '--include=optional',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (error || status !== 0) {
    throw new InstallError(
      `The packages could not be installed (${error ? error.message : `npm ended with ${status}`}). ` +
        'See the messages of npm above. Check the network and try again.',
    );
  }
  addSkippedPackages(lock, kind);
  const runtime = findRuntime();
  if (runtime === undefined || spawnSync(runtime, ['--version']).status !== 0) {
    throw new InstallError(
      `The packages have no Node ${RUNTIME_NODE} that runs on ${process.platform}-${process.arch}. ` +
        `Install Node ${RUNTIME_NODE} or newer on this machine and try again.`,
    );
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, `${stamp}\n`);
};

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, os?: string | string[], cpu?: string | string[],
 *   libc?: string | string[] }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 * @typedef {{ os: string, cpu: string, libc: string | undefined }} Platform
 */

/** @returns {Platform} */
const thisPlatform = () => {
  const { platform: os, arch: cpu } = process;
  if (os !== 'linux') return { os, cpu, libc: undefined };
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
    /** @type {unknown} */ (process.report.getReport())
  );
  return { os, cpu, libc: report.header.glibcVersionRuntime ? 'glibc' : 'musl' };
};

/**
 * The native packages of the lockfile that this platform needs and `isInstalled` denies, by their folder. Some npm
 * versions skip optional packages that name a C library. Without `dev`, those of tools and tests are left out.
 *
 * @param {Lock} lock
 * @param {Platform} platform
 * @param {(folder: string) => boolean} isInstalled
 */
export const skippedPackages = (lock, platform, isInstalled, dev = true) =>
  Object.entries(lock.packages)
    .filter(([, { optional, os, cpu }]) => optional && os !== undefined && cpu !== undefined)
    .filter(([, each]) => dev || !each.dev)
    .filter(
      ([, { os, cpu, libc }]) =>
        fits(os, platform.os) && fits(cpu, platform.cpu) && fits(libc, platform.libc),
    )
    .filter(([folder]) => !isInstalled(folder))
    .map(([folder, { version, integrity }]) => ({
      folder,
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: String(version),
      integrity,
    }));

/**
 * @param {string | string[] | undefined} wanted
 * @param {string | undefined} actual
 */
const fits = (wanted, actual) =>
  wanted === undefined || actual === undefined || [wanted].flat().includes(actual);

/**
 * @param {Lock} lock
 * @param {Kind} kind
 */
const addSkippedPackages = (lock, { dev }) => {
  const isInstalled = (/** @type {string} */ folder) =>
    existsSync(join(root, folder, 'package.json'));
  const skipped = skippedPackages(lock, thisPlatform(), isInstalled, dev);
  if (skipped.length === 0) return;
  const names = skipped.map(({ name }) => name).join(', ');
  console.log(`This npm left out packages for this platform; adding ${names}.`);
  const downloads = mkdtempSync(join(tmpdir(), 'staffroom-packages-'));
  try {
    for (const each of skipped) addPackage(each, downloads);
  } finally {
    rmSync(downloads, { recursive: true, force: true });
  }
};

/**
 * Downloads one package by name and version, compares it with the lockfile and unpacks it into its folder.
 *
 * @param {ReturnType<typeof skippedPackages>[number]} wanted
 * @param {string} downloads
 */
const addPackage = ({ folder, name, version, integrity }, downloads) => {
  const spec = `${name}@${version}`;
  const packed = runNpm(
    [
      'pack',
      spec,
      '--json',
      '--prefer-offline',
      '--loglevel=error',
      '--pack-destination',
      downloads,
    ],
    ['ignore', 'pipe', 'inherit'],
  );
  if (packed.status !== 0) {
    throw new InstallError(
      `${spec} could not be downloaded. See the messages of npm above. Check the network and try again.`,
    );
  }
  const file = join(downloads, archiveName(packed.stdout.toString()));
  const digest = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (integrity !== undefined && integrity !== digest)
    throw new InstallError(`${spec} differs from package-lock.json. Nothing of it was installed.`);
  const target = join(root, folder);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const unpacked = spawnSync('tar', ['-xzf', file, '-C', target, '--strip-components=1']);
  if (unpacked.status !== 0) {
    rmSync(target, { recursive: true, force: true });
    throw new InstallError(
      `${spec} could not be unpacked: ${String(unpacked.error ?? unpacked.stderr)}`,
    );
  }
  const { bin = {} } = /** @type {{ bin?: string | Record<string, string> }} */ (
    JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))
  );
  for (const path of typeof bin === 'string' ? [bin] : Object.values(bin))
    chmodSync(join(target, path), 0o755);
};

/**
 * npm 9 and 10 answer `@scope/name-1.0.0.tgz` and write `scope-name-1.0.0.tgz`.
 *
 * @param {string} answer
 */
const archiveName = (answer) => {
  const [{ filename }] = /** @type {[{ filename: string }]} */ (JSON.parse(answer));
  return filename.replace('@', '').replaceAll('/', '-');
};

/**
 * Runs the npm that started us, on the Node that it runs on: the Node of the packages is replaced by the installation.
 *
 * @param {string[]} args
 * @param {import('node:child_process').StdioOptions} stdio
 */
const runNpm = (args, stdio = ['ignore', 'inherit', 'inherit']) => {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const options = { cwd: root, stdio, maxBuffer: 64 * 1024 * 1024 };
  return npm && npm.endsWith('.js') && existsSync(npm)
    ? spawnSync(node || process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, options);
};
