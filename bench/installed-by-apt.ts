import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Finds a program that measures; on Debian as root installs the package it comes with when it is missing. */
export const installedByApt = async (
  packageName: string,
  find: () => string | undefined,
): Promise<string> => {
  const found = find();
  if (found !== undefined) return found;
  await run('apt-get', ['install', '-y', '--no-install-recommends', packageName]);
  const after = find();
  if (after === undefined)
    throw new Error(`A program is missing that comes with the Debian package ${packageName}.`);
  return after;
};
