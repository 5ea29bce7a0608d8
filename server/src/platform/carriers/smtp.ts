import { connect, type Socket } from 'node:net';
import { serverNotReachable } from 'staffroom-contract/shared/retries.ts';
import type { Settings } from '../settings.ts';
import { answerText, envelopeOf, type Carrier, type Mail, type Outcome } from './message.ts';
import { createSendSlots } from './send-slots.ts';

/** Concurrent messages of one process, each on its own connection. */
const atOnce = { quick: 8, slow: 16, slowPerDomain: 4 };

/**
 * Sends e-mails over pooled connections to the server of SMTP_URL. Its timeouts are as long as RFC 5321 §4.5.3.2
 * requires: with shorter ones, a message that a slow server has accepted would be sent again.
 */
export const openSmtp = (settings: Settings, url: string): Carrier<Mail> => {
  const { connectMs, greetingMs, answerMs, slowMs } = settings.mailTimes;
  const load = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      pool: true,
      maxConnections: atOnce.quick + atOnce.slow,
      maxMessages: Infinity,
      getSocket: socketWithin(connectMs),
      // nodemailer counts the greeting as part of connecting.
      connectionTimeout: connectMs + greetingMs,
      greetingTimeout: greetingMs,
      socketTimeout: answerMs,
    });
  };
  let transport: ReturnType<typeof load> | undefined;
  let isGivenUp = false;
  return {
    way: 'smtp',
    slots: createSendSlots({ ...atOnce, slowAfterMs: slowMs }),
    send: async (mail) => {
      transport ??= load();
      try {
        await (await transport).sendMail(envelopeOf(mail, settings));
        return { is: 'sent' };
      } catch (error) {
        if (isGivenUp) return { is: 'postponed', error: 'the worker stopped before the answer' };
        return outcomeOf(error as SmtpError);
      }
    },
    giveUp: async () => {
      isGivenUp = true;
      (await transport)?.transporter.close?.({ force: true });
    },
    close: async () => {
      (await transport)?.close();
    },
  };
};

type Target = { host?: string; port?: number | string; secure?: boolean };
type Connected = (error: Error | null, socket?: { connection: Socket }) => void;

/** Connects, or fails after `milliseconds`, so that an unreachable server is detected sooner than a slow one. */
const socketWithin = (milliseconds: number) => (options: Target, connected: Connected) => {
  const { host = 'localhost', port, secure = false } = options;
  const socket = connect({ host, port: Number(port ?? (secure ? 465 : 587)) });
  const fail = (error: Error) => connected(error);
  const timer = setTimeout(
    () => socket.destroy(new Error(`no connection within ${Math.ceil(milliseconds / 1000)} s`)),
    milliseconds,
  );
  socket.once('close', () => clearTimeout(timer));
  socket.once('error', fail);
  socket.once('connect', () => {
    clearTimeout(timer);
    socket.off('error', fail);
    connected(null, { connection: socket });
  });
};

type SmtpError = Error & { responseCode?: number; command?: string; response?: string };

/** Outcome of a failed try; only a permanent error about recipient or message is final: servers may recover. */
const outcomeOf = ({ responseCode, command, response, message }: SmtpError): Outcome => {
  const isAboutThis = command === 'RCPT TO' || command === 'DATA';
  const isForGood = responseCode !== undefined && responseCode >= 500 && isAboutThis;
  const error = answerText(response ?? `${serverNotReachable} (${message})`);
  return { is: isForGood ? 'refused' : 'postponed', error };
};
