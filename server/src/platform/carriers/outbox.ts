import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { createSendSlots } from './send-slots.ts';
import { envelopeOf, type Carrier, type Mail, type TextMessage } from './message.ts';

/** Folder for messages as files, if no mail server or Twilio account is set. */
export const outboxFolder = ({ dataDir }: Pick<Settings, 'dataDir'>) => join(dataDir, 'outbox');

/** Writes each message to a file under the data directory, named by its id, so that a repeat overwrites its file. */
export const openOutbox = (
  settings: Settings,
): { email: Carrier<Mail>; sms: Carrier<TextMessage> } => {
  const folder = outboxFolder(settings);
  const write = async (name: string, content: string | Buffer) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const unfinished = join(folder, `.${name}`);
    await writeFile(unfinished, content, { mode: 0o600 });
    await rename(unfinished, join(folder, name));
    return { is: 'sent' as const };
  };
  const done = async () => undefined;
  const slots = createSendSlots({ quick: 10, slow: 0, slowPerDomain: 0, slowAfterMs: 60_000 });
  const rest = { slots, giveUp: done, close: done };
  return {
    email: {
      way: 'outbox',
      send: async (mail) => {
        const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
        const message = await new MailComposer(envelopeOf(mail, settings)).compile().build();
        return write(`${mail.id}.eml`, message);
      },
      ...rest,
    },
    sms: {
      way: 'outbox',
      send: ({ id, to, text }) => write(`${id}.txt`, `To: ${to}\n\n${text}\n`),
      ...rest,
    },
  };
};
