import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { installedBinaries } from '../src/platform/embedded-postgres/binaries.ts';
import { readPassword } from '../src/platform/embedded-postgres/cluster.ts';
import { launchPostmaster, stopPostmaster } from '../src/platform/embedded-postgres/postmaster.ts';
import { readPostmasterFile } from '../src/platform/embedded-postgres/postmaster-file.ts';
import { makePlace, prepareLaunch } from '../src/platform/embedded-postgres/prepare-launch.ts';
import { ask, askUntilAnswered } from '../src/platform/embedded-postgres/test-helpers.ts';

/** Returns an unused loopback port. */
export const aFreePort = async () => {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};

/** A PostgreSQL on `dataDir` that a test can restart as a standby on the same port, and promote. */
export const aServer = async (dataDir: string) => {
  const place = makePlace(dataDir);
  const launch = prepareLaunch(place, installedBinaries(), { fsync: 'off' });
  const { port } = await launchPostmaster(launch, await aFreePort());
  const url = `postgres://postgres:${readPassword(place)}@127.0.0.1:${port}/staffroom`;
  const stop = async () => {
    const pid = readPostmasterFile(place.clusterDir)?.pid;
    if (pid !== undefined) await stopPostmaster(pid, place.clusterDir);
  };
  onTestFinished(stop);
  return {
    url,
    host: `127.0.0.1:${port}`,
    stop,
    becomeStandby: async () => {
      await stop();
      writeFileSync(join(place.clusterDir, 'standby.signal'), '');
      // Resolves only after promotion, because launching waits for a primary.
      const promoted = launchPostmaster(launch, port);
      promoted.catch(() => undefined);
      expect(await askUntilAnswered(url, 'select pg_is_in_recovery()')).toBe(true);
      return { promote: () => ask(url, 'select pg_promote()').then(() => promoted) };
    },
  };
};

/** A streaming replica of a server, on a copy of the data with which that server began. */
export const aReplicaOf = async (primary: { url: string }, dataDir: string) => {
  const { hostname, port, password } = new URL(primary.url);
  const place = makePlace(dataDir);
  const launch = prepareLaunch(place, installedBinaries(), {
    fsync: 'off',
    primary_conninfo: `host=${hostname} port=${port} user=postgres password=${password}`,
  });
  writeFileSync(join(place.clusterDir, 'standby.signal'), '');
  const own = await aFreePort();
  const url = new URL(primary.url);
  url.port = String(own);
  // Resolves only after promotion, because launching waits for a primary.
  const launched = launchPostmaster(launch, own);
  launched.catch(() => undefined);
  onTestFinished(async () => {
    const pid = readPostmasterFile(place.clusterDir)?.pid;
    if (pid !== undefined) await stopPostmaster(pid, place.clusterDir);
  });
  expect(await askUntilAnswered(url.href, 'select pg_is_in_recovery()')).toBe(true);
  return {
    url: url.href,
    ask: (text: string) => ask(url.href, text),
    stop: async () => {
      const pid = readPostmasterFile(place.clusterDir)?.pid;
      if (pid !== undefined) await stopPostmaster(pid, place.clusterDir);
    },
  };
};
