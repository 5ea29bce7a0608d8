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
/** Built aside, so that a build which fails takes nothing away. */
const unfinished = join(root, 'web/node_modules/.unfinished-build');
const stampName = '.built-from';
const sources = ['package-lock.json', 'tsconfig.base.json', 'contract', 'web'];
const notSources = new Set(['node_modules', 'dist', 'route-tree.gen.ts']);

/** Builds the web app unless nothing it is made of has changed since; throws when that fails. */
export const buildWeb = async (log: (line: string) => void): Promise<void> => {
  const stamp = hashOfSources();
  if (isComplete() && readFileSync(join(built, stampName), 'utf8') === stamp) return;
  log('Building the web app.');
  const code = await runProgram(
    'vite/bin/vite.js',
    ['build', '--logLevel', 'warn', '--outDir', unfinished, '--emptyOutDir'],
    { cwd: join(root, 'web') },
  );
  if (code !== 0) throw new Error('The web app could not be built. What is wrong stands above.');
  await compress(unfinished);
  writeFileSync(join(unfinished, stampName), stamp);
  rmSync(built, { recursive: true, force: true });
  renameSync(unfinished, built);
};

/** Puts a compressed twin beside each file, which is served to browsers that take it. */
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

/** The list of routes is made by the build and read by the types. */
const isComplete = (): boolean =>
  existsSync(join(built, stampName)) && existsSync(join(root, 'web/src/app/route-tree.gen.ts'));

const hashOfSources = (): string => {
  // What the environment puts into the built app.
  const hash = createHash('sha256').update(process.env['API_URL'] ?? '');
  for (const file of sources.flatMap((source) => filesOf(source))) {
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
