import { existsSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { explainDataDir, makeFolders, requireSpace, tryToWrite } from '../folders.ts';
import { prepareBinaries } from './binaries.ts';
import { clusterPlace, type ClusterPlace } from './cluster.ts';
import type { Launch } from './postmaster.ts';
import { chooseServerAccount } from './server-account.ts';
import { serverOptions } from './server-options.ts';
import { archivingTo, requireArchive } from './wal-archive.ts';

/** Creates the server's folder. Throws for another account's data, a folder not writable, and too little space. */
export const makePlace = (dataDir: string): ClusterPlace => {
  const folder = resolve(dataDir, 'postgres');
  try {
    const place = clusterPlace(resolve(dataDir));
    if (!existsSync(place.clusterDir)) requireSpace(folder);
    makeFolders(folder);
    const real = refuseForeignData(clusterPlace(realpathSync(dataDir)));
    tryToWrite(folder);
    return real;
  } catch (error) {
    throw explainDataDir(folder, error);
  }
};

const refuseForeignData = (place: ClusterPlace): ClusterPlace => {
  const owner = statSync(place.clusterDir, { throwIfNoEntry: false })?.uid;
  const us = process.getuid?.();
  if (owner === undefined || us === 0 || owner === us) return place;
  throw new Error(
    `The data in ${place.clusterDir} belongs to another account. ` +
      'Start Staffroom as that account, or use another data directory: DATA_DIR=.data-2 npm start',
  );
};

/**
 * Everything that a start of the server needs, with binaries that its account can run. Throws SettingsError for a
 * `walArchive` that it cannot write.
 */
export const prepareLaunch = (
  place: ClusterPlace,
  installed: string,
  settings: Record<string, string>,
  walArchive?: string,
): Launch => {
  const account = chooseServerAccount(place.clusterDir);
  if (walArchive !== undefined) requireArchive(walArchive, place, account);
  const copiesDir = account ? '/var/cache/staffroom' : join(place.root, 'binaries');
  return {
    place,
    account,
    binaries: prepareBinaries(installed, account, copiesDir),
    options: serverOptions({
      ...(walArchive !== undefined && archivingTo(walArchive)),
      ...settings,
    }),
  };
};
