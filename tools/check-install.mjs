// Runs the README's first command on a clean clone with the Node and npm of other machines:
//   node tools/check-install.mjs              the oldest pair that the README promises
//   node tools/check-install.mjs --all        every pair
//   node tools/check-install.mjs 22.0.0/10.5.1
// The clone is of the last commit. Plain JavaScript: it must run on a machine where nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Node and the npm that came with it on the machines of operators; the oldest first. */
const pairs = [
  '20.0.0/9.6.4',
  '20.19.0/9.2.0',
  '20.19.0/10.8.2',
  '22.0.0/10.5.1',
  '22.20.0/10.9.3',
  '24.0.0/11.3.0',
];
const START_WITHIN_MS = 10 * 60_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'staffroom-install-'));

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
const mustRun = (command, args, options = {}) => {
  const { status, error, stderr } = spawnSync(command, args, options);
  if (error || status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed: ${String(error ?? stderr)}`);
};

/**
 * Unpacks a package of the registry into a folder of its own.
 *
 * @param {string} spec
 * @param {string} target
 */
const unpack = (spec, target) => {
  const downloads = join(target, 'download');
  mkdirSync(downloads, { recursive: true });
  mustRun('npm', ['pack', spec, '--silent', '--pack-destination', downloads], { cwd: folder });
  const [archive = ''] = readdirSync(downloads);
  mustRun('tar', ['-xzf', join(downloads, archive), '-C', target, '--strip-components=1']);
};

/**
 * A folder with the two programs `node` and `npm`, to be put first on the PATH.
 *
 * @param {string} nodeVersion
 * @param {string} npmVersion
 */
const toolchain = (nodeVersion, npmVersion) => {
  const home = join(folder, `${nodeVersion}-${npmVersion}`);
  const node = join(home, 'node');
  const npm = join(home, 'npm');
  const packaged = process.platform === 'darwin' ? 'node-bin' : 'node';
  unpack(`${packaged}-${process.platform}-${process.arch}@${nodeVersion}`, node);
  unpack(`npm@${npmVersion}`, npm);
  const bin = join(node, 'bin');
  for (const name of ['npm', 'npx', 'corepack']) rmSync(join(bin, name), { force: true });
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\nexec '${join(bin, 'node')}' '${join(npm, 'bin/npm-cli.js')}' "$@"\n`,
  );
  for (const name of ['node', 'npm']) chmodSync(join(bin, name), 0o755);
  return bin;
};

/**
 * Starts a clean clone as the README says, signs in, and stops it; then removes demo data, tests and build tools, and
 * starts a release. Resolves to the seconds until the first was up.
 *
 * @param {string} pair
 */
