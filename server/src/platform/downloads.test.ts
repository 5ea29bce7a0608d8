import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { useOwnTestApp } from '../../test/build-test-app.ts';
import { aClass } from '../../test/factories/class.factory.ts';
import type { Api } from '../../test/stage.ts';

const app = useOwnTestApp();

/** Concurrent downloads, in all and of one account. */
const atOnce = 4;
const ofOneAccount = 2;

let accounts: Api[];

beforeAll(async () => {
  const { id } = await aClass(app);
  // More than the buffers of a loopback connection, so that a reader who stops stalls the server.
  await app.database.pool.query(
    `insert into classes (id, name, subject, start_date, end_date, created, updated)
     select gen_random_uuid(), repeat('Maths ', 1000) || n, subject, start_date, end_date, created, updated
     from classes, generate_series(1, 2000) n where id = $1`,
    [id],
  );
  accounts = await Promise.all(Array.from({ length: 3 }, () => app.as('Admin', {})));
});

/** Database sessions of downloads whose readers have stalled. */
const heldConnections = async () => {
  const { rows } = await app.database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  );
  return rows.map(({ pid }) => pid);
};

beforeEach(() => vi.waitUntil(async () => (await heldConnections()).length === 0));

/** Starts a download and stops reading after the first bytes. */
const stalledDownload = async ({ token }: Api): Promise<Socket> => {
  const { hostname, port } = new URL(await app.listen());
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/admin/class?sortBy=name HTTP/1.1\r\nHost: ${hostname}\r\nAccept: text/csv\r\n` +
      `Authorization: Bearer ${token}\r\n\r\n`,
  );
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  expect(head.toString()).toMatch(/^HTTP\/1\.1 200 /);
  return socket;
};

/** Downloads of the first two accounts, which together use every slot. */
const allSlotsStalled = async () => {
  const sockets = await Promise.all(
    Array.from({ length: atOnce }, (_, at) => stalledDownload(accounts[at % 2]!)),
  );
  await expect.poll(async () => (await heldConnections()).length).toBe(atOnce);
  return sockets;
};

const download = (api: Api) =>
  api.send(listClasses, {
    query: { filter: { name: { regex: 'Maths 1999' } } },
    headers: { accept: 'text/csv' },
  });

describe('a download that stalls', () => {
  test('gives its slot back when PostgreSQL ends its connection', async () => {
    await allSlotsStalled();
    const held = await heldConnections();
    await app.database.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [
      held,
    ]);
    const answers = await Promise.all(accounts.map(download));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('gives its slot back when the reader hangs up', async () => {
    for (const socket of await allSlotsStalled()) socket.destroy();
    const answers = await Promise.all(accounts.map(download));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('takes at most half of the slots for one account; others can download', async () => {
    const [slow, quick] = accounts;
    await Promise.all(Array.from({ length: ofOneAccount }, () => stalledDownload(slow!)));
    await expect.poll(async () => (await heldConnections()).length).toBe(ofOneAccount);
    const waiting = Promise.all(Array.from({ length: 3 }, () => download(slow!)));
    for (let time = 0; time < 3; time += 1) expect((await download(quick!)).status).toBe(200);
    expect(await heldConnections()).toHaveLength(ofOneAccount);
    expect((await waiting).map(({ status }) => status)).toEqual([503, 503, 503]);
  });
});

test('a download that finds no slot is refused as busy, not as a database that is away', async () => {
  await allSlotsStalled();
  const answer = await accounts[2]!.refused(listClasses, { headers: { accept: 'text/csv' } });
  expect(answer).toMatchObject({
    status: 503,
    code: 'downloads_busy',
    headers: { 'retry-after': '5' },
  });
  expect(answer.body.message.errors[0]?.message).toMatch(/^Too many downloads are running/);
});

test('a caller who hangs up while waiting for a slot does not keep it', async () => {
  const stalled = await allSlotsStalled();
  const { hostname, port } = new URL(await app.listen());
  const left = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(
        `GET /api/admin/class HTTP/1.1\r\nHost: ${hostname}\r\nAccept: text/csv\r\n` +
          `Authorization: Bearer ${accounts[2]!.token}\r\n\r\n`,
      );
      return socket;
    }),
  );
  for (const socket of left) socket.destroy();
  for (const socket of stalled) socket.destroy();
  await expect.poll(heldConnections).toEqual([]);
  expect((await download(accounts[2]!)).status).toBe(200);
});
