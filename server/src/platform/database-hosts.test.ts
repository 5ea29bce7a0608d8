import { sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aFreePort, aServer } from '../../test/standby-server.ts';
import { connectionOf, splitHosts } from './database-hosts.ts';
import { isDatabaseAway, openDatabase } from './database.ts';
import { ensureDatabase } from './embedded-postgres/ensure-database.ts';
import { useUsedFolders } from './embedded-postgres/test-helpers.ts';
import { installJobTables } from './jobs.ts';
import { openListener } from './live-listener.ts';
import { migrate } from './migrate.ts';
import { readSettings } from './settings.ts';
import { whenDatabaseAnswers } from './wait-for-database.ts';

// All copies have the same password, as a primary and its standbys do.
const aUsedDataDir = useUsedFolders((url) => ensureDatabase(url, 'staffroom'));

describe('a URL with several hosts', () => {
  test('is split into one URL per host', () => {
    expect(splitHosts('postgres://u:p@h1:5432,h2/db?target_session_attrs=primary&x=1')).toEqual({
      hosts: 'h1:5432,h2',
      urls: ['postgres://u:p@h1:5432/db?x=1', 'postgres://u:p@h2/db?x=1'],
      kind: 'primary',
    });
    expect(splitHosts('postgres://u:p@h1,h2/db').kind).toBe('read-write');
  });

  test('is a valid setting unless it asks for a standby or one host is wrong', () => {
    const read = (DATABASE_URL: string) => readSettings({ DATABASE_URL }).databaseUrl;
    const url = 'postgres://u:p@h1:5432,h2:5433/db?target_session_attrs=read-write';
    expect(read(url)).toBe(url);
    expect(() => read('postgres://h1,h2/db?target_session_attrs=standby')).toThrow(
      /^DATABASE_URL must be a URL whose target_session_attrs is read-write, primary, any/,
    );
    expect(() => read('postgres://h1:port,h2/db')).toThrow(/^DATABASE_URL must be a URL/);
  });

  test('connects to the host that accepts writes, and to another one after a failover', async () => {
    const [primary, other] = [await aServer(aUsedDataDir()), await aServer(aUsedDataDir())];
    const standby = await other.becomeStandby();
    const hosts = [`127.0.0.1:${await aFreePort()}`, other.host, primary.host].join(',');
    const url = `${primary.url.replace(primary.host, hosts)}?target_session_attrs=read-write`;
    const database = openDatabase(url, { poolSize: 2 });
    onTestFinished(() => database.close());
    const usedHost = async () => {
      const { rows } = await database.db.execute<{ port: number }>(
        sql`select current_setting('port')::int as port`,
      );
      return `127.0.0.1:${rows[0]?.port}`;
    };
    let resumed = 0;
    const listener = openListener(url, {
      logger: pino({ level: 'silent' }),
      heard: () => undefined,
      resumed: () => {
        resumed += 1;
      },
    });
    onTestFinished(() => listener.close());
    const logger = pino({ level: 'silent' });
    const start = () => whenDatabaseAnswers(url, () => migrate(url), { logger, pause: 50 });

    await start();
    await installJobTables(url);
    expect(await usedHost()).toBe(primary.host);
    await expect.poll(() => listener.isListening()).toBe(true);

    await primary.stop();
    await expect.poll(() => listener.isListening()).toBe(false);
    await expect(usedHost()).rejects.toSatisfy(isDatabaseAway);
    await standby.promote();

    await start();
    await expect.poll(() => usedHost().catch(() => undefined)).toBe(other.host);
    await expect.poll(() => listener.isListening(), { timeout: 10_000 }).toBe(true);
    expect(resumed).toBe(2);
  });

  test('connects to the first host that answers with target_session_attrs=any', async () => {
    const server = await aServer(aUsedDataDir());
    await server.becomeStandby();
    const hosts = `127.0.0.1:${await aFreePort()},${server.host}`;
    const url = (kind: string) =>
      `${server.url.replace(server.host, hosts)}?target_session_attrs=${kind}`;
    const connects = async (kind: string) => {
      const database = openDatabase(url(kind), { poolSize: 1 });
      onTestFinished(() => database.close());
      return database.db.execute(sql`select 1`);
    };
    expect((await connects('any')).rowCount).toBe(1);
    await expect(connects('primary')).rejects.toSatisfy(isDatabaseAway);
  });
});

test('a URL with one host is used as it is', () => {
  const url = 'postgres://u:p%40@db:5432/staffroom?application_name=a';
  expect(connectionOf(url)).toEqual({ connectionString: url });
});
