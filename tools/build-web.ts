import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root, runProgram } from './run-program.ts';

const built = join(root, 'web/dist');
const aside = join(root, 'web/node_modules');
const unfinishedName = '.unfinished-build';
const stampName = '.built-from';
/** The sources of the web app. */
export const webSources = ['package-lock.json', 'tsconfig.base.json', 'contract', 'web'];
const notSources = new Set(['node_modules', 'dist', 'route-tree.gen.ts']);

/** Builds the web app unless unchanged, in a new folder: failed builds remove nothing, concurrent ones do not mix. */
export const buildWeb = async (log: (line: string) => void): Promise<void> => {
  // A release has the built app alone.
  if (!existsSync(join(root, 'web/src'))) return;
  const stamp = hashOfSources();
  if (isBuiltFrom(stamp)) return;
  if (!existsSync(join(root, 'node_modules/vite')))
    throw new Error(
      'The web app is not built from these sources, and this installation has no tools to build it. ' +
        'Run npm run install:production again.',
    );
  log('Building the web app.');
  removeLeftovers();
  const unfinished = join(aside, `${unfinishedName}-${crypto.randomUUID()}`);
  try {
    const code = await runProgram(
      'vite/bin/vite.js',
      ['build', '--logLevel', 'warn', '--outDir', unfinished, '--emptyOutDir'],
      { cwd: join(root, 'web') },
    );
    if (code !== 0) throw new Error('The web app could not be built. See the messages above.');
    await compress(unfinished);
    writeFileSync(join(unfinished, stampName), stamp);
    putInPlace(unfinished, built);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
};

/**
 * Replaces the folder at `place`, which a concurrent build may also replace; the last one stays.
 *
 * @public The test's own processes import it.
 */
export const putInPlace = (folder: string, place: string): void => {
  const former = `${folder}-former`;
  do {
    unlessFailed('ENOENT', () => renameSync(place, former));
    rmSync(former, { recursive: true, force: true });
  } while (!unlessFailed('ENOTEMPTY', () => renameSync(folder, place)));
};

/** Returns true if the act succeeded, false if it failed with this code; throws other errors. */
const unlessFailed = (code: string, act: () => void): boolean => {
  try {
    act();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return false;
    throw error;
  }
};

/** Removes folders of killed builds; a recent one may belong to a running build. */
const removeLeftovers = () => {
  const hourAgo = Date.now() - 3_600_000;
  const names = existsSync(aside) ? readdirSync(aside) : [];
  for (const name of names.filter((each) => each.startsWith(unfinishedName))) {
    const path = join(aside, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (changed !== undefined && changed < hourAgo) rmSync(path, { recursive: true, force: true });
  }
};

/** Writes a compressed copy of each file, for browsers that accept it. */
const compress = async (dir: string): Promise<void> => {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.(js|css|html|svg|json)$/.test(name))) {
    const path = join(dir, file);
    const content = readFileSync(path);
    const [gzipped, brotlied] = await Promise.all([
      promisify(gzip)(content, { level: 9 }),
      promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
    ]);
    writeFileSync(`${path}.gz`, gzipped);
    writeFileSync(`${path}.br`, brotlied);
  }
};

/** The list of routes is created by the build and needed for the types. */
const isBuiltFrom = (stamp: string): boolean =>
  existsSync(join(root, 'web/src/app/route-tree.gen.ts')) && stampOfBuilt() === stamp;

/** Undefined before the first build, and while another build is being put in place. */
const stampOfBuilt = (): string | undefined => {
  let stamp;
  unlessFailed('ENOENT', () => (stamp = readFileSync(join(built, stampName), 'utf8')));
  return stamp;
};

const hashOfSources = (): string => {
  // Part of the environment that is built into the app.
  const hash = createHash('sha256').update(process.env['API_URL'] ?? '');
  for (const file of webSources.flatMap((source) => filesOf(source))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
};

const filesOf = (path: string): string[] => {
  if (/\.tsbuildinfo$|\.test\.tsx?$/.test(path)) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !notSources.has(name))
    .toSorted()
    .flatMap((name) => filesOf(join(path, name)));
};
