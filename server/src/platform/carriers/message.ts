import type { Settings } from '../settings.ts';
import type { SendSlots } from './send-slots.ts';

/** Delivery way of a message: the mail server, Twilio, or files on this machine. */
export type MessageWay = 'smtp' | 'twilio' | 'outbox';

/** An e-mail; its Message-ID is made of `id`, so that a repeat can be recognised. */
export type Mail = { id: string; to: string; subject: string; html: string; text: string };
export type TextMessage = { id: string; to: string; text: string };

/** Result of a message: accepted; refused for good; to be retried later; or unknown, because the answer was lost. */
export type Outcome = { is: 'sent' } | { is: 'refused' | 'postponed' | 'unknown'; error: string };

/** Sends messages of one kind. */
export type Carrier<Message> = {
  way: MessageWay;
  /** A message needs a slot before it is sent. */
  slots: SendSlots;
  send(message: Message): Promise<Outcome>;
  /** Aborts messages without an answer; their outcome is `postponed`. */
  giveUp(): Promise<void>;
  close(): Promise<void>;
};

/** An e-mail in nodemailer's format. */
export const envelopeOf = (mail: Mail, { mailFrom }: Pick<Settings, 'mailFrom'>) => ({
  from: mailFrom,
  to: { name: '', address: mail.to },
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  messageId: `<${mail.id}@${mailFrom.address.split('@')[1]}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** An answer of a server, shortened for lists and made storable. */
export const answerText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, 300);
