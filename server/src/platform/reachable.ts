import { connect } from 'node:net';

/** Returns whether a server accepts a connection within the time; sends nothing, so no secret. */
export const isReachable = (
  { host, port }: { host: string; port: number },
  milliseconds = 2000,
): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (reached: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(reached);
    };
    // Not the socket's own timeout, which a slow name server does not start.
    const timer = setTimeout(() => end(false), milliseconds);
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });

const usualPorts: Record<string, number> = {
  'http:': 80,
  'https:': 443,
  'smtp:': 587,
  'smtps:': 465,
};

/** Host and port of a URL. */
export const serverOf = (url: string) => {
  const { hostname, port, protocol } = new URL(url);
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(port) || (usualPorts[protocol] ?? 0),
  };
};