const check = async (pair) => {
  const [nodeVersion = '', npmVersion = ''] = pair.split('/');
  const bin = toolchain(nodeVersion, npmVersion);
  const clone = join(folder, `clone-${nodeVersion}-${npmVersion}`);
  mustRun('git', ['clone', '--quiet', root, clone]);
  // No npm variables of the run that this is part of: npm must find its own Node and npm.
  const env = { ...withoutNpm(process.env), PATH: `${bin}:/usr/local/bin:/usr/bin:/bin` };
  try {
    const seconds = await start(clone, { ...env, DATA_DIR: join(clone, '.data') }, signIn);
    mustRun('npm', ['run', 'install:production'], { cwd: clone, env });
    for (const name of ['staffroom-demo', 'staffroom-e2e', 'vite', 'vitest'])
      if (existsSync(join(clone, 'node_modules', name)))
        throw new Error(`A production installation has ${name}.`);
    const empty = { ...env, DATA_DIR: join(clone, '.data/empty') };
    await startRelease(clone, { ...empty, DEMO: 'off' });
    const refused = spawnSync('npm', ['start'], { cwd: clone, env: empty, encoding: 'utf8' });
    if (refused.status === 0 || !refused.stderr.includes('DEMO must be off in this installation'))
      throw new Error(`DEMO=on is not refused: ${refused.stdout}${refused.stderr}`);
    return seconds;
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
};

/**
 * Makes the archive of `npm run release`, unpacks it elsewhere and starts it without npm and the machine's Node.
 *
 * @param {string} clone
 * @param {NodeJS.ProcessEnv} env
 */
const startRelease = async (clone, env) => {
  mustRun('npm', ['run', 'release'], { cwd: clone, env });
  const release = join(clone, 'release');
  const archive = readdirSync(release).find((name) => name.endsWith('.tar.gz')) ?? '';
  const unpacked = join(release, 'unpacked');
  mkdirSync(unpacked);
  mustRun('tar', ['-xzf', join(release, archive), '-C', unpacked, '--strip-components=1']);
  const tests = readdirSync(join(unpacked, 'server/src'), { recursive: true, encoding: 'utf8' });
  if (tests.some((name) => name.endsWith('.test.ts'))) throw new Error('A release has tests.');
  await start(unpacked, { ...env, PATH: '/usr/bin:/bin' }, expectPage, [
    join(unpacked, 'staffroom'),
  ]);
};

/**
 * Starts the product, looks at it and stops it. Resolves to the seconds until it was up.
 *
 * @param {string} clone
 * @param {NodeJS.ProcessEnv} env
 * @param {(address: string) => Promise<void>} look
 * @param {string[]} command
 */
const start = async (clone, env, look, [command = '', ...args] = ['npm', 'start']) => {
  const began = performance.now();
  const app = spawn(command, args, {
    cwd: clone,
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [app.stdout, app.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
  const ended = once(app, 'close');
  try {
    const address = await within(START_WITHIN_MS, () => /is at (http:\S+)/.exec(output)?.[1], app);
    await look(address);
    const seconds = Math.round((performance.now() - began) / 1000);
    app.kill('SIGTERM');
    await ended;
    if (await answers(address)) throw new Error('It still answers after it was stopped.');
    return seconds;
  } catch (error) {
    app.kill('SIGTERM');
    await ended;
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${output}`);
  }
};

/** @param {NodeJS.ProcessEnv} env */
const withoutNpm = (env) =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^npm_(execpath|node_execpath|lifecycle|package|command)/.test(name),
    ),
  );

/**
 * @param {number} limit
 * @param {() => string | undefined} find
 * @param {import('node:child_process').ChildProcess} app
 * @returns {Promise<string>}
 */
const within = async (limit, find, app) => {
  const until = performance.now() + limit;
  while (performance.now() < until && app.exitCode === null && app.signalCode === null) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(
    app.exitCode === null
      ? `It was not up after ${limit / 1000} s.`
      : `npm ended with ${app.exitCode}.`,
  );
};

/**
 * The page, and a sign-in: that needs a native package besides the database.
 *
 * @param {string} address
 */
const signIn = async (address) => {
  await expectPage(address);
  const answer = await fetch(`${address}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@staffroom.example', password: 'Staffroom2026' }),
  });
  if (!answer.ok) throw new Error(`The sign-in answers ${answer.status}: ${await answer.text()}`);
};

/** @param {string} address */
const expectPage = async (address) => {
  const page = await fetch(address);
  if (!page.ok) throw new Error(`The page answers ${page.status}.`);
};

/** @param {string} address */
const answers = (address) =>
  fetch(address).then(
    () => true,
    () => false,
  );

const [oldest = ''] = pairs;
const asked = process.argv.slice(2);
const chosen = asked.includes('--all') ? pairs : asked.length > 0 ? asked : [oldest];
let failed = 0;
try {
  for (const pair of chosen) {
    try {
      console.log(`Node/npm ${pair}: up and signed in after ${await check(pair)} s`);
    } catch (error) {
      failed += 1;
      console.error(`Node/npm ${pair}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;
