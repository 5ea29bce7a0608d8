import type { Settings } from '../settings.ts';
import { answerText, envelopeOf, type Carrier, type Mail, type Outcome } from './message.ts';

/** Connections to the mail server that one process keeps open. */
const connections = 5;
/** A server that does not answer is given up well before a stop would wait for it. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends e-mails over pooled connections to the server of SMTP_URL. */
export const openSmtp = (settings: Settings, url: string): Carrier<Mail> => {
  const load = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      pool: true,
      maxConnections: connections,
      maxMessages: Infinity,
      ...timeouts,
    });
  };
  let transport: ReturnType<typeof load> | undefined;
  return {
    way: 'smtp',
    send: async (mail) => {
      transport ??= load();
      try {
        await (await transport).sendMail(envelopeOf(mail, settings));
        return { is: 'sent' };
      } catch (error) {
        return outcomeOf(error as SmtpError);
      }
    },
    close: async () => {
      (await transport)?.close();
    },
  };
};

type SmtpError = Error & { responseCode?: number; command?: string; response?: string };

/**
 * What a failed try means: only what the server says of this address or this message is for good. That it is away, takes
 * no more for the moment, or does not know us may be mended while the pauses grow.
 */
const outcomeOf = ({ responseCode, command, response, message }: SmtpError): Outcome => {
  const isAboutThis = command === 'RCPT TO' || command === 'DATA';
  const isForGood = responseCode !== undefined && responseCode >= 500 && isAboutThis;
  return { is: isForGood ? 'refused' : 'postponed', error: answerText(response ?? message) };
};
