import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type DatabaseProxy = {
  /** URL of the database through the proxy. */
  url: string;
  /** Closes every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Keeps connections but stops answering, like a network that drops packets. */
  freeze(): void;
  /** Makes the database available again, on the same port. */
  restore(): Promise<void>;
  /** Forwards the next COMMIT, and closes its connection before the answer returns. */
  loseNextCommitAnswer(): void;
  close(): Promise<void>;
};

/** A proxy that can interrupt the connection to the database without affecting the database. */
export const startDatabaseProxy = async (databaseUrl: string): Promise<DatabaseProxy> => {
  const target = new URL(databaseUrl);
  const pairs = new Map<Socket, Socket>();
  let isFrozen = false;
  let losesCommit = false;

  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    const drop = () => {
      client.destroy();
      upstream.destroy();
      pairs.delete(client);
    };
    pairs.set(client, upstream);
    for (const socket of [client, upstream]) {
      socket.on('error', drop);
      socket.on('close', drop);
      if (isFrozen) socket.pause();
    }
    client.on('data', (chunk) => {
      if (losesCommit && /^.{5}commit/is.test(chunk.toString('latin1'))) {
        losesCommit = false;
        upstream.removeAllListeners('data');
        upstream.once('data', drop);
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => client.write(chunk));
  });

  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = async () => {
    const closed = server.listening ? once(server, 'close') : Promise.resolve();
    server.close();
    for (const [client, upstream] of pairs) {
      client.destroy();
      upstream.destroy();
    }
    await closed;
  };
  const flow = (frozen: boolean) => {
    isFrozen = frozen;
    for (const socket of [...pairs].flat()) {
      if (frozen) socket.pause();
      else socket.resume();
    }
  };

  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.toString(),
    cut,
    freeze: () => flow(true),
    restore: async () => {
      flow(false);
      if (!server.listening) await listen(port);
    },
    loseNextCommitAnswer: () => {
      losesCommit = true;
    },
    close: cut,
  };
};
