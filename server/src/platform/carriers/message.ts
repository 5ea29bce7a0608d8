import type { Settings } from '../settings.ts';

/** How messages leave: by the mail server, by Twilio, or as files on this machine. */
export type MessageWay = 'smtp' | 'twilio' | 'outbox';

/** An e-mail; its Message-ID is made of `id`, so that a repeat is known as one. */
export type Mail = { id: string; to: string; subject: string; html: string; text: string };
export type TextMessage = { id: string; to: string; text: string };

/**
 * What became of a message: accepted; refused for good; not now, to be tried again; or nobody knows, because the answer
 * was lost on the way.
 */
export type Outcome = { is: 'sent' } | { is: 'refused' | 'postponed' | 'unknown'; error: string };

/** Carries messages of one kind out of the house. */
export type Carrier<Message> = {
  way: MessageWay;
  send(message: Message): Promise<Outcome>;
  close(): Promise<void>;
};

/** An e-mail as nodemailer takes it. */
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

/** What a server answered, short enough to stand in a list, and storable. */
export const answerText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, 300);
