import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** An e-mail that the server accepted; `text` is the whole message, decoded. */
export type TakenMail = { to: string; messageId: string; text: string };

/** Returns the SMTP code with which the server refuses a recipient or a message; undefined accepts it. */
type Refuses = (to: string, tries: number) => number | undefined;

type Options = {
  port?: number;
  atRecipient?: Refuses;
  /** Called after the whole message has arrived. */
  atMessage?: Refuses;
  /** Accepts the message, but replies only when this resolves. */
  answersAfter?: (to: string) => Promise<unknown> | undefined;
  /** Accepts the message, and drops the connection before the reply. */
  dropsAfter?: (to: string, tries: number) => boolean;
};

/** Starts a real SMTP server on loopback that records accepted messages, until the test ends. */
export const startMailServer = async (options: Options = {}) => {
  const taken: TakenMail[] = [];
  const tries = new Map<string, number>();
  const asked = (to: string) => {
    const count = (tries.get(to) ?? 0) + 1;
    tries.set(to, count);
    return count;
  };
  const sockets = new Map<number, Socket>();
  const refusalOf = (code: number | undefined) =>
    code === undefined
      ? null
      : Object.assign(new Error(code >= 500 ? 'no such mailbox' : 'not now'), {
          responseCode: code,
        });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, callback) => {
      const count = asked(address);
      callback(refusalOf(options.atRecipient?.(address, count)));
    },
    onData: (stream, session, callback) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        const refused = refusalOf(options.atMessage?.(to, tries.get(to) ?? 0));
        if (refused) return callback(refused);
        const raw = Buffer.concat(parts).toString('latin1');
        const messageId = /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim() ?? '';
        taken.push({ to, text: decoded(raw), messageId });
        // Drops the connection after the whole message arrived, without a reply.
        if (options.dropsAfter?.(to, tries.get(to) ?? 0))
          sockets.get(session.remotePort)?.destroy();
        else void Promise.resolve(options.answersAfter?.(to)).then(() => callback());
        return undefined;
      });
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort ?? 0, socket));
  const listening = server.listen(options.port ?? 0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  };
  onTestFinished(close);
  return { url: `smtp://127.0.0.1:${port}`, port, taken, close };
};

const decoded = (raw: string) =>
  Buffer.from(
    raw
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  ).toString();
