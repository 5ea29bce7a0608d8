import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy between a server and its PostgreSQL, which a test can cut. */
export type PostgresLine = {
  /** Address of the database, as given to the server. */
  url: string;
  /** Cuts every connection and refuses new ones, like a restarting database. */
  cut(): Promise<void>;
  restore(): Promise<void>;
};

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
  });

const listenOn = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** Starts a proxy to the database at `url`. */
export const layPostgresLine = async (url: string): Promise<PostgresLine> => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const open = () =>
    createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      keep(near);
      keep(far);
      near.on('close', () => far.destroy()).pipe(far);
      far.on('close', () => near.destroy()).pipe(near);
    });

  let server: Server | undefined = open();
  const port = await listenOn(server, 0);
  const own = new URL(url);
  own.port = String(port);
  return {
    url: own.href,
    cut: async () => {
      if (!server) return;
      const closed = closeServer(server);
      server = undefined;
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restore: async () => {
      if (server) return;
      server = open();
      await listenOn(server, port);
    },
  };
};
