import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { outboxFolder } from './carriers/outbox.ts';
import { SettingsError } from './environment.ts';
import type { Settings } from './settings.ts';

/** Bytes that a new data directory needs: the database, its log, and space for the first weeks. */
const neededWhenNew = 500_000_000;

const example = 'for example DATA_DIR=/var/lib/staffroom.';

/** Throws SettingsError if messages become files but DATA_DIR is not writable. Creates nothing. */
export const requireOutbox = (settings: Settings): void => {
  const writesFiles = settings.smtpUrl === undefined || settings.twilio === undefined;
  if (settings.role === 'api' || !writesFiles) return;
  const folder = nearestFolder(outboxFolder(settings));
  try {
    if (!statSync(folder).isDirectory()) throw withCode('ENOTDIR');
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw explainDataDir(folder, error);
  }
};

/** Refuses a new data directory on a disk that is nearly full. Throws SettingsError. */
export const requireSpace = (dataDir: string, needed = neededWhenNew): void => {
  const { bavail, bsize } = statfsSync(nearestFolder(dataDir));
  const free = bavail * bsize;
  if (free < needed)
    throw new SettingsError(
      `DATA_DIR must be on a disk with at least ${megabytes(needed)} free, and that of ${dataDir} has ${megabytes(free)}, ${example}`,
    );
};

/** Creates a folder and its parents. Node's own `recursive` never returns if the system answers ENOENT, as in /proc. */
export const makeFolders = (folder: string): void => {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created it.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
};

/** Writes and removes a file: permissions alone do not detect a full or read-only disk. */
export const tryToWrite = (folder: string): void => {
  const file = join(folder, `.written-by-${process.pid}`);
  writeFileSync(file, 'Can this folder be written?', { mode: 0o600 });
  rmSync(file);
};

/** Returns a SettingsError for a failure to use the data directory, or the error itself if it has another cause. */
export const explainDataDir = (folder: string, error: unknown): unknown => {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (isDiskFull(error))
    return refused(`on a disk with free space, and that of ${folder} is full`, error);
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return refused(`a folder, and ${nearestFolder(folder)} is a file`, error);
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(code))
    return refused(
      `a folder that this account may write, and ${folder} is not one (${code})`,
      error,
    );
  return error;
};

/** Returns true if the disk or quota is full, as reported by a file, a statement or a PostgreSQL program. */
export const isDiskFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  return (
    ['ENOSPC', 'EDQUOT', '53100'].includes(code ?? '') ||
    message.includes('No space left on device')
  );
};

const refused = (mustBe: string, cause: unknown) =>
  new SettingsError(`DATA_DIR must be ${mustBe}, ${example}`, { cause });

const withCode = (code: string) => Object.assign(new Error(code), { code });

const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6)} MB`;

/** The folder itself, or its nearest existing parent. */
const nearestFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
