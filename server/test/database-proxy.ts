import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type DatabaseProxy = {
  /** The database as it is reached through the proxy. */
  url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Keeps connections and answers nothing more, like a network that drops packets. */
  freeze(): void;
  /** The database is there again, on the same port. */
  restore(): Promise<void>;
  /** Lets the next COMMIT through, and breaks its connection before the answer comes back. */
  loseNextCommitAnswer(): void;
  close(): Promise<void>;
};

/** A way to the database that a test can break, without breaking the database. */
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
