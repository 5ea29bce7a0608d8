import type { Settings } from '../settings.ts';
import type { Carrier, Mail, TextMessage } from './message.ts';
import { openOutbox } from './outbox.ts';
import { openSmtp } from './smtp.ts';
import { openTwilio } from './twilio.ts';

export type Carriers = {
  email: Carrier<Mail>;
  sms: Carrier<TextMessage>;
  /** Aborts messages without an answer, before a stop. */
  giveUp(): Promise<void>;
  close(): Promise<void>;
};

/** Delivery way of each kind of message by these settings (decisions: Announcements). */
export const waysOf = (settings: Pick<Settings, 'smtpUrl' | 'twilio'>) => ({
  email: settings.smtpUrl === undefined ? ('outbox' as const) : ('smtp' as const),
  sms: settings.twilio === undefined ? ('outbox' as const) : ('twilio' as const),
});

/** The carriers for these settings; nothing is connected or loaded before the first message. */
export const openCarriers = (settings: Settings): Carriers => {
  const outbox = openOutbox(settings);
  const email =
    settings.smtpUrl === undefined ? outbox.email : openSmtp(settings, settings.smtpUrl);
  const sms = settings.twilio === undefined ? outbox.sms : openTwilio(settings.twilio);
  return {
    email,
    sms,
    giveUp: async () => {
      await Promise.all([email.giveUp(), sms.giveUp()]);
    },
    close: async () => {
      await Promise.all([email.close(), sms.close()]);
    },
  };
};
