import { cleanText, isEmail } from '../../shared/text.ts';
import { defaultCountryCode } from '../../shared/phone.ts';
import type { RosterGroup } from '../lessons/rosters.rules.ts';
import { smsPreset, countSms } from './sms.rules.ts';

export const announcementMethods = ['email', 'sms'] as const;
export type AnnouncementMethod = (typeof announcementMethods)[number];

/** The groups as the confirm dialog names them (part 1 §2, Announcement composer). */
export const groupLabels: Record<RosterGroup, string> = {
  student: 'Students',
  trial_student: 'Trial Students',
  video_student: 'Video Only',
};

/**
 * Where a message to one address stands: waiting for its try, being sent, accepted by the mail server or Twilio, refused
 * for good, or of unknown outcome, which waits for a person.
 */
export const deliveryStates = ['queued', 'sending', 'sent', 'failed', 'unknown'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

type Contact = {
  email: string;
  phone_country_code: string;
  phone: string;
  parent_email: string | null;
  parent_phone_country_code: string | null;
  parent_phone: string | null;
};

export type Address =
  | { address: string; of: 'student' | 'parent' }
  /** Nothing to write to: neither has one, or what is there is none. */
  | { address: null; why: 'missing' | 'invalid' };

/** Where a student is written to: at its own address, else at its parent's (decisions: Announcements). */
export const addressOf = (person: Contact, method: AnnouncementMethod): Address => {
  const [own, parents] =
    method === 'email'
      ? [person.email, person.parent_email ?? '']
      : [
          phoneOf(person.phone_country_code, person.phone),
          phoneOf(person.parent_phone_country_code, person.parent_phone),
        ];
  const isGood = method === 'email' ? isEmail : isPhone;
  if (isGood(own)) return { address: own, of: 'student' };
  if (isGood(parents)) return { address: parents, of: 'parent' };
  return { address: null, why: own === '' && parents === '' ? 'missing' : 'invalid' };
};

/** `+6591234567`; '' without a number. */
const phoneOf = (countryCode: string | null, number: string | null): string =>
  number ? `+${countryCode || defaultCountryCode}${number}` : '';

/** What the telephone network takes (E.164). */
const isPhone = (text: string) => /^\+[1-9]\d{6,14}$/.test(text);

/** A link of a message: a web address and nothing else. */
export const isWebLink = (text: string): boolean =>
  /^https?:\/\/[^\s/\\]/i.test(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text);

export const missingSubject = 'Please enter a subject';
export const missingContent = 'Please write something';
export const missingCtaText = 'Please enter the text of the button, or leave out its link';
export const missingCtaLink = 'Please enter the link of the button, or leave out its text';
export const wrongCtaLink = 'The link must be a web address that begins with http:// or https://';

/** What is wrong with the button of an e-mail: text and link stand both or neither; by field. */
export const ctaProblems = (cta: {
  text: string;
  link: string;
}): { text?: string; link?: string } => {
  const [text, link] = [cleanText(cta.text), cleanText(cta.link)];
  if (text === '' && link === '') return {};
  if (text === '') return { text: missingCtaText };
  if (link === '') return { link: missingCtaLink };
  return isWebLink(link) ? {} : { link: wrongCtaLink };
};

/** What is wrong with a text message as it is typed; undefined for none, too. */
export const smsProblem = (text: string): string | undefined => {
  const { left } = countSms(text.trim());
  return left < 0 ? `At most ${smsPreset} characters: ${-left} too many` : undefined;
};
