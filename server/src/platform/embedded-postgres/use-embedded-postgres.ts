import { clusterPlace, readPassword } from './cluster.ts';
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres.ts';
import { findLivePostmaster } from './postmaster-file.ts';

/** Connects a command to the running embedded server, or to one that `leave` stops. Errors are for the operator. */
export const useEmbeddedPostgres = async (
  options: EmbeddedPostgresOptions,
): Promise<{ url: string; leave: () => Promise<void> }> => {
  const place = clusterPlace(options.dataDir);
  const live = findLivePostmaster(place.clusterDir);
  if (live?.status === 'ready') {
    const url = `postgres://postgres:${readPassword(place)}@127.0.0.1:${live.port}/postgres`;
    return { url, leave: async () => undefined };
  }
  const started = await startEmbeddedPostgres(options);
  return { url: started.url, leave: started.stop };
};
