import { isNeverSent } from '../http-client.ts';
import type { Settings } from '../settings.ts';
import { createSendSlots } from './send-slots.ts';
import { answerText, type Carrier, type Outcome, type TextMessage } from './message.ts';

const timeout = 10_000;

/** Messages for Twilio's error codes, shown to staff. */
const words: Record<number, string> = {
  20003: 'Twilio does not accept our credentials',
  20429: 'Twilio accepts no more messages at the moment',
  21211: 'this is not a phone number',
  21408: 'country not allowed for our account',
  21606: 'our sender cannot send text messages',
  21608: 'number not verified for our trial account',
  21610: 'the recipient has opted out',
  21612: 'this number cannot be reached from our sender',
  21614: 'this is not a mobile number',
  21617: 'the text is too long',
  21635: 'this is a landline',
};

/**
 * Sends text messages with fetch by Twilio's Messages call; its own library is 10 MB for one form post (ADR 16). A
 * refusal is final, except for too many requests. If the answer to a sent request is lost, the outcome is unknown.
 */
export const openTwilio = (twilio: NonNullable<Settings['twilio']>): Carrier<TextMessage> => {
  const { accountSid, authToken, from, apiUrl } = twilio;
  const address = new URL(`/2010-04-01/Accounts/${accountSid}/Messages.json`, apiUrl);
  const sender = { [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from };
  return {
    way: 'twilio',
    slots: createSendSlots({ quick: 10, slow: 0, slowPerDomain: 0, slowAfterMs: 2 * timeout }),
    send: async (message) => {
      try {
        const response = await fetch(address, {
          method: 'POST',
          headers: {
            authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
          },
          body: new URLSearchParams({ To: message.to, ...sender, Body: message.text }),
          signal: AbortSignal.timeout(timeout),
          redirect: 'error',
        });
        return await outcomeOf(response);
      } catch (error) {
        return isNeverSent(error)
          ? { is: 'postponed', error: 'Twilio cannot be reached' }
          : { is: 'unknown', error: 'no answer recorded' };
      }
    },
    // Each request ends within its timeout, which is shorter than a stop waits.
    giveUp: async () => undefined,
    close: async () => undefined,
  };
};

const outcomeOf = async (response: Response): Promise<Outcome> => {
  if (response.ok) return { is: 'sent' };
  const { code, message } = (await response.json().catch(() => ({}))) as {
    code?: number;
    message?: string;
  };
  const error =
    words[code ?? 0] ?? answerText(`${code ?? response.status} ${message ?? 'without a reason'}`);
  if (response.status === 429 || response.status === 503) return { is: 'postponed', error };
  // A gateway's error does not say if Twilio has accepted the message.
  return { is: response.status >= 500 ? 'unknown' : 'refused', error };
};
