import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Finds a measuring program; on Debian as root installs its package if it is missing. */
export const installedByApt = async (
  packageName: string,
  find: () => string | undefined,
): Promise<string> => {
  const found = find();
  if (found !== undefined) return found;
  await run('apt-get', ['install', '-y', '--no-install-recommends', packageName]);
  const after = find();
  if (after === undefined)
    throw new Error(`A program of the Debian package ${packageName} is missing.`);
  return after;
};
