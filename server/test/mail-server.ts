import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** An e-mail that the server has taken; `text` is all of it with its transfer encoding undone. */
export type TakenMail = { to: string; messageId: string; text: string };

/** What the server says to an address, or to a message as a whole: a code of SMTP, or nothing. */
type Refuses = (to: string, tries: number) => number | undefined;

type Options = {
  port?: number;
  atRecipient?: Refuses;
  /** After the whole message has come. */
  atMessage?: Refuses;
  /** Takes the message and drops the line before it says so. */
  dropsAfter?: (to: string, tries: number) => boolean;
};

/** A real SMTP server on loopback which keeps what it takes, until the test ends. */
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
        // The line breaks after the whole message came, before the server has said that it took it.
        if (options.dropsAfter?.(to, tries.get(to) ?? 0))
          sockets.get(session.remotePort)?.destroy();
        else callback();
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

/** Quoted-printable as the text that it stands for. */
const decoded = (raw: string) =>
  Buffer.from(
    raw
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  ).toString();
