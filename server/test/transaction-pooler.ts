import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';

type Upstream = { socket: Socket; client: pg.Client };

/**
 * A pooler in transaction mode: a client gets the most recently used server connection for each transaction. Accepts
 * clients without a password, or refuses them with `refusal`. Supports the messages of Staffroom's start.
 */
export const startTransactionPooler = async (
  databaseUrl: string,
  { poolSize = 4, refusal }: { poolSize?: number; refusal?: string } = {},
) => {
  const upstreams = await Promise.all(
    Array.from({ length: poolSize }, () => connectUpstream(databaseUrl)),
  );
  const idle = [...upstreams];
  const server = createServer((client) => {
    let upstream: Upstream | undefined;
    let started = false;
    client.on('error', () => client.destroy());
    client.on('data', (chunk) => {
      if (!started) {
        started = true;
        client.write(refusal === undefined ? welcome : refusalOf(refusal));
        return;
      }
      if (chunk[0] === terminate) return void client.end();
      upstream ??= idle.pop();
      if (!upstream) return void client.destroy();
      const { socket } = upstream;
      socket.removeAllListeners('data');
      socket.on('data', (answer: Buffer) => {
        client.write(answer);
        if (!answer.subarray(-6).equals(readyOutsideTransaction) || !upstream) return;
        idle.push(upstream);
        upstream = undefined;
      });
      socket.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    close: async () => {
      server.close();
      for (const { socket } of upstreams) socket.destroy();
      await once(server, 'close');
    },
  };
};

const terminate = 'X'.charCodeAt(0);
/** ReadyForQuery with status "I": no open transaction. */
const readyOutsideTransaction = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
/** AuthenticationOk, BackendKeyData and ReadyForQuery. */
const welcome = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]),
  Buffer.from([0x4b, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1]),
  readyOutsideTransaction,
]);

/** ErrorResponse with the code that pgbouncer uses for all refusals. */
const refusalOf = (message: string) => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
};

const connectUpstream = async (databaseUrl: string): Promise<Upstream> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
  socket.removeAllListeners('data');
  return { socket, client };
};
